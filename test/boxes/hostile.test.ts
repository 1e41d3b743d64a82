import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'
import { templatesFolder } from '../setup/boxes/templates.ts'

const TEMPLATES = [
  { id: 'broken', command: 'perl', arguments: inPieces('test/setup/boxes/brokenAgent.pl') },
  { id: 'silent', command: 'sleep', arguments: ['600000'] },
]

let templates: Awaited<ReturnType<typeof templatesFolder>>
let service: BoxesService
let ada: string
let bob: string
let bobPath: string

beforeAll(async () => {
  templates = await templatesFolder(...TEMPLATES)
  service = await createBoxesService({ warm: 0, templatesFolder: templates.path, perDeveloperMax: 40 })
  ;[ada, bob] = await Promise.all([service.developer(), service.developer()])
  const boxId = await service.readyBox(bob)
  bobPath = `/${boxId}/sessions/${await service.session(bob, boxId)}`
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await templates[Symbol.asyncDispose]()
})

const get = (path: string, as = ada) => service.send('GET', path, { as })
const post = (path: string, body: object = {}, as = ada) => service.send('POST', path, { as, body })

async function conversation(body: object = {}): Promise<{ boxId: string; path: string }> {
  const boxId = await service.readyBox(ada, body)
  return { boxId, path: `/${boxId}/sessions/${await service.session(ada, boxId)}` }
}

describe('a hostile agent', () => {
  test('that floods its standard error does not keep others from the database', async () => {
    const { boxId, path } = await conversation()
    const flooding = service.ask(ada, path, 'stderr 200000')
    const answers = []
    for (let tries = 0; tries < 20; tries++) answers.push((await get('', bob)).status)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await flooding).body.task.status).toBe('completed')
    await expect.poll(async () => (await get(`/${boxId}/logs?limit=500`)).body.lines.length).toBeGreaterThan(1)
  })

  test('that sends large output is cut off, and its run ends', async () => {
    const { path } = await conversation()
    const { body } = await service.ask(ada, path, 'cards 200 30000')
    expect(body.task.status).toBe('completed')
    expect(body.agentReply.content).toMatch(/rest of the output was dropped/)
    const { rows } = await sql<{ bytes: number }>`select sum(length(body))::int as bytes from box_events
      where session_id = ${body.session.id} and kind = 'update'`.execute(service.database.kysely)
    expect(rows[0]?.bytes).toBeLessThan(1.2 * 2 ** 20)
    const { rows: replies } = await sql<{ bytes: number }>`select length(body) as bytes from box_events
      where session_id = ${body.session.id} and kind = 'message'`.execute(service.database.kysely)
    // The events of messages refer to the messages, and readers get them whole.
    for (const { bytes } of replies) expect(bytes).toBeLessThan(1_000)
    const { events } = (await get(`${path}/events?after=0`)).body
    const said = events.filter(({ kind }: { kind: string }) => kind === 'message')
    expect(said.at(-1).data.message).toEqual(body.agentReply)
    const large = await service.ask(ada, path, 'cards 1 3000000')
    expect(large.body.agentReply).toMatchObject({ content: 'sent', cards: [] })
  })

  test('that floods permission requests has most of them refused', async () => {
    const { path } = await conversation()
    await service.ask(ada, path, 'ask 300')
    expect((await service.ask(bob, bobPath, 'still here')).body.agentReply.content).toBe('still here')
    const { confirmations } = (await get(`${path}/confirmations`)).body
    expect(confirmations).toHaveLength(8)
    await post(`${path}/cancel`)
    await expect.poll(async () => (await get(path)).body.tasks[0].status).toBe('cancelled')
  })

  test('that goes on asking is killed, and says so in its log', async () => {
    const { boxId, path } = await conversation()
    await service.ask(ada, path, 'ask 1200')
    await expect.poll(async () => (await get(path)).body.tasks[0].status).toBe('failed')
    const log = async () => JSON.stringify((await get(`/${boxId}/logs`)).body.lines)
    await expect.poll(log).toContain('The agent sent too many permission requests.')
  })

  test('whose result holds NUL or unpaired surrogates ends its run with a clean reason', async () => {
    const { path } = await conversation()
    const { body } = await service.ask(ada, path, 'nul')
    expect(body.task).toMatchObject({ status: 'failed', error: expect.any(String) })
    expect(body.agentReply.cards).toMatchObject([{ title: 'ab', words: [''], data: { x: 'yz' } }])
  })

  test('whose results and updates lack fields, or have huge ones, ends each run with a bounded reason', async () => {
    const { path } = await conversation({ agentId: 'broken' })
    for (const word of ['empty', 'null', 'number', 'error', 'nameless', 'long', 'fine']) {
      const { task, agentReply } = (await service.ask(ada, path, word)).body
      expect([word, task.status]).toEqual([word, word === 'long' || word === 'fine' ? 'completed' : 'failed'])
      expect((task.error ?? task.stopReason).length, word).toBeLessThanOrEqual(500)
      expect(agentReply.content, word).toContain('said')
    }
  })

  test('that never answers its greeting keeps no other box from starting, and ends when its box is deleted', async () => {
    const before = await sandboxes()
    const made = await Promise.all(Array.from({ length: 6 }, () => post('', { agentId: 'silent' })))
    const boxId = await service.readyBox(bob)
    for (const id of [boxId, ...made.map(({ body }) => body.box.id)])
      await service.send('DELETE', `/${id}`, { as: id === boxId ? bob : ada })
    await expect.poll(sandboxes).toBe(before)
  })

  test('that ignores a cancel is killed, and its run is cancelled', async () => {
    const { path } = await conversation()
    const { body } = await post(`${path}/messages`, { content: 'hang' })
    await expect.poll(async () => (await get(path)).body.tasks[0].status).toBe('running')
    await post(`${path}/cancel`)
    await expect.poll(async () => (await get(path)).body.tasks[0].status).toBe('cancelled')
    expect((await get(path)).body.tasks[0].id).toBe(body.task.id)
  })
})

