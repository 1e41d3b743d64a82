import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#health/migrations.ts'
import * as Outages from '#health/Outages.ts'
import { watchOutages } from '#health/watchOutages.ts'
import { createTestDatabase } from '../setup/database/database.ts'

const createDatabase = () => createTestDatabase({ migrations: [migrations] })
const QUICK = { sampleMs: 5, writeMs: 10, shortestMs: 20 }
const PAGE = { limit: 10, before: null }

test('a part that fails is an outage from its first failure until its last', async () => {
  await using database = await createDatabase()
  const { kysely: db } = database
  let failing = ['chain 4663', 'launch index (12 blocks behind)']
  using _watch = watchOutages({ db, failing: () => failing, ...QUICK })
  await expect
    .poll(async () => (await Outages.list(db, PAGE)).map(({ part }) => part).sort())
    .toEqual(['chain 4663', 'launch index'])
  const [newest] = await Outages.list(db, PAGE)
  expect(newest?.endedAt).toBeNull()
  failing = []
  await sql`update outages set seen_at = seen_at - interval '1 hour', started_at = started_at - interval '2 hours'`.execute(
    db,
  )
  const ended = await Outages.list(db, PAGE)
  expect(
    ended.map(({ detail, startedAt, endedAt }) => [detail, Number(endedAt) - Number(startedAt) > 3_000_000]),
  ).toEqual(
    expect.arrayContaining([
      ['12 blocks behind', true],
      [null, true],
    ]),
  )
})

test('an outage of the database is recorded once it is back, and a short failure is not', async () => {
  await using database = await createDatabase()
  const { kysely: db } = database
  await sql`alter table service_seen rename to away`.execute(db)
  let failing = ['database']
  let samples = 0
  const count = () => {
    samples++
    return failing
  }
  using _watch = watchOutages({ db, failing: count, ...QUICK })
  await expect.poll(() => samples).toBeGreaterThan(20)
  failing = []
  const before = samples
  await expect.poll(() => samples).toBeGreaterThan(before + 5)
  expect(await Outages.list(db, PAGE)).toEqual([])
  await sql`alter table away rename to service_seen`.execute(db)
  await expect.poll(async () => (await Outages.list(db, PAGE)).map(({ part }) => part)).toEqual(['database'])
})

test('reports of several replicas are one outage, and a later one is another', async () => {
  await using database = await createDatabase()
  const { kysely: db } = database
  const report = (startedMsAgo: number, seenMsAgo: number) =>
    Outages.record(db, { part: 'database', detail: null, startedMsAgo, seenMsAgo })
  await report(600_000, 500_000)
  await Promise.all([report(60_000, 50_000), report(58_000, 40_000), report(62_000, 45_000)])
  const seconds = (await Outages.list(db, PAGE)).map(({ startedAt, endedAt }) =>
    Math.round((Number(endedAt) - Number(startedAt)) / 1_000),
  )
  expect(seconds).toEqual([22, 100])
})

test('the time in which no replica ran is an outage of the service', async () => {
  await using database = await createDatabase()
  const { kysely: db } = database
  expect(await Outages.markSeen(db)).toBeUndefined()
  await sql`update service_seen set at = now() - interval '10 minutes'`.execute(db)
  using _watch = watchOutages({ db, failing: () => [], ...QUICK })
  await expect.poll(async () => (await Outages.list(db, PAGE)).map(({ part }) => part)).toEqual(['service'])
})

test('old outages are forgotten', async () => {
  await using database = await createDatabase()
  const { kysely: db } = database
  const day = 86_400_000
  await Outages.record(db, { part: 'database', detail: null, startedMsAgo: 92 * day, seenMsAgo: 91 * day })
  await Outages.record(db, { part: 'database', detail: null, startedMsAgo: 2 * day, seenMsAgo: day })
  await Outages.forgetOld(db)
  expect(await Outages.list(db, PAGE)).toHaveLength(1)
})
