import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnpurged } from '#boxes/store/hosts.ts'
import type { Tables } from '#boxes/store/tables.ts'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'
import { installedAgent } from '../setup/boxes/installedAgent.ts'
import { templatesFolder } from '../setup/boxes/templates.ts'

const opened = new AsyncDisposableStack()
let service: BoxesService
/** A replica that runs no boxes. */
let other: BoxesService
let ada: string

beforeAll(async () => {
  const agents = opened.use(await installedAgent())
  const template = { id: 'recalling', command: 'recalling-agent', arguments: ['resume'], hosts: ['example.com'] }
  const templates = opened.use(await templatesFolder(template))
  const folders = { agentsFolder: agents.path, templatesFolder: templates.path }
  service = opened.use(await createBoxesService({ ...folders, warm: 0, perDeveloperMax: 30 }))
  other = opened.use(
    await createBoxesService({ ...folders, database: service.database, boxesMax: 0, perDeveloperMax: 30 }),
  )
  ada = await service.developer()
})
afterAll(() => opened.disposeAsync())

const write = (boxId: string, path: string, content: string) =>
  service.send('PUT', `/${boxId}/files`, { as: ada, body: { path, content } })
const read = async (boxId: string, path: string) =>
  (await service.send('GET', `/${boxId}/files?path=${path}`, { as: ada })).body.content
const snapshotOf = async (boxId: string, body: object = {}, by = service) =>
  (await by.send('POST', `/${boxId}/snapshots`, { as: ada, body })).body.snapshot
const remove = (id: string) => service.send('DELETE', `/snapshots/${id}`, { as: ada })

async function fork(id: string): Promise<string> {
  const { status, body } = await service.send('POST', `/snapshots/${id}/fork`, { as: ada, body: {} })
  expect(status, JSON.stringify(body)).toBe(201)
  await service.untilStatus(ada, body.box.id, 'ready')
  return body.box.id
}

async function pause(boxId: string): Promise<void> {
  await service.send('POST', `/${boxId}/pause`, { as: ada, body: {} })
  await service.untilStatus(ada, boxId, 'paused')
}

/** The path of the newest session of a box. */
async function newest(boxId: string): Promise<string> {
  const { sessions } = (await service.send('GET', `/${boxId}/sessions`, { as: ada })).body
  return `/${boxId}/sessions/${sessions[0].id}`
}