describe('a developer with a long queue', () => {
  test('delays nobody else, knows each position, and is refused beyond the maximum', async () => {
    const { boxId, path } = await conversation()
    await post(`${path}/messages`, { content: 'wait 600000' })
    await expect.poll(async () => (await get(path)).body.tasks[0].status).toBe('running')
    const queued = [
      await post(`${path}/messages`, { content: 'one' }),
      await post(`${path}/messages`, { content: 'two' }),
    ]
    expect(queued.map(({ body }) => body.task.queuePlace)).toEqual([1, 2])
    await sql`insert into box_tasks (id, box_id, session_id, message_id) select 'task_0' || n, ${boxId}, session_id, message_id
      from box_tasks, generate_series(1, 250) n where id = ${queued[0]?.body.task.id}`.execute(service.database.kysely)
    expect((await service.ask(bob, bobPath, 'my turn')).body.agentReply.content).toBe('my turn')
    const refused = await post(`${path}/messages`, { content: 'three' })
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/100 queued runs/)])
    expect((await post(`${path}/cancel`)).body.cancelled).toBe(253)
  })
})

describe('a run that is ended from two sides', () => {
  test.each(['pause', 'stop'])('has one reply and counts once after %s', async (verb) => {
    const { boxId, path } = await conversation()
    await post(`${path}/messages`, { content: 'wait 600000' })
    await expect.poll(async () => JSON.stringify((await get(`${path}/events?after=0`)).body)).toContain('waiting ')
    await post(`/${boxId}/${verb}`)
    await service.untilStatus(ada, boxId, verb === 'pause' ? 'paused' : 'stopped')
    const { messages, tasks } = (await get(path)).body
    expect(tasks).toMatchObject([{ status: 'cancelled' }])
    expect(messages.filter(({ authorType }: { authorType: string }) => authorType === 'agent')).toHaveLength(1)
    expect((await get(`/${boxId}`)).body.box.usage.runs).toBe(1)
  })

  test('has one reply and counts once after a crash in the middle of its answer', async () => {
    const { boxId, path } = await conversation()
    const other = `/${boxId}/sessions/${await service.session(ada, boxId)}`
    await post(`${path}/messages`, { content: 'wait 600000' })
    await expect.poll(async () => JSON.stringify((await get(`${path}/events?after=0`)).body)).toContain('waiting ')
    expect((await service.ask(ada, other, 'crash')).body.task.status).toBe('failed')
    await expect.poll(async () => (await get(path)).body.tasks[0].status).toBe('failed')
    // The box is ready again only after its host has ended every run of the crashed agent.
    await expect.poll(async () => (await get(`/${boxId}`)).body.box).toMatchObject({ status: 'ready', restarts: 1 })
    const { messages } = (await get(path)).body
    expect(messages.filter(({ authorType }: { authorType: string }) => authorType === 'agent')).toHaveLength(1)
    expect((await get(`/${boxId}`)).body.box.usage.runs).toBe(2)
  })
})

