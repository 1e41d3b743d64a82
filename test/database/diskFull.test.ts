import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/openDatabase.ts'
import { databaseProblems } from '#health/health.ts'
import { watchDatabase } from '../../src/health/watchDatabase.ts'
import { createTestDatabase } from '../setup/database/database.ts'

/** PostgreSQL's error for a full disk. */
const write = sql`do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`

test('a full disk degrades the database, is logged once for all refused writes, and ends when there is room', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  await using storage = await createTestDatabase()
  await using database = await openDatabase({ databaseUrl: storage.url, dataDir: '', log, migrations: [] })
  using watch = await watchDatabase(database)
  expect(watch.report().status).toBe('ok')
  const start = performance.now()
  const refusals = await Promise.allSettled(Array.from({ length: 20 }, () => write.execute(database.kysely)))
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('no room left'), cause: undefined },
    })
  expect(watch.report()).toMatchObject({ status: 'full', latencyMs: expect.any(Number) })
  expect(databaseProblems(watch.report())).toEqual(['database (disk full)'])
  await expect.poll(() => watch.report().status).toBe('ok')
  const logged = lines.filter((line) => /^database (disk|accepts)/.test(line))
  // On a busy machine the writes outlast the second after which the disk is tried again, and the next one is a new report.
  const reports = Math.min(1 + Math.floor((performance.now() - start) / 1_000), logged.length / 2)
  const report = ['database disk is full: refusing writes', 'database accepts writes again']
  expect(logged).toEqual(Array.from({ length: Math.max(1, reports) }, () => report).flat())
})
