import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFence } from '#boxes/host/createFence.ts'
import { createSessionFeeds } from '#boxes/live/sessionFeeds.ts'
import { findArchive, saveArchive } from '#boxes/store/archives.ts'
import { pauseIfIdle, releaseBox, setWanted } from '#boxes/store/boxes.ts'
import { createCommitQueue } from '#boxes/store/commitQueue.ts'
import { claimBoxes } from '#boxes/store/hosts.ts'
import type { Tables } from '#boxes/store/tables.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations } from '../setup/boxes/boxesMigrations.ts'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'
import { templatesFolder } from '../setup/boxes/templates.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

const failures: unknown[] = []
afterEach(() => expect(failures.splice(0)).toEqual([]))
const openBoxes = (options: Parameters<typeof createBoxesService>[0] = {}) =>
  createBoxesService({ ...options, failures })

describe('an agent that ends by itself', () => {
  let folder: Awaited<ReturnType<typeof templatesFolder>>
  let service: BoxesService
  let ada: string

  beforeAll(async () => {
    const endsAtOnce = ['-c', 'echo "no model" >&2; exit 7']
    folder = await templatesFolder({ id: 'broken', command: 'sh', arguments: endsAtOnce })
    service = await openBoxes({ templatesFolder: folder.path })
    ada = await service.developer()
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  test('fails its current run, restarts with its files and history, and logs both', async () => {
    const boxId = await service.readyBox(ada)
    const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
    await service.ask(ada, path, 'before')
    await service.send('PUT', `/${boxId}/files`, { as: ada, body: { path: 'kept.txt', content: 'kept' } })
    const { body } = await service.ask(ada, path, 'crash')
    expect(body.task).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/The agent ended during the run/),
    })
    const { body: after } = await service.ask(ada, path, 'history')
    expect(JSON.parse(after.agentReply.content).map(({ content }: { content: string }) => content)).toEqual([
      'before',
      'before',
      'crash',
    ])
    expect((await service.send('GET', `/${boxId}/files?path=kept.txt`, { as: ada })).body.content).toBe('kept')
    const { lines } = (await service.send('GET', `/${boxId}/logs`, { as: ada })).body
    expect(lines.map(({ line }: { line: string }) => line)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^The agent ended with code 3\. Restarting in 0\.5 s\.$/)]),
    )
    expect((await service.untilStatus(ada, boxId, 'ready')).body.box.restarts).toBe(1)
  })

  test('is given up after five tries, each later than the one before, and says why', async () => {
    const { body } = await service.send('POST', '', { as: ada, body: { agentId: 'broken', prompt: 'hello?' } })
    const failed = await service.untilStatus(ada, body.box.id, 'error')
    expect(failed.body.box.statusReason).toMatch(/ended with 7 before it was ready\. no model/)
    const { lines } = (await service.send('GET', `/${body.box.id}/logs`, { as: ada })).body
    const waits = lines.flatMap(({ line }: { line: string }) => /Restarting in ([\d.]+) s/.exec(line)?.[1] ?? [])
    expect(waits).toEqual(['0.5', '1', '2', '4'])
    // Its runs fail right after the box.
    const session = `/${body.box.id}/sessions/${body.run.session.id}`
    await expect
      .poll(async () => (await service.send('GET', session, { as: ada })).body.tasks)
      .toMatchObject([{ status: 'failed', error: expect.stringMatching(/before it was ready/) }])
  })
})

describe('two replicas on one database', () => {
  test('serve the same boxes: one runs them, and the other answers every request', async () => {
    await using database = await createTestDatabase({ migrations })
    await using host = await openBoxes({ database })
    await using other = await openBoxes({ database: await replicaOf(database), boxesMax: 0 })
    const ada = await other.developer()
    const boxId = await other.readyBox(ada)
    const path = `/${boxId}/sessions/${await other.session(ada, boxId)}`
    // From the first event on, because a replica learns of the newest one a moment later.
    const fromFirst = { as: ada, headers: { 'last-event-id': '0' } }
    await using here = await host.follow(`${path}/events`, fromFirst)
    await using there = await other.follow(`${path}/events`, fromFirst)
    expect((await other.ask(ada, path, 'over there')).body.agentReply.content).toBe('over there')
    for (const stream of [here, there])
      await stream.until(
        ({ event, data }) => event === 'task' && (data['task'] as { status: string }).status === 'completed',
      )
    const numbers = (frames: typeof here.frames) => frames.filter(({ event }) => event !== 'ready').map(({ id }) => id)
    expect(numbers(there.frames)).toEqual(numbers(here.frames))
    await other.send('PUT', `/${boxId}/files`, { as: ada, body: { path: 'x', content: 'by the other' } })
    expect((await host.send('GET', `/${boxId}/files?path=x`, { as: ada })).body.content).toBe('by the other')
    await other.ask(ada, path, 'confirm Really?')
    const { confirmations } = (await other.send('GET', `${path}/confirmations`, { as: ada })).body
    await other.send('POST', `/${boxId}/confirmations/${confirmations[0].id}`, { as: ada, body: { option: 'reject' } })
    await expect
      .poll(async () => (await other.send('GET', `${path}/messages`, { as: ada })).body.messages.at(-1).content)
      .toBe('refused')
  })
})

