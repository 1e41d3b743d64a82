import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueSchedules } from '#boxes/actions/sendDueSchedules.ts'
import type { Tables } from '#boxes/store/tables.ts'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'

const opened = new AsyncDisposableStack()
let service: BoxesService
/** A replica that runs no boxes. */
let other: BoxesService
let ada: string

beforeAll(async () => {
  service = opened.use(await createBoxesService({ warm: 0 }))
  other = opened.use(await createBoxesService({ database: service.database, boxesMax: 0 }))
  ada = await service.developer()
})
afterAll(() => opened.disposeAsync())

const add = (boxId: string, body: object, as = ada) => service.send('POST', `/${boxId}/schedules`, { as, body })
const list = async (boxId: string) => (await service.send('GET', `/${boxId}/schedules`, { as: ada })).body.schedules

/** Makes schedules due, and lets both replicas send them at once, twice. */
async function pass(...ids: string[]): Promise<void> {
  await sql`update box_schedules set due_at = now() - interval '1 second' where id = any(${ids})`.execute(
    service.database.kysely,
  )
  const contexts = [service.boxes.context, other.boxes.context]
  await Promise.all([...contexts, ...contexts].map(sendDueSchedules))
}

async function saidIn(boxId: string, sessionId: string): Promise<string[]> {
  const { messages } = (await service.send('GET', `/${boxId}/sessions/${sessionId}/messages`, { as: ada })).body
  return messages.map(({ content }: { content: string }) => content)
}

test('a schedule prompts its box once each time, over all replicas, and wakes it', async () => {
  const boxId = await service.readyBox(ada)
  const { status, body } = await add(boxId, { prompt: 'hello again', everySeconds: 300 })
  expect(status).toBe(201)
  const { id, sessionId } = body.schedule
  await service.setBox(boxId, { idle_seconds: 0 })
  await service.untilStatus(ada, boxId, 'paused')
  await service.setBox(boxId, { idle_seconds: 900 })
  await pass(id)
  await expect.poll(() => saidIn(boxId, sessionId), { timeout: 30_000 }).toEqual(['hello again', 'hello again'])
  await pass(id)
  await expect.poll(() => saidIn(boxId, sessionId), { timeout: 30_000 }).toHaveLength(4)
  const [schedule] = await list(boxId)
  expect(schedule).toMatchObject({ id, runs: 2, lastError: null, everySeconds: 300, cron: null, name: 'hello again' })
  expect(new Date(schedule.nextAt).getTime()).toBeGreaterThan(Date.now() + 200_000)
  expect((await service.send('DELETE', `/${boxId}/schedules/${id}`, { as: ada })).status).toBe(204)
  expect((await service.send('DELETE', `/${boxId}/schedules/${id}`, { as: ada })).status).toBe(404)
})

test('a disabled schedule sends nothing, and continues with its next time when it is enabled', async () => {
  const boxId = await service.readyBox(ada)
  const { id, sessionId } = (await add(boxId, { prompt: 'quiet', everySeconds: 300 })).body.schedule
  const change = (enabled: boolean, as = ada) =>
    service.send('PATCH', `/${boxId}/schedules/${id}`, { as, body: { enabled } })
  const nextAt = async (enabled: boolean) => (await change(enabled)).body.schedule.nextAt
  expect(await nextAt(false)).toBeNull()
  await Promise.all([service, other].map(({ boxes }) => sendDueSchedules(boxes.context)))
  expect(await saidIn(boxId, sessionId)).toEqual([])
  const next = await nextAt(true)
  expect(Date.parse(next)).toBeGreaterThan(Date.now() + 200_000)
  expect(await nextAt(true)).toBe(next)
  expect((await change(false, await service.developer())).status).toBe(404)
})

test('one that cannot be sent says why, stops after ten failures, and keeps no other waiting', async () => {
  const [bad, good] = [await service.readyBox(ada), await service.readyBox(ada)]
  const failing = (await add(bad, { prompt: 'nobody hears this', everySeconds: 600 })).body.schedule
  const working = (await add(good, { prompt: 'heard', cron: '0 9 * * 1-5' })).body.schedule
  await service.send('POST', `/${bad}/stop`, { as: ada, body: {} })
  await service.untilStatus(ada, bad, 'stopped')
  await pass(failing.id, working.id)
  expect((await list(bad))[0]).toMatchObject({ runs: 0, lastError: expect.stringContaining('stopped') })
  expect((await list(bad))[0].nextAt).not.toBeNull()
  await expect.poll(() => saidIn(good, working.sessionId), { timeout: 30_000 }).toContain('heard')
  await sql`update box_schedules set failures = 9 where id = ${failing.id}`.execute(service.database.kysely)
  await pass(failing.id)
  expect((await list(bad))[0].nextAt).toBeNull()
  await service.send('DELETE', `/${bad}`, { as: ada })
  const { rows } = await sql`select from box_schedules where id = ${failing.id}`.execute(service.database.kysely)
  expect(rows).toEqual([])
})

