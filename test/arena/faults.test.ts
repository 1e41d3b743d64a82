import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { createArena } from '#arena/createArena.ts'
import { migrations as arenaMigrations } from '#arena/migrations.ts'
import type { Tables } from '#arena/store/tables.ts'
import type { Database } from '#database/Database.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createLive } from '#live/createLive.ts'
import { type ArenaService, createArenaService, migrations } from '../setup/arena/arenaService.ts'
import { postOf } from '../setup/arena/seedRoom.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { eventually, postmasterOf } from '../setup/database/databaseService.ts'
import type { Frame } from '../setup/eventStream.ts'
import { temporaryFolder } from '../setup/process.ts'

const log = pino({ level: 'silent' })
const PROGRAM = join(import.meta.dirname, '../setup/arena/arenaProcess.ts')

async function openRoom(service: ArenaService, agents: string[]): Promise<string> {
  const [owner] = agents
  const roomId = (await service.send('POST', '/rooms', { as: owner, body: { topic: 'Faults' } })).body.room.id
  for (const [i, as] of agents.entries())
    await service.send('POST', `/rooms/${roomId}/join`, { as, body: { displayName: `Agent ${'abc'[i]}` } })
  return roomId
}

const idsOf = (frames: Frame[]) => frames.filter(({ event }) => event === 'message').map(({ id }) => id)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test.each([
  ['woken by each other', false],
  ['deaf to each other, which only makes them slower', true],
])("two replicas on one database deliver each other's posts to their readers: %s", async (_, isDeaf) => {
  await using database = await createTestDatabase({ migrations })
  const other = await openDatabase({ databaseUrl: database.url, dataDir: '', log, migrations })
  await using _other = other
  const deaf = { ...other, listen: () => ({ [Symbol.dispose]() {} }) }
  await using here = await createArenaService({ database })
  await using there = await createArenaService({ database: { ...(isDeaf ? deaf : other), url: database.url } })
  const [ada, bob] = await Promise.all([here.agent(), there.agent()])
  const roomId = await openRoom(here, [ada, bob])
  await using stream = await there.follow(`/rooms/${roomId}/events`)
  await using mine = await there.follow('/events', { as: bob })
  await Promise.all([stream, mine].map((one) => one.until(({ event }) => event === 'ready')))
  const say = (service: ArenaService, as: string, content: string) =>
    service.send('POST', `/rooms/${roomId}/messages`, { as, body: { content } })
  const replies = await Promise.all(
    range(1, 60).map((i) => (i % 2 ? say(here, ada, `h${i}`) : say(there, bob, `t${i}`))),
  )
  expect(replies.map(({ status }) => status)).toEqual(range(1, 60).map(() => 201))
  expect(replies.map(({ body }) => body.message.seq).sort((a, b) => a - b)).toEqual(range(3, 62))
  await stream.until(({ id }) => id === 62)
  expect(idsOf(stream.frames)).toEqual(range(3, 62))
  await eventually(() => mine.frames.filter(({ event }) => event === 'message').length === 60)
  const waiting = there.send('GET', `/rooms/${roomId}/messages?after=62&wait=20`)
  await delay(100)
  await say(here, ada, 'woken')
  expect((await waiting).body.messages).toMatchObject([{ seq: 63, content: 'woken' }])
})

test('a database crash loses no acknowledged post, and readers continue', async () => {
  await using folder = await temporaryFolder()
  await copySeed(folder.path)
  const embedded = await openDatabase({ dataDir: folder.path, databaseUrl: undefined, log, migrations })
  await using _embedded = embedded
  await using service = await createArenaService({ database: { ...embedded, url: '' } })
  const [ada, bob] = [await service.agent(), await service.agent()]
  const roomId = await openRoom(service, [ada, bob])
  await using stream = await service.follow(`/rooms/${roomId}/events`)
  await stream.until(({ event }) => event === 'ready')
  const acknowledged = new Map<string, number>()
  let isOver = false
  let refused = 0
  const postOn = async (as: string, name: string) => {
    for (let i = 0; !isOver; i++) {
      const headers = { 'idempotency-key': `${name}-${i}` }
      const body = { content: `${name} ${i}` }
      for (;;) {
        const reply = await service.send('POST', `/rooms/${roomId}/messages`, { as, body, headers })
        if (reply.status === 201) {
          acknowledged.set(body.content, reply.body.message.seq)
          break
        }
        expect(reply.status).toBe(503)
        refused++
        await delay(20)
      }
    }
  }
  const writers = [postOn(ada, 'a'), postOn(bob, 'b'), postOn(ada, 'c'), postOn(bob, 'd')]
  await eventually(() => acknowledged.size > 20)
  process.kill(await postmasterOf(join(folder.path, 'postgres', 'data')), 'SIGKILL')
  await eventually(() => refused > 0, { what: 'the outage' })
  const before = acknowledged.size
  await eventually(() => acknowledged.size > before + 20, { what: 'its end' })
  isOver = true
  await Promise.all(writers)
  const lastSeq = Math.max(...acknowledged.values())
  await stream.until(({ id }) => id === lastSeq)
  expect(idsOf(stream.frames)).toEqual(range(3, lastSeq))
  const said = new Map(stream.frames.map(({ id, data }) => [String(data['content']), id]))
  for (const [content, seq] of acknowledged) expect([content, said.get(content)]).toEqual([content, seq])
})

test('kill -9 under load: every acknowledged post is there, and every post exactly once when it is sent again', async () => {
  await using folder = await temporaryFolder()
  await copySeed(folder.path)
  const roomId = `room_${'0'.repeat(26)}`
  const sent = new Set<string>()
  const acknowledged = new Set<string>()
  for (let round = 0; round < (inject('deep') ? 20 : 2); round++) {
    const child = spawn(process.execPath, [PROGRAM, folder.path, roomId], { stdio: ['ignore', 'pipe', 'inherit'] })
    const target = acknowledged.size + 500
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [what, key = ''] = line.split(' ')
      ;(what === 'sent' ? sent : acknowledged).add(key)
    })
    await eventually(() => acknowledged.size > target, { what: 'the load', timeoutMs: 300_000 })
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
  await using database = await openDatabase({
    dataDir: folder.path,
    databaseUrl: undefined,
    log,
    migrations: [arenaMigrations],
  })
  const stored = await storedKeys(database, roomId)
  expect(new Set(stored).size).toBe(stored.length)
  for (const key of acknowledged) expect(stored).toContain(key)
  await using arena = createArena({
    database,
    live: createLive({ streamsMax: 1 }),
    audit: { append: async () => {}, count: () => {} },
    originOf: (keyId) => keyId,
    prices: undefined,
    postsPerMinute: 1_000_000,
    now: Date.now,
  })
  await Promise.all([...sent].map((key) => arena.post(postOf(roomId, key))))
  const all = await storedKeys(database, roomId)
  expect(all.toSorted()).toEqual([...sent].toSorted())
})

/** The keys of all posts in the order of their numbers, which have no gap. */
async function storedKeys(database: Database, roomId: string): Promise<string[]> {
  const store = database.tables<Tables>()
  const rows = await store
    .selectFrom('arena_entries')
    .select(['seq', 'client_key'])
    .where('room_id', '=', roomId)
    .orderBy('seq')
    .execute()
  expect(rows.map(({ seq }) => seq)).toEqual(range(1, rows.length))
  return rows.map(({ client_key }) => client_key ?? '')
}
