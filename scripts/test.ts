import { join } from 'node:path'
import { findLoggedSecrets } from '../src/core/secrets.ts'
import { run } from './run.ts'
import * as SystemTool from './SystemTool.ts'
import * as TestCount from './TestCount.ts'

type Suite = { name: string; command: string; args: string[]; folders?: string[] }

const isCi = !['', '0', 'false'].includes(process.env['CI'] ?? '')
const isDeep = process.argv.includes('--deep')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const node = process.execPath
/** That of `npm start`, which the development chains of tests share. */
const COMPILE_CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'slipway')

/** The modules of each suite; tests of all other modules form the foundation suite. */
const MODULES = {
  contracts: ['contracts'],
  liquidity: ['liquidity', 'uniswap'],
  keys: ['keys', 'identity', 'oauth', 'limits', 'idempotency', 'audit'],
  launchpad: ['launchpad'],
  arena: ['arena'],
  boxes: ['boxes', 'agents'],
  tools: ['mcp', 'a2a', 'skills', 'discovery', 'sdk', 'cli'],
  web: ['site', 'web'],
}

const foldersOf = (module: string) => (module === 'web' ? ['web', 'test/web'] : [`src/${module}`, `test/${module}`])
const PARTS = Object.entries(MODULES).map(([name, modules]) => ({ name, folders: modules.flatMap(foldersOf) }))

const vitest = (name: string, paths: readonly string[]): Suite => {
  // Builds the pages and finds a browser first.
  if (name === 'web') return { name, command: node, args: ['scripts/testWeb.ts', ...paths] }
  return { name, command: 'node_modules/.bin/vitest', args: ['run', '--reporter=default', ...paths] }
}

const elsewhere = PARTS.flatMap(({ folders }) => folders.map((folder) => `--exclude=${folder}/**`))

/** The fastest suites come first. */
const SUITES: Suite[] = [
  { name: 'check', command: node, args: ['scripts/check.ts'] },
  // These tests mostly wait for processes to start and stop, which leaves time for a third worker.
  vitest('foundation', ['--maxWorkers=3', ...elsewhere]),
  ...PARTS.map(({ name, folders }) => ({
    ...vitest(
      name,
      folders.map((folder) => `${folder}/`),
    ),
    folders,
  })),
]

type Result = { count: TestCount.TestCount; seconds: number; output: string; skipped: string[] }

async function main(): Promise<void> {
  const results: Result[] = []
  const lines: string[] = []
  for (const suite of SUITES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    process.stdout.write(`\n── ${suite.name} ──\n`)
    const result = await runSuite(suite)
    results.push(result)
    const { count, seconds } = result
    lines.push(`${suite.name.padEnd(12)} ${seconds.toFixed(0).padStart(4)} s  ${TestCount.inWords(count)}`)
  }
  const total = (kind: keyof TestCount.TestCount) => results.reduce((sum, { count }) => sum + count[kind], 0)
  if (total('skipped') > 0) lines.push(`${total('skipped')} skipped`)
  const skipped = results.flatMap((result) => result.skipped)
  if (skipped.length > 0) lines.push(`${skipped.length} files skipped`, ...skipped)
  lines.push(...results.flatMap(({ output }) => [...output.matchAll(/^Skipped: (.+)$/gm)].map(([line]) => line)))
  process.stdout.write(`\n${lines.join('\n')}\n\n${total('passed')} passed, ${total('failed')} failed\n`)
  process.exitCode = total('failed') === 0 && total('passed') > 0 ? 0 : 1
}

async function runSuite({ name, command, args, folders = [] }: Suite): Promise<Result> {
  const env = { DEEP: isDeep ? '1' : '0', FORCE_COLOR: '0', NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILE_CACHE }
  const skipped = await SystemTool.skippedFiles(folders)
  const excluded = skipped.map(({ file }) => `--exclude=${file}`)
  const { output, code, seconds } = await run(command, [...args, ...excluded], { env })
  const leaks = findLoggedSecrets(output)
  if (leaks.length > 0) process.stdout.write(`The output of ${name} contains secrets: ${leaks.join(', ')}\n`)
  const count = TestCount.of({ output, code })
  const required = skipped.filter(({ tool }) => !tool.isOptional)
  const failed = count.failed + leaks.length + (isCi ? required.length : 0)
  return { count: { ...count, failed }, seconds, output, skipped: skipped.map(SystemTool.inWords) }
}

await main()
