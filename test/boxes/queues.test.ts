import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHost } from '#boxes/host/createHost.ts'
import type { HostOptions } from '#boxes/host/HostOptions.ts'
import { readFileRequests } from '#boxes/store/fileRequests.ts'
import { claimBoxes, deleteStopped, explainWaiting, listUnpurged } from '#boxes/store/hosts.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import type { Store, Tables } from '#boxes/store/tables.ts'
import { migrations } from '../setup/boxes/boxesMigrations.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createTestDatabase({ migrations })
  store = database.tables<Tables>()
})
beforeEach(async () => void (await sql`truncate boxes, box_hosts, box_file_requests`.execute(database.kysely)))
afterAll(() => database?.[Symbol.asyncDispose]())

type Given = { id: string; developer: string; host?: string; status?: string; ageSeconds?: number }

async function insertBox({ id, developer, host, status = 'creating', ageSeconds = 0 }: Given): Promise<void> {
  await sql`insert into boxes (id, developer_id, name, agent_id, size, idle_seconds, expires_at, host_id, status, created_at, updated_at)
    values (${id}, ${developer}, 'x', 'echo', 'small', 60, now() + interval '1 hour', ${host ?? null}, ${status},
      now() - make_interval(secs => ${ageSeconds}), now() - make_interval(secs => ${ageSeconds}))`.execute(
    database.kysely,
  )
}

describe('places of a host', () => {
  test('go to the developer with the fewest boxes, even if others have waited for longer', async () => {
    for (const n of [1, 2, 3]) await insertBox({ id: `busy_${n}`, developer: 'busy', host: 'host_a', status: 'ready' })
    for (const n of [4, 5, 6]) await insertBox({ id: `busy_${n}`, developer: 'busy', ageSeconds: 600 - n })
    for (const n of [1, 2]) await insertBox({ id: `other_${n}`, developer: 'other', ageSeconds: 10 - n })
    expect((await claimBoxes(store, 'host_b', 1)).map(({ id }) => id)).toEqual(['other_1'])
    const next = await claimBoxes(store, 'host_b', 2)
    expect(next.map(({ id }) => id).toSorted()).toEqual(['busy_4', 'other_2'])
  })

  test('are shared by two developers who ask at the same time', async () => {
    for (let n = 0; n < 9; n++) await insertBox({ id: `first_${n}`, developer: 'first', ageSeconds: 100 - n })
    for (let n = 0; n < 9; n++) await insertBox({ id: `second_${n}`, developer: 'second', ageSeconds: 50 - n })
    const claimed = await claimBoxes(store, 'host_a', 6)
    expect(claimed.filter(({ developer_id }) => developer_id === 'second')).toHaveLength(3)
  })

  test('that are all taken are the stated reason of a box that waits', async () => {
    await insertBox({ id: 'box_1', developer: 'late', ageSeconds: 60 })
    await explainWaiting(store)
    const { rows } = await sql`select status_reason from boxes`.execute(database.kysely)
    expect(rows).toEqual([{ status_reason: expect.stringMatching(/^All box slots are in use/) }])
  })
})

describe('stopped boxes', () => {
  const stop = () => sql`update boxes set wanted = 'stopped', status = 'stopped'`.execute(database.kysely)

  test('are deleted after their time, and running ones never', async () => {
    await insertBox({ id: 'old', developer: 'ada', ageSeconds: 120 })
    await insertBox({ id: 'new', developer: 'ada', ageSeconds: 30 })
    await stop()
    await insertBox({ id: 'paused', developer: 'ada', ageSeconds: 120, status: 'paused' })
    expect(await deleteStopped(store, 60)).toEqual(['old'])
    expect(await deleteStopped(store, 60)).toEqual([])
  })

  test('of one developer are kept up to a number, the newest first', async () => {
    for (let n = 0; n < 52; n++) await insertBox({ id: `many_${n}`, developer: 'many', ageSeconds: n })
    await insertBox({ id: 'other', developer: 'other', ageSeconds: 100 })
    await stop()
    expect((await deleteStopped(store, 3_600)).toSorted()).toEqual(['many_50', 'many_51'])
  })
})

test('a deleted box that nobody purged is found again, once', async () => {
  await insertBox({ id: 'left', developer: 'ada' })
  await insertBox({ id: 'live', developer: 'ada' })
  for (const id of ['left', 'live'])
    await sql`insert into box_logs (box_id, seq, source, line) values (${id}, 1, 'service', 'x')`.execute(
      database.kysely,
    )
  await sql`update boxes set wanted = 'deleted', status = 'deleted' where id = 'left'`.execute(database.kysely)
  expect(await listUnpurged(store)).toEqual(['left'])
  await purgeBox(store, 'left')
  expect(await listUnpurged(store)).toEqual([])
})

describe('file requests', () => {
  async function request(boxId: string, count: number): Promise<void> {
    await sql`insert into box_file_requests (id, box_id, input) select ${boxId} || n, ${boxId}, '{}'
      from generate_series(1, ${count}) n`.execute(database.kysely)
  }

  test('to a box that never starts keep no other box waiting', async () => {
    await insertBox({ id: 'a_stuck', developer: 'ada', host: 'host_a' })
    await insertBox({ id: 'b_ready', developer: 'bob', host: 'host_a', status: 'ready' })
    await request('a_stuck', 60)
    await request('b_ready', 1)
    expect((await readFileRequests(store, 'host_a')).map(({ box_id }) => box_id)).toEqual(['b_ready'])
  })

  test('of one box come after the first of every other', async () => {
    for (const id of ['a_many', 'b_one']) await insertBox({ id, developer: id, host: 'host_a', status: 'ready' })
    await request('a_many', 60)
    await request('b_one', 1)
    const [first, second] = await readFileRequests(store, 'host_a')
    expect([first?.box_id, second?.box_id].toSorted()).toEqual(['a_many', 'b_one'])
  })
})

test('a host ends even if one of its boxes never does', async () => {
  await insertBox({ id: 'box_1', developer: 'ada' })
  const starting = Promise.withResolvers<void>()
  const stuck = {
    database,
    store,
    commits: { commit: () => new Promise(() => {}) },
    catalogue: { get: () => ({}), program: () => ({}) },
    driver: { isolation: {} },
    warm: { agentId: '', take: () => undefined, fill: () => {} },
    skillMounts: { mountsOf: async () => ({}) },
    starts() {
      starting.resolve()
      return new Promise(() => {})
    },
    attach: () => ({ [Symbol.dispose]: () => {} }),
    ...{ boxesMax: 1, runMs: 1_000, retentionSeconds: 60, shutdownMs: 100 },
  } as unknown as HostOptions
  const host = await createHost(stuck)
  await starting.promise
  await host[Symbol.asyncDispose]()
  const { rows } = await sql`select id from box_hosts`.execute(database.kysely)
  expect(rows).toEqual([])
})
