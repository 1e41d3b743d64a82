import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { VERSION } from '#core/version.ts'
import { Results, resultsFile } from '#health/reliability.ts'
import { FAULTS } from '../test/faults/faults.ts'
import type { Result } from '../test/faults/Result.ts'
import { runMixedLoad } from '../test/faults/runMixedLoad.ts'

// Faults under mixed load on three replicas: npm run test:faults [-- name …]. The whole run takes about ten minutes.

const { positionals } = parseArgs({ allowPositionals: true })
const isWhole = positionals.length === 0
const dataDir = process.env['DATA_DIR'] ?? '.data'

function show({ row, state, figures, seconds, problems = [] }: Result): void {
  const lines = problems.map((problem) => `    ${problem}\n`).join('')
  process.stdout.write(`${state.padEnd(8)} ${row} (${seconds} s): ${figures}\n${lines}`)
}

const startedAt = new Date()
const rows = await runMixedLoad({
  faults: FAULTS.filter(({ name }) => isWhole || positionals.includes(name)),
  replicas: 3,
  hasBoxes: true,
  isWhole: true,
  heapRounds: isWhole ? 5 : 0,
  heapRoundMs: 8_000,
  report: show,
})
if (isWhole) {
  const results = z.encode(Results, { version: VERSION, startedAt, endedAt: new Date(), rows })
  await mkdir(dataDir, { recursive: true })
  await writeFile(resultsFile(dataDir), `${JSON.stringify(results, undefined, 2)}\n`)
  process.stdout.write(
    `Written to ${resultsFile(dataDir)}; the service with this DATA_DIR serves it at /status/reliability.\n`,
  )
}
process.exitCode = rows.some(({ state }) => state === 'failed') ? 1 : 0
