import { run } from './run.ts'

const node = process.execPath
const bin = (name: string) => `node_modules/.bin/${name}`

/** Everything a machine can say about the source without running it. */
const CHECKS: [string, string, string[]][] = [
  ['format, lint, fences, cycles', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['--noEmit', '-p', '.']],
  ['unused code', bin('knip'), []],
  ['Solidity lint', bin('solhint'), ['--max-warnings', '0', 'contracts/**/*.sol']],
  ['Solidity format', bin('prettier'), ['--check', 'contracts/**/*.sol']],
  ['generated files are current', node, ['scripts/checkGenerated.ts']],
]

let failed = 0
for (const [name, command, args] of CHECKS) {
  const { code, seconds } = await run(command, args)
  if (code !== 0) failed++
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`)
}
process.stdout.write(`check: ${CHECKS.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
