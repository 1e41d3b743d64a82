import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { type ArenaService, createArenaService, migrations } from '../setup/arena/arenaService.ts'
import { type CommitProxy, type Cut, startCommitProxy } from '../setup/database/commitProxy.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { postmasterOf } from '../setup/database/databaseService.ts'
import { serverOf } from '../setup/database/standby.ts'
import type { Reply } from '../setup/jsonRequest.ts'
import { temporaryFolder } from '../setup/process.ts'

const log = pino({ level: 'silent' })
const CUTS: Cut[] = ['before', 'after', 'during']

const owned = new AsyncDisposableStack()
let proxy: CommitProxy
let service: ArenaService
let postmaster: () => Promise<number>
let as: string
let roomId: string

beforeAll(async () => {
  const folder = owned.use(await temporaryFolder())
  await copySeed(folder.path)
  const server = owned.use(serverOf(await openCluster({ dataDir: folder.path, log })))
  postmaster = () => postmasterOf(join(folder.path, 'postgres', 'data'))
  proxy = owned.use(await startCommitProxy(server.url))
  const database = owned.use(await openDatabase({ databaseUrl: proxy.url, dataDir: '', log, migrations }))
  service = owned.use(await createArenaService({ database: { ...database, url: proxy.url } }))
  as = await service.agent()
  roomId = (await service.send('POST', '/rooms', { as, body: { topic: 'Commits' } })).body.room.id
  await service.send('POST', `/rooms/${roomId}/join`, { as, body: { displayName: 'Poster' } })
})
afterAll(() => owned.disposeAsync())

/** Sends a write again and again: first until its COMMIT is cut, then until it is acknowledged. */
async function sendThrough(cut: Cut, written: string, send: () => Promise<Reply>): Promise<Reply> {
  const pid = await postmaster()
  let isCut = false
  const cutting = proxy
    .cutNext(cut, written, () => void process.kill(pid, 'SIGKILL'))
    .then(() => {
      isCut = true
    })
  for (;;) {
    const wasCut = isCut
    const reply = await send()
    if (wasCut && reply.status === 201) return cutting.then(() => reply)
    expect([409, 503]).toContain(reply.status)
    await delay(50)
  }
}

async function countOf(query: ReturnType<typeof sql<{ count: number }>>): Promise<number | undefined> {
  return (await query.execute(service.database.kysely)).rows[0]?.count
}

describe.each(CUTS)('a COMMIT whose connection is lost %s it', (cut) => {
  test('is stored once when it is sent again, with the same number in every answer', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const content = `cut ${cut}`
    const send = () => service.send('POST', `/rooms/${roomId}/messages`, { as, headers, body: { content } })
    const acknowledged = await sendThrough(cut, content, send)
    expect((await send()).body.message).toEqual(acknowledged.body.message)
    expect(await countOf(sql`select count(*) from arena_entries where content = ${content}`)).toBe(1)
  })

  test('creates one room when it is sent again', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const topic = `Room cut ${cut}`
    const send = () => service.send('POST', '/rooms', { as, headers, body: { topic } })
    const acknowledged = await sendThrough(cut, topic, send)
    expect((await send()).body).toEqual(acknowledged.body)
    expect(await countOf(sql`select count(*) from arena_rooms where topic = ${topic}`)).toBe(1)
  })
})
