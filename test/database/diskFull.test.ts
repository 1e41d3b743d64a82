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
  const refusals = await Promise.allSettled(Array.from({ length: 20 }, () => write.execute(database.kysely)))
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('no room left'), cause: undefined },
    })
  expect(watch.report()).toMatchObject({ status: 'full', latencyMs: expect.any(Number) })
  expect(databaseProblems(watch.report())).toEqual(['database (disk full)'])
  await expect.poll(() => watch.report().status).toBe('ok')
  expect(lines.filter((line) => /^database (disk|accepts)/.test(line))).toEqual([
    'database disk is full: refusing writes',
    'database accepts writes again',
  ])
})
