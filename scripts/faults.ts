import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { VERSION } from '#core/version.ts'
import { Results, resultsFile } from '#health/reliability.ts'
import { FAULTS } from '../test/faults/faults.ts'
import type { Result } from '../test/faults/Result.ts'
import { ROWS } from '../test/faults/rows.ts'
import { runMixedLoad } from '../test/faults/runMixedLoad.ts'
import { copyProject, runRow, runTests } from '../test/faults/runRow.ts'

// The rows of the fault matrix, then faults under mixed load on three replicas:
// npm run test:faults [-- A1 C6 "disk full" …]. The whole run takes about half an hour on two free cores.

const { positionals } = parseArgs({ allowPositionals: true })
const isWhole = positionals.length === 0
const isWanted = (name: string) => isWhole || positionals.includes(name)
const dataDir = process.env['DATA_DIR'] ?? '.data'

async function main(): Promise<void> {
  const startedAt = new Date()
  const rows = [...(await runRows()), ...(await runFaults())]
  if (isWhole) await writeResults(rows, startedAt)
  process.exitCode = rows.some(({ state, selfTest }) => state === 'failed' || selfTest === 'missed') ? 1 : 0
}

async function runRows(): Promise<Result[]> {
  await using copy = await copyProject()
  const results: Result[] = []
  for (const row of ROWS.filter(({ id }) => isWanted(id))) results.push(shown(await runRow(row, copy.folder)))
  return results
}

async function runFaults(): Promise<Result[]> {
  const faults = FAULTS.filter(({ name }) => isWanted(name))
  if (faults.length === 0) return []
  // The checks of the mixed load are tested with answers, writes, streams and processes that are wrong.
  const { passed, failed } = await runTests({ file: 'test/faults/checks/checks.test.ts', tests: '', folder: '.' })
  const selfTest = passed > 0 && failed === 0 ? 'caught' : 'missed'
  const results = await runMixedLoad({
    faults,
    replicas: 3,
    hasBoxes: true,
    isWhole: true,
    heapRounds: isWhole ? 5 : 0,
    heapRoundMs: 8_000,
    report: shown,
  })
  return results.map((result) => ({ ...result, selfTest }))
}

function shown(result: Result): Result {
  const { row, state, figures, seconds, selfTest, problems = [] } = result
  const lines = problems.map((problem) => `    ${problem}\n`).join('')
  const broken = selfTest === 'not run' ? '' : `, broken on purpose: ${selfTest}`
  process.stdout.write(`${state.padEnd(8)} ${row} (${seconds} s): ${figures}${broken}\n${lines}`)
  return result
}

async function writeResults(rows: Result[], startedAt: Date): Promise<void> {
  const results = z.encode(Results, { version: VERSION, startedAt, endedAt: new Date(), rows })
  const file = resultsFile(dataDir)
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`)
  process.stdout.write(`Written to ${file}; the service with this DATA_DIR serves it at /status/reliability.\n`)
}

await main()
