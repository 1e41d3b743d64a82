import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/openDatabase.ts'
import { databaseProblems } from '#health/health.ts'
import { watchDatabase } from '../../src/health/watchDatabase.ts'
import { createTestDatabase } from '../setup/database/database.ts'

/** What PostgreSQL says when a write finds no room, by its own SQLSTATE. */
const write = sql`do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`

test('a full disk degrades the database, is told once however many are refused, and is over when there is room', async () => {
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
  expect(lines.filter((line) => line.includes('room'))).toEqual([
    'the database has no room left to write: writes are refused until it has',
    'the database has room to write again',
  ])
})