describe('a host that lost a box to another', () => {
  test('ends it at once, and writes nothing that the agent still says', async () => {
    await using service = await openBoxes({ warm: 0 })
    const ada = await service.developer()
    const boxId = await service.readyBox(ada)
    const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
    await service.send('POST', `${path}/messages`, { as: ada, body: { content: 'wait 600000' } })
    const statusOf = async () => (await service.send('GET', path, { as: ada })).body.tasks[0].status
    const said = async () => (await service.send('GET', `${path}/events?after=0`, { as: ada })).body.events
    await expect.poll(async () => JSON.stringify(await said())).toContain('waiting ')
    expect(await statusOf()).toBe('running')
    await sql`with other as (insert into box_hosts (id, isolation, seen_at) values ('host_elsewhere', '{}', now() + interval '1 hour'))
      update boxes set host_id = 'host_elsewhere' where id = ${boxId}`.execute(service.database.kysely)
    const written = async () => {
      const { rows } = await sql`select (select seq from box_sessions where box_id = ${boxId}) as events,
        (select log_seq from boxes where id = ${boxId}) as lines, (select status from boxes where id = ${boxId}) as status,
        (select count(*) from box_file_archives where box_id = ${boxId}) as archives`.execute(service.database.kysely)
      return rows[0]
    }
    const before = await written()
    const inside = await descendants(process.pid)
    await expect.poll(() => inside.filter(isRunning)).toEqual([])
    expect(await written()).toEqual(before)
    expect(await statusOf()).toBe('running')
  })

  test('writes nothing of a run that ends before it has noticed', async () => {
    await using database = await createTestDatabase({ migrations })
    const store = database.tables<Tables>()
    await using feeds = createSessionFeeds(database, store)
    await using commits = createCommitQueue(store, feeds)
    await insertBox(database, 'host_b')
    const written: string[] = []
    const write = (hostId: string) =>
      createFence(commits, { boxId: 'box_1', hostId }).commit(async () => {
        written.push(hostId)
        return { result: undefined, events: [] }
      })
    await write('host_a')
    await write('host_b')
    expect(written).toEqual(['host_b'])
    const save = (hostId: string, ...parts: string[]) =>
      saveArchive(
        store,
        { boxId: 'box_1', hostId },
        parts.map((part) => Buffer.from(part)),
      )
    await save('host_a', 'stale')
    expect(await findArchive(store, 'box_1')).toBeUndefined()
    await save('host_b', 'first', ' part')
    await save('host_b', 'own', ' files')
    await save('host_a', 'stale')
    const saved = await Array.fromAsync((await findArchive(store, 'box_1')) ?? [])
    expect(Buffer.concat(saved).toString()).toBe('own files')
    const { rows } = await sql`select part from box_archive_parts`.execute(database.kysely)
    expect(rows).toHaveLength(2)
  })

  test('finishes its pending commit before another host takes the box', async () => {
    await using database = await createTestDatabase({ migrations })
    const store = database.tables<Tables>()
    await using feeds = createSessionFeeds(database, store)
    await using commits = createCommitQueue(store, feeds)
    await insertBox(database, 'host_a')
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const order: string[] = []
    const commit = createFence(commits, { boxId: 'box_1', hostId: 'host_a' }).commit(async () => {
      begun.resolve()
      await goOn.promise
      order.push('written')
      return { result: undefined, events: [] }
    })
    await begun.promise
    const taking = sql`update boxes set host_id = 'host_b' where id = 'box_1'`
      .execute(database.kysely)
      .then(() => order.push('taken'))
    await expect.poll(async () => order.length + (await countWaiting(database))).toBe(1)
    goOn.resolve()
    await Promise.all([commit, taking])
    expect(order).toEqual(['written', 'taken'])
  })
})