test('a box whose files cannot be restored leaves no sandbox behind', async () => {
  const { boxId } = await conversation()
  await post(`/${boxId}/pause`)
  await service.untilStatus(ada, boxId, 'paused')
  const before = await sandboxes()
  await sql`update box_archive_parts set bytes = 'damaged'
    where archive_id = (select archive_id from box_file_archives where box_id = ${boxId})`.execute(
    service.database.kysely,
  )
  await post(`/${boxId}/resume`)
  await service.untilStatus(ada, boxId, 'error')
  await expect.poll(sandboxes).toBe(before)
})

test('a deleted box is purged even if its host is dead', async () => {
  const { boxId, path } = await conversation()
  await service.ask(ada, path, 'secret plans')
  await post(`/${boxId}/pause`)
  await service.untilStatus(ada, boxId, 'paused')
  await sql`with dead as (insert into box_hosts (id, isolation, seen_at) values ('host_dead', '{}', now() - interval '1 hour'))
    update boxes set host_id = 'host_dead', status = 'ready', wanted = 'ready' where id = ${boxId}`.execute(
    service.database.kysely,
  )
  expect((await service.send('DELETE', `/${boxId}`, { as: ada })).status).toBe(204)
  await expect.poll(() => service.countRows(boxId)).toBe(0)
})

test('a box is purged if its host turns out to be dead during the deletion', async () => {
  const { boxId, path } = await conversation()
  await service.ask(ada, path, 'secret plans')
  await post(`/${boxId}/pause`)
  await service.untilStatus(ada, boxId, 'paused')
  const { kysely } = service.database
  await sql`with other as (insert into box_hosts (id, isolation, seen_at) values ('host_other', '{}', now() + interval '1 hour'))
    update boxes set host_id = 'host_other' where id = ${boxId}`.execute(kysely)
  const isBlocked = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        kysely,
      )
    ).rows.length > 0
  const { promise: deleted, resolve } = Promise.withResolvers<number>()
  await kysely.transaction().execute(async (tx) => {
    await sql`update boxes set host_id = null where id = ${boxId}`.execute(tx)
    void service.send('DELETE', `/${boxId}`, { as: ada }).then(({ status }) => resolve(status))
    await expect.poll(isBlocked).toBe(true)
  })
  expect(await deleted).toBe(204)
  expect(await service.countRows(boxId)).toBe(0)
})

describe('text that PostgreSQL cannot store', () => {
  test.each(['a\0b', 'a\ud800b'])('is refused in every field: %j', async (text) => {
    const { boxId, path } = await conversation()
    const tries: [string, string, object?][] = [
      ['POST', '', { agentId: 'echo', labels: { a: text } }],
      ['POST', '', { agentId: 'echo', labels: { [text]: 'a' } }],
      ['GET', `?label=a:${encodeURIComponent('a\0b')}`],
      ['GET', `/${encodeURIComponent('a\0b')}`],
      ['POST', `/${boxId}/sessions`, { humanId: text }],
      ['POST', `${path}/messages`, { content: 'x', authorId: text }],
      ['POST', `${path}/cancel`, { taskId: text }],
      ['PUT', `/${boxId}/files`, { path: text, content: 'x' }],
      ['PUT', `/${boxId}/files`, { path: 'x', content: text }],
      ['PUT', `/${boxId}/files`, { path: 'x', content: 'no base64!', encoding: 'base64' }],
    ]
    for (const [method, at, body] of tries) {
      const { status } = await service.send(method, at, { as: ada, body })
      expect([method, at, status >= 400 && status < 500]).toEqual([method, at, true])
    }
    await service.send('PUT', `/${boxId}/files`, { as: ada, body: { path: 'n', content: 'AGEA', encoding: 'base64' } })
    expect((await get(`/${boxId}/files?path=n`)).body).toMatchObject({ content: 'AGEA', encoding: 'base64' })
    await service.send('DELETE', `/${boxId}`, { as: ada })
  })
})

/** The arguments that run a script: perl joins the pieces by lines, and each fits a template. */
function inPieces(path: string): string[] {
  const lines = readFileSync(path, 'utf8').match(/(?:.*\n){1,8}/g) ?? []
  return lines.flatMap((piece) => ['-e', piece.trimEnd()])
}

/** How many sandboxes this process has started and not ended. */
async function sandboxes(): Promise<number> {
  const ps = spawn('ps', ['-eo', 'ppid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = (await ps.stdout.toArray()).join('').split('\n')
  return lines.filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('bwrap')).length
}