test('one that is refused leaves nothing behind, also after a restore took its session', async () => {
  const boxId = await service.readyBox(ada)
  const { id } = (await add(boxId, { prompt: 'later', everySeconds: 300 })).body.schedule
  const { snapshot } = (await service.send('POST', `/${boxId}/snapshots`, { as: ada, body: {} })).body
  await service.send('POST', `/${boxId}/pause`, { as: ada, body: {} })
  await service.untilStatus(ada, boxId, 'paused')
  await service.send('POST', `/${boxId}/restore`, { as: ada, body: { snapshotId: snapshot.id } })
  await pass(id)
  await pass(id)
  expect((await list(boxId))[0]).toMatchObject({ runs: 0, lastError: expect.stringContaining('paused') })
  expect((await service.send('GET', `/${boxId}/sessions`, { as: ada })).body.sessions).toHaveLength(1)
})

test('a scheduled time fires once, even if the service’s clock is behind the database’s', async () => {
  const boxId = await service.readyBox(ada)
  const { id } = (await add(boxId, { prompt: 'once', cron: '0 9 * * *' })).body.schedule
  const { rows } = await sql<{ due: Date }>`update box_schedules set due_at = date_trunc('minute', now()),
    cron = extract(minute from now())::int || ' * * * *' where id = ${id} returning due_at as due`.execute(
    service.database.kysely,
  )
  const now = () => (rows[0]?.due.getTime() ?? 0) - 500
  for (let count = 0; count < 3; count++) await sendDueSchedules({ ...service.boxes.context, now })
  expect((await list(boxId))[0]).toMatchObject({ runs: 1, lastError: null })
})

test('a rule that is refused by its box leaves no conversation', async () => {
  const boxId = await service.readyBox(ada)
  await service.send('POST', `/${boxId}/pause`, { as: ada, body: {} })
  const { developer_id: developerId } = await service.database
    .tables<Tables>()
    .selectFrom('boxes')
    .select('developer_id')
    .where('id', '=', boxId)
    .executeTakeFirstOrThrow()
  const prompt = { developerId, boxId, content: 'x', clientKey: 'k', title: 't' }
  await expect(service.boxes.ruleBoxes.promptAs(prompt)).rejects.toThrow('resume first')
  expect((await service.send('GET', `/${boxId}/sessions`, { as: ada })).body.sessions).toEqual([])
})

test('a schedule is refused with what to send', async () => {
  const boxId = await service.readyBox(ada)
  const refused = async (body: object) => (await add(boxId, { prompt: 'x', ...body })).body.message
  expect(await refused({})).toBe('everySeconds or cron must be sent, but not both.')
  expect(await refused({ everySeconds: 300, cron: '0 9 * * *' })).toContain('but not both')
  expect(await refused({ everySeconds: 60 })).toContain('at least 300')
  expect(await refused({ cron: 'every day' })).toContain('minute, hour, day, month and weekday')
  expect(await refused({ cron: '*/4 * * * *' })).toContain('at least 300 seconds between')
  expect(await refused({ cron: '0 0 30 2 *' })).toContain('matches no date')
  const bob = await service.developer()
  expect((await add(boxId, { prompt: 'x', everySeconds: 300 }, bob)).status).toBe(404)
  for (let count = 0; count < 20; count++) await add(boxId, { prompt: 'x', everySeconds: 300 })
  expect(await refused({ everySeconds: 300 })).toContain('maximum')
})

test('a message to a locked box does not delay messages to other boxes', async () => {
  const bob = await service.developer()
  const boxes = { [ada]: await service.readyBox(ada), [bob]: await service.readyBox(bob) }
  const say = async (as: string, sessionId: string) => {
    const body = { content: 'hi', waitSeconds: 0, runAgent: false }
    return (await service.send('POST', `/${boxes[as]}/sessions/${sessionId}/messages`, { as, body })).status
  }
  const [own, others] = [await service.session(ada, boxes[ada] ?? ''), await service.session(bob, boxes[bob] ?? '')]
  const statuses = await service.database.kysely.transaction().execute(async (tx) => {
    await sql`select from boxes where id = ${boxes[ada]} for no key update`.execute(tx)
    return Promise.all([say(ada, own), say(bob, others), say(ada, own), say(bob, others)])
  })
  expect(statuses).toEqual([503, 201, 503, 201])
})
