import { type Outcome, run } from './run.ts'

const node = process.execPath
const bin = (name: string) => `node_modules/.bin/${name}`

type Check = { name: string; command: string; args: string[] }

/** The static checks, slowest first. */
const CHECKS: Check[] = [
  { name: 'generated files are current', command: node, args: ['scripts/checkGenerated.ts'] },
  { name: 'types', command: bin('tsc'), args: ['--noEmit', '--checkers', '1', '-p', '.'] },
  { name: 'types of the web pages', command: bin('tsc'), args: ['--noEmit', '--checkers', '1', '-p', 'web'] },
  { name: 'types of the SDK', command: bin('tsc'), args: ['--noEmit', '--checkers', '1', '-p', 'packages/sdk'] },
  { name: 'format, lint, fences, cycles', command: bin('biome'), args: ['check', '--error-on-warnings', '.'] },
  { name: 'Solidity lint', command: bin('solhint'), args: ['--max-warnings', '0', 'contracts/**/*.sol'] },
  { name: 'Solidity format', command: bin('prettier'), args: ['--check', 'contracts/**/*.sol'] },
  { name: 'plain language', command: node, args: ['scripts/checkLanguage.ts'] },
  { name: 'licences', command: node, args: ['scripts/checkLicences.ts'] },
  { name: 'unused code', command: bin('knip'), args: [] },
]

const AT_ONCE = 2
const waiting = [...CHECKS]
let failed = 0

/** Runs the remaining checks one by one; prints the output of a check when it is done. */
async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const outcome = await run(check.command, check.args, { isShown: false })
    if (outcome.code !== 0) failed++
    process.stdout.write(report(check.name, outcome))
  }
}

function report(name: string, { code, output, seconds }: Outcome): string {
  const line = `${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`
  return code === 0 ? line : `${output}\n${line}`
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
process.stdout.write(`check: ${CHECKS.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
