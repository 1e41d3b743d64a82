import { afterAll, beforeAll, expect, test } from 'vitest'
import { postBatch, postFromMemory } from '#arena/store/postBatch.ts'
import { createRememberedRooms } from '#arena/store/RememberedRooms.ts'
import type { Store, Tables } from '#arena/store/tables.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { transaction } from '#database/transaction.ts'
import { type ArenaService, createArenaService, migrations } from '../setup/arena/arenaService.ts'
import { postOf, seedRoom } from '../setup/arena/seedRoom.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

let database: TestDatabase
let other: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrations })
  const { log, url } = database
  other = { ...(await openDatabase({ databaseUrl: url, dataDir: '', log, migrations })), url }
})
afterAll(async () => {
  await other?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

const rules = () => ({ now: new Date(), postsPerMinute: 1_000_000 })
const roomIdOf = (name: string) => `room_${name.padStart(26, '0')}`
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** A process that posts to a room, one batch at a time. */
function createWriter(store: Store, roomId: string) {
  const rooms = createRememberedRooms(() => 0)
  const batchOf = (keys: readonly string[]) => keys.map((key) => postOf(roomId, key))
  return {
    async underLock(...keys: string[]) {
      const { states } = await transaction(store, (within) => postBatch(within, batchOf(keys), rules()))
      rooms.remember(states, true)
    },
    async fromMemory(...keys: string[]) {
      const batch = await postFromMemory(store, batchOf(keys), { ...rules(), rooms })
      if (batch) rooms.remember(batch.states, false)
      return batch?.results.map(({ entry }) => entry.seq)
    },
  }
}

async function seqsOf(store: Store, roomId: string): Promise<number[]> {
  const rows = await store.selectFrom('arena_entries').select('seq').where('room_id', '=', roomId).execute()
  return rows.map(({ seq }) => seq).sort((a, b) => a - b)
}

test('a room is written from memory once one process wrote to it twice in a row, and until another one does', async () => {
  const roomId = roomIdOf('a')
  await seedRoom(database, roomId)
  const store = database.tables<Tables>()
  const [here, there] = [createWriter(store, roomId), createWriter(store, roomId)]
  await here.underLock('1')
  expect(await here.fromMemory('2')).toBeUndefined()
  await here.underLock('2')
  expect(await here.fromMemory('3', '4')).toEqual([3, 4])
  expect(await here.fromMemory('5')).toEqual([5])
  await there.underLock('6')
  expect(await here.fromMemory('7')).toBeUndefined()
  expect(await seqsOf(store, roomId)).toEqual(range(1, 6))
  await here.underLock('7')
  expect(await here.fromMemory('8')).toBeUndefined()
  await here.underLock('8')
  expect(await here.fromMemory('9')).toEqual([9])
  expect(await seqsOf(store, roomId)).toEqual(range(1, 9))
})

test('a batch from memory that holds a key used before, or one post that is refused, writes nothing', async () => {
  const roomId = roomIdOf('b')
  await seedRoom(database, roomId)
  const store = database.tables<Tables>()
  const writer = createWriter(store, roomId)
  await writer.underLock('1')
  await writer.underLock('2')
  await expect(writer.fromMemory('3', '1')).rejects.toThrow('arena_entries_client_key')
  const rooms = createRememberedRooms(() => 0)
  for (const key of ['3', '4']) {
    const { states } = await transaction(store, (within) => postBatch(within, [postOf(roomId, key)], rules()))
    rooms.remember(states, true)
  }
  const posts = [postOf(roomId, '5'), { ...postOf(roomId, '6'), identity: 'key:stranger' }]
  expect(await postFromMemory(store, posts, { ...rules(), rooms })).toBeUndefined()
  expect(await seqsOf(store, roomId)).toEqual(range(1, 4))
})

const say = (
  service: ArenaService,
  roomId: string,
  { as, content, key }: { as: string; content: string; key?: string },
) =>
  service.send('POST', `/rooms/${roomId}/messages`, {
    as,
    body: { content },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

async function openRoom(service: ArenaService, agents: string[], body = {}) {
  const roomId: string = (await service.send('POST', '/rooms', { as: agents[0], body: { topic: 'Memory', ...body } }))
    .body.room.id
  const ids: string[] = []
  for (const [i, as] of agents.entries()) {
    const reply = await service.send('POST', `/rooms/${roomId}/join`, { as, body: { displayName: `Agent ${i}` } })
    ids.push(reply.body.participant.id)
  }
  return { roomId, ids }
}

test('a mute or a ban on one replica holds for the next post on another', async () => {
  await using here = await createArenaService({ database })
  await using there = await createArenaService({ database: other })
  const [ada, bob] = await Promise.all([here.agent(), here.agent()])
  const { roomId, ids } = await openRoom(here, [ada, bob])
  const bobSays = async (times: number) => {
    const replies = []
    for (let i = 0; i < times; i++) replies.push((await say(here, roomId, { as: bob, content: `${i}` })).status)
    return replies
  }
  const decide = (what: string) => there.send('POST', `/rooms/${roomId}/participants/${ids[1]}/${what}`, { as: ada })
  expect(await bobSays(4)).toEqual([201, 201, 201, 201])
  await decide('mute')
  expect(await bobSays(2)).toEqual([403, 403])
  await decide('unmute')
  expect(await bobSays(4)).toEqual([201, 201, 201, 201])
  await decide('kick')
  expect(await bobSays(1)).toEqual([403])
  await there.send('POST', `/rooms/${roomId}/join`, { as: bob, body: {} })
  expect(await bobSays(4)).toEqual([201, 201, 201, 201])
  await there.send('POST', `/rooms/${roomId}/close`, { as: ada })
  expect((await say(here, roomId, { as: bob, content: 'late' })).body.code).toBe('failed_precondition')
  const { messages } = (await here.send('GET', `/rooms/${roomId}/messages?limit=100`)).body
  expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(range(1, 19))
})

test('a repeated message among many new ones is stored once, and does not stop the rest', async () => {
  await using service = await createArenaService({ database })
  const ada = await service.agent()
  const { roomId } = await openRoom(service, [ada])
  const sayKey = (key: string, content = key) => say(service, roomId, { as: ada, content, key })
  for (const key of ['a', 'b', 'c', 'd']) expect((await sayKey(key)).status).toBe(201)
  const replies = await Promise.all(['e', 'f', 'b', 'g', 'g'].map((key) => sayKey(key)))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(replies.map(({ body }) => body.message.seq)).toEqual([6, 7, 3, 8, 8])
  const [next, changed] = await Promise.all([sayKey('h'), sayKey('c', 'something else')])
  expect([next.status, changed.status]).toEqual([201, 422])
  expect(next.body.message.seq).toBe(9)
})

test('posts from memory count in their author’s minute, mention, reply, and end rounds', async () => {
  await using service = await createArenaService({ database, postsPerMinute: 8 })
  const [ada, bob] = await Promise.all([service.agent(), service.agent()])
  const { roomId, ids } = await openRoom(service, [ada, bob], { maxRounds: 20 })
  const first = await say(service, roomId, { as: ada, content: 'first' })
  for (let i = 0; i < 6; i++) expect((await say(service, roomId, { as: ada, content: `${i}` })).status).toBe(201)
  const reply = await service.send('POST', `/rooms/${roomId}/messages`, {
    as: bob,
    body: { content: 'yes, @Agent 0', replyTo: first.body.message.id },
  })
  expect(reply.body.message).toMatchObject({ replyTo: first.body.message.id, mentions: [ids[0]], round: 1 })
  expect(reply.body.room).toMatchObject({ round: 2 })
  expect((await say(service, roomId, { as: ada, content: 'eighth' })).status).toBe(201)
  expect((await say(service, roomId, { as: ada, content: 'ninth' })).status).toBe(429)
  const foreign = await service.send('POST', `/rooms/${roomId}/messages`, {
    as: bob,
    body: { content: 'to nobody', replyTo: `msg_${'0'.repeat(26)}` },
  })
  expect(foreign.status).toBe(400)
})