describe('a message that arrives while an idle box is being paused', () => {
  test('keeps a box with an open run from pausing', async () => {
    await using database = await createTestDatabase({ migrations })
    const store = database.tables<Tables>()
    await insertBox(database, 'host_a')
    await sql`insert into box_tasks (id, box_id, session_id, message_id) values ('t', 'box_1', 's', 'm')`.execute(
      database.kysely,
    )
    expect(await pauseIfIdle(store, { id: 'box_1', hostId: 'host_a' })).toBe(false)
  })

  test('wakes the box once its files are saved', async () => {
    await using database = await createTestDatabase({ migrations })
    const store = database.tables<Tables>()
    await insertBox(database, 'host_a')
    expect(await pauseIfIdle(store, { id: 'box_1', hostId: 'host_a' })).toBe(true)
    await setWanted(store, 'box_1', { wanted: 'ready' })
    await releaseBox(store, { id: 'box_1', hostId: 'host_a', reason: 'idle' }, { status: 'paused' })
    expect(await claimBoxes(store, 'host_b', 1)).toMatchObject([{ id: 'box_1', wanted: 'ready', host_id: 'host_b' }])
  })

  test('leaves a box stopped that its owner stopped meanwhile', async () => {
    await using database = await createTestDatabase({ migrations })
    const store = database.tables<Tables>()
    await insertBox(database, 'host_a')
    await pauseIfIdle(store, { id: 'box_1', hostId: 'host_a' })
    await setWanted(store, 'box_1', { wanted: 'stopped' })
    await releaseBox(store, { id: 'box_1', hostId: 'host_a', reason: 'idle' }, { status: 'paused' })
    const { rows } = await sql`select status, wanted from boxes`.execute(database.kysely)
    expect(rows).toEqual([{ status: 'stopped', wanted: 'stopped' }])
  })
})

describe('when the service goes,', () => {
  test('pauses its boxes, and the next host resumes them with files and history', async () => {
    await using database = await createTestDatabase({ migrations })
    const first = await openBoxes({ database: await replicaOf(database) })
    const ada = await first.developer()
    const boxId = await first.readyBox(ada)
    const path = `/${boxId}/sessions/${await first.session(ada, boxId)}`
    await first.ask(ada, path, 'see you')
    await first.send('PUT', `/${boxId}/files`, { as: ada, body: { path: 'x', content: 'from before' } })
    await first[Symbol.asyncDispose]()
    await using next = await openBoxes({ database })
    await next.untilStatus(ada, boxId, 'ready')
    expect((await next.send('GET', `/${boxId}/files?path=x`, { as: ada })).body.content).toBe('from before')
    const { body } = await next.ask(ada, path, 'history')
    expect(JSON.parse(body.agentReply.content)).toHaveLength(2)
  })

  test('without warning, its boxes end with it, their runs fail, and another host takes over', async () => {
    await using database = await createTestDatabase({ migrations })
    await using other = await openBoxes({ database: await replicaOf(database), boxesMax: 0 })
    const child = spawn(process.execPath, ['test/setup/boxes/hostProcess.ts', database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const ada = await other.developer()
    const boxId = await other.readyBox(ada)
    const path = `/${boxId}/sessions/${await other.session(ada, boxId)}`
    await other.ask(ada, path, 'hello')
    await other.send('POST', `${path}/messages`, { as: ada, body: { content: 'wait 600000' } })
    const statusOf = async () => (await other.send('GET', path, { as: ada })).body.tasks[0].status
    await expect.poll(statusOf).toBe('running')
    const inside = await descendants(child.pid!)
    expect(inside.length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await expect.poll(() => inside.filter(isRunning)).toEqual([])
    await using next = await openBoxes({ database })
    await expect.poll(statusOf).toBe('failed')
    await next.untilStatus(ada, boxId, 'ready')
    expect((await next.ask(ada, path, 'and again')).body.agentReply.content).toBe('and again')
    const { lines } = (await next.send('GET', `/${boxId}/logs`, { as: ada })).body
    expect(lines.map(({ line }: { line: string }) => line)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^The host ended without warning/)]),
    )
  })
})

async function descendants(pid: number): Promise<number[]> {
  const ps = spawn('ps', ['-eo', 'pid=,ppid='], { stdio: ['ignore', 'pipe', 'ignore'] })
  const pairs = (await ps.stdout.toArray())
    .join('')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([id = 0]) => [id, ...below(id)])
  return below(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The same database, opened once more. */
async function replicaOf({ url }: { url: string }) {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: pino({ level: 'silent' }), migrations })
  return { ...database, url }
}

async function insertBox({ kysely }: TestDatabase, hostId: string): Promise<void> {
  await sql`insert into boxes (id, developer_id, name, agent_id, size, labels, scopes, environment, keep_alive, attach_mcp,
    idle_seconds, expires_at, host_id) values ('box_1', 'dev', 'x', 'echo', 'small', '{}', '{}', '{}', false, false, 60, now(), ${hostId})`.execute(
    kysely,
  )
}

/** How many statements of this database wait for a lock. */
async function countWaiting({ kysely }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
  return rows[0]?.count ?? 0
}
