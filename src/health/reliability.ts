import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'

const Row = z.object({
  row: z.string(),
  injected: z.string().meta({ description: 'The injected fault.' }),
  state: z.enum(['held', 'failed', 'not run']),
  figures: z.string().meta({ description: 'The measurements, or the reason why the test was not run.' }),
  selfTest: z
    .enum(['caught', 'missed', 'not run'])
    .meta({ description: '`caught`: the test fails when the product is broken on purpose.' }),
  seconds: z.number(),
  problems: z.array(z.string()).optional(),
})

export const Reliability = z.object({
  status: z.enum(['held', 'failed', 'not run']),
  message: z.string(),
  version: z.string().nullable().meta({ description: 'The version that was tested.' }),
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  rows: z.array(Row),
})

/** The file that `npm run test:faults` writes. */
export const Results = z.object({ version: z.string(), startedAt: Timestamp, endedAt: Timestamp, rows: z.array(Row) })

const FILE = 'reliability.json'
const BYTES_MAX = 1_000_000
const MISSING = 'No fault test was run for this deployment. Run npm run test:faults with its DATA_DIR.'
const UNREADABLE = `${FILE} cannot be read. Run npm run test:faults again with this DATA_DIR.`
const NOT_RUN = {
  status: 'not run' as const,
  version: null,
  startedAt: null,
  endedAt: null,
  rows: [],
}

export function resultsFile(dataDir: string): string {
  return join(dataDir, FILE)
}

/** The results of the last fault test, if there are any. */
export function reliability(dataDir: string): Operation {
  return define({
    name: 'getReliability',
    method: 'GET',
    path: '/status/reliability',
    tag: 'discovery',
    summary:
      'Read the results of the last fault test: the injected faults, the measurements, and whether each test is able to fail.',
    access: none,
    limit: 'read',
    errors: [],
    request: z.strictObject({}),
    response: Reliability,
    async handle() {
      const results = await read(resultsFile(dataDir))
      if (typeof results === 'string') return { ...NOT_RUN, message: results }
      const failed = results.rows.filter(({ state, selfTest }) => state === 'failed' || selfTest === 'missed').length
      const held = results.rows.filter(({ state }) => state === 'held').length
      const message = `${held} of ${results.rows.length} rows held, ${failed} failed.`
      // Rows that were not run prove nothing.
      const status = held === 0 ? 'not run' : 'held'
      return { ...results, status: failed > 0 ? ('failed' as const) : status, message } as const
    },
  })
}

/** The results, or why there are none. */
async function read(file: string): Promise<z.output<typeof Results> | string> {
  try {
    const { size } = await stat(file)
    if (size > BYTES_MAX) return UNREADABLE
    return z.decode(Results, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? MISSING : UNREADABLE
  }
}