async function countParts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from box_archive_parts`.execute(
    service.database.kysely,
  )
  return rows[0]?.count ?? -1
}

describe('a snapshot', () => {
  test('of a running box is forked with its files and conversation, and both boxes continue independently', async () => {
    const first = await service.readyBox(ada, { agentId: 'recalling', labels: { team: 'blue' } })
    const path = `/${first}/sessions/${await service.session(ada, first)}`
    await service.ask(ada, path, 'the word is harbour')
    await write(first, 'note.txt', 'before')
    const snapshot = await snapshotOf(first, { name: 'good state' })
    expect(snapshot).toMatchObject({ boxId: first, name: 'good state', agentId: 'recalling', sessions: 1 })
    expect(snapshot.digest).toMatch(/^[0-9a-f]{64}$/)
    await write(first, 'note.txt', 'after')
    const second = await fork(snapshot.id)
    expect(await read(second, 'note.txt')).toBe('before')
    expect(await read(first, 'note.txt')).toBe('after')
    const copied = await newest(second)
    expect(copied).not.toContain(path.split('/')[3])
    const { messages, session } = (await service.send('GET', copied, { as: ada })).body
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(['the word is harbour', 'kept'])
    expect(session.messageCount).toBe(2)
    const { agentReply } = (await service.ask(ada, copied, 'recall')).body
    expect(JSON.parse(agentReply.content)).toEqual({ opened: 'resume', said: ['the word is harbour'], told: [] })
    expect((await service.send('GET', `/${second}`, { as: ada })).body.box.labels).toEqual({ team: 'blue' })
    const events = (await service.send('GET', `${copied}/events?after=0`, { as: ada })).body.events ?? []
    expect(events.filter(({ kind }: { kind: string }) => kind === 'message').length).toBeGreaterThanOrEqual(2)
  })

  test('is taken through a replica that does not run the box', async () => {
    const boxId = await service.readyBox(ada)
    await write(boxId, 'far.txt', 'seen from afar')
    const snapshot = await snapshotOf(boxId, {}, other)
    expect(await read(await fork(snapshot.id), 'far.txt')).toBe('seen from afar')
  })

  test('outlives its box, and the last one who leaves deletes the files', async () => {
    const before = await countParts()
    const boxId = await service.readyBox(ada)
    await write(boxId, 'kept.txt', 'kept')
    await pause(boxId)
    const snapshot = await snapshotOf(boxId)
    expect(await countParts()).toBe(before + 1)
    await service.send('DELETE', `/${boxId}`, { as: ada })
    const second = await fork(snapshot.id)
    expect(await read(second, 'kept.txt')).toBe('kept')
    expect((await remove(snapshot.id)).status).toBe(204)
    await pause(second)
    expect(await read(second, 'kept.txt')).toBe('kept')
    await service.send('DELETE', `/${second}`, { as: ada })
    await expect.poll(countParts).toBe(before)
    expect(await service.countRows(snapshot.id)).toBe(0)
    expect((await remove(snapshot.id)).status).toBe(404)
  })

  test('restores a paused box, and nothing else', async () => {
    const boxId = await service.readyBox(ada)
    const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
    await service.ask(ada, path, 'first words')
    await write(boxId, 'note.txt', 'old')
    const { id: snapshotId } = await snapshotOf(boxId)
    await service.ask(ada, path, 'later words')
    await write(boxId, 'note.txt', 'new')
    const restore = () => service.send('POST', `/${boxId}/restore`, { as: ada, body: { snapshotId } })
    expect(await restore()).toMatchObject({ status: 400, body: { message: expect.stringContaining('/pause first') } })
    await pause(boxId)
    expect((await restore()).status).toBe(200)
    expect(await read(boxId, 'note.txt')).toBe('old')
    await service.send('POST', `/${boxId}/resume`, { as: ada, body: {} })
    await service.untilStatus(ada, boxId, 'ready')
    expect(await read(boxId, 'note.txt')).toBe('old')
    const { agentReply } = (await service.ask(ada, await newest(boxId), 'history')).body
    expect(JSON.parse(agentReply.content).map(({ content }: { content: string }) => content)).toEqual([
      'first words',
      'first words',
    ])
    const another = await service.readyBox(ada, { agentId: 'recalling' })
    await pause(another)
    expect(await service.send('POST', `/${another}/restore`, { as: ada, body: { snapshotId } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Fork it instead') },
    })
  })

  test('of a larger box is not restored over a smaller one, whose files stay', async () => {
    const { id: snapshotId } = await snapshotOf(await service.readyBox(ada, { size: 'large' }))
    const boxId = await service.readyBox(ada)
    await write(boxId, 'note.txt', 'precious')
    await pause(boxId)
    expect(await service.send('POST', `/${boxId}/restore`, { as: ada, body: { snapshotId } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('larger box') },
    })
    expect(await read(boxId, 'note.txt')).toBe('precious')
  })

  test('of a box that an earlier version saved has its files', async () => {
    const boxId = await service.readyBox(ada)
    await write(boxId, 'note.txt', 'old')
    await pause(boxId)
    const { kysely } = service.database
    await sql`insert into box_archives (box_id, bytes) select box_id, bytes
      from box_file_archives join box_archive_parts using (archive_id) where box_id = ${boxId}`.execute(kysely)
    await sql`delete from box_file_archives where box_id = ${boxId}`.execute(kysely)
    const { id: snapshotId } = await snapshotOf(boxId)
    expect((await service.send('POST', `/${boxId}/restore`, { as: ada, body: { snapshotId } })).status).toBe(200)
    expect(await read(boxId, 'note.txt')).toBe('old')
  })

  test('that is refused at the end keeps no files', async () => {
    const boxId = await service.readyBox(ada)
    const { id } = await snapshotOf(boxId)
    const { kysely } = service.database
    await sql`insert into box_snapshots (id, developer_id, box_id, name, agent_id, settings, digest, bytes, sessions)
      select 'snap_f' || n, s.developer_id, box_id, name, agent_id, settings, digest, bytes, sessions from box_snapshots s,
        generate_series((select count(*)::int from box_snapshots o, box_snapshots m
          where m.id = ${id} and o.developer_id = m.developer_id) + 1, 19) n where s.id = ${id}`.execute(kysely)
    const before = await countParts()
    const takes = Array.from({ length: 3 }, () => service.send('POST', `/${boxId}/snapshots`, { as: ada, body: {} }))
    expect((await Promise.all(takes)).map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(await countParts()).toBe(before + 1)
    await sql`delete from box_snapshots where id like 'snap_f%'`.execute(kysely)
  })

  test('forked into a box that no host ever ran is purged with it', async () => {
    const boxId = await service.readyBox(ada)
    await write(boxId, 'note.txt', 'kept')
    const { id } = await snapshotOf(boxId)
    const { body } = await other.send('POST', `/snapshots/${id}/fork`, { as: ada, body: {} })
    const store = service.database.tables<Tables>()
    await sql`delete from box_logs where box_id = ${body.box.id}`.execute(store)
    await sql`update boxes set wanted = 'deleted', status = 'deleted', host_id = null where id = ${body.box.id}`.execute(
      store,
    )
    expect(await listUnpurged(store)).toContain(body.box.id)
  })

  test('belongs to its developer, is checked before use, and has a limit', async () => {
    const boxId = await service.readyBox(ada)
    await write(boxId, 'note.txt', 'mine')
    const { id } = await snapshotOf(boxId)
    const bob = await service.developer()
    expect((await service.send('POST', `/snapshots/${id}/fork`, { as: bob, body: {} })).status).toBe(404)
    expect((await service.send('DELETE', `/snapshots/${id}`, { as: bob })).status).toBe(404)
    expect((await service.send('GET', '/snapshots', { as: bob })).body.snapshots).toEqual([])
    await sql`update box_archive_parts set bytes = bytes || '\\x00'::bytea where archive_id =
      (select archive_id from box_file_archives where box_id = ${id})`.execute(service.database.kysely)
    expect(await service.send('POST', `/snapshots/${id}/fork`, { as: ada, body: {} })).toMatchObject({
      status: 500,
      body: { code: 'data_loss' },
    })
    await sql`insert into box_snapshots (id, developer_id, box_id, name, agent_id, settings, digest, bytes, sessions)
      select 'snap_' || n, developer_id, box_id, name, agent_id, settings, digest, bytes, sessions
      from box_snapshots, generate_series(1, 20) n where id = ${id}`.execute(service.database.kysely)
    expect(await service.send('POST', `/${boxId}/snapshots`, { as: ada, body: {} })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('maximum') },
    })
    const page = await service.send('GET', `/snapshots?boxId=${boxId}&limit=5`, { as: ada })
    expect(page.body.snapshots).toHaveLength(5)
    expect(page.body.nextCursor).not.toBeNull()
  })
})
