import { findLoggedSecrets } from '../src/core/secrets.ts'
import { installBubblewrap } from './installBubblewrap.ts'
import { run } from './run.ts'

type Suite = { name: string; command: string; args: string[] }

const isDeep = process.argv.includes('--deep')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const node = process.execPath

/** The parts of the product with tests of their own; a path takes in every file and folder that begins with it. */
const PARTS = {
  liquidity: ['src/liquidity', 'test/lp'],
  keys: [
    'src/keys',
    'src/identity',
    'src/limits',
    'src/idempotency',
    'src/audit',
    'test/keys',
    'test/identity',
    'test/limits',
    'test/idempotency',
  ],
  launchpad: ['src/launchpad', 'test/launchpad'],
  arena: ['src/arena', 'test/arena'],
  boxes: ['src/boxes', 'test/boxes'],
  tools: ['src/mcp', 'src/a2a', 'src/skills', 'src/discovery', 'test/mcp', 'test/a2a', 'test/discovery', 'test/skills'],
  web: ['web/pages', 'web/components', 'web/live', 'web/liquidity', 'web/windowing', 'src/site', 'test/web'],
}

const vitest = (name: string, paths: readonly string[]): Suite => {
  // The pages are built and a browser is found first.
  if (name === 'web') return { name, command: node, args: ['scripts/testWeb.ts', ...paths] }
  return { name, command: 'node_modules/.bin/vitest', args: ['run', '--reporter=default', ...paths] }
}

const elsewhere = Object.values(PARTS).flatMap((paths) => paths.map((path) => `--exclude=${path}{.*,/**}`))

/** In the order of what a failure costs: the cheapest news first. What belongs to no part is foundation. */
const SUITES: Suite[] = [
  { name: 'check', command: node, args: ['scripts/check.ts'] },
  { name: 'contracts', command: node, args: ['scripts/testContracts.ts', ...(isDeep ? ['--deep'] : [])] },
  vitest('foundation', elsewhere),
  ...Object.entries(PARTS).map(([name, paths]) => vitest(name, paths)),
]

type Count = { passed: number; failed: number; skipped: number }

async function main(): Promise<void> {
  const total: Count = { passed: 0, failed: 0, skipped: 0 }
  const lines: string[] = []
  const reasons: string[] = []
  for (const suite of SUITES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    process.stdout.write(`\n── ${suite.name} ──\n`)
    if (suite.name === 'boxes') await installBubblewrap()
    const outcome = await run(suite.command, suite.args, {
      env: { DEEP: isDeep ? '1' : '0', FORCE_COLOR: '0', NO_COLOR: '1' },
    })
    const count = countOf(outcome.output, outcome.code)
    const leaks = findLoggedSecrets(outcome.output)
    if (leaks.length > 0) process.stdout.write(`The output of ${suite.name} holds secrets: ${leaks.join(', ')}\n`)
    total.passed += count.passed
    total.failed += count.failed + leaks.length
    total.skipped += count.skipped
    reasons.push(...[...outcome.output.matchAll(/^Skipped: (.+)$/gm)].map(([line]) => line))
    lines.push(`${suite.name.padEnd(12)} ${outcome.seconds.toFixed(0).padStart(4)} s  ${inWords(count)}`)
  }
  if (total.skipped > 0) lines.push(`${total.skipped} skipped`)
  process.stdout.write(`\n${[...lines, ...reasons].join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
}

function inWords({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The suite's own closing count; one that ended badly without admitting a failure counts as one. */
function countOf(output: string, code: number): Count {
  const own = [...output.matchAll(/^\w+: (\d+) passed, (\d+) failed$/gm)].at(-1)
  const tests = [...output.matchAll(/^\s+Tests\s+(.*)$/gm)].at(-1)?.[1] ?? ''
  const passed = Number(own?.[1] ?? /(\d+) passed/.exec(tests)?.[1] ?? 0)
  const failed = Number(own?.[2] ?? /(\d+) failed/.exec(tests)?.[1] ?? 0)
  const skipped = Number(/(\d+) skipped/.exec(tests)?.[1] ?? 0)
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

await main()
