import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'

let service: BoxesService
let ada: string

beforeAll(async () => {
  service = await createBoxesService({ perDeveloperMax: 6 })
  ada = await service.developer()
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(() => service[Symbol.asyncDispose]())

const get = (path: string, as = ada) => service.send('GET', path, { as })
const post = (path: string, body: object = {}, as = ada) => service.send('POST', path, { as, body })
const contents = async (path: string) =>
  (await get(`${path}/messages`)).body.messages.map(({ content }: { content: string }) => content)

async function conversation(body: object = {}): Promise<{ boxId: string; path: string }> {
  const boxId = await service.readyBox(ada, body)
  return { boxId, path: `/${boxId}/sessions/${await service.session(ada, boxId)}` }
}

describe('a box', () => {
  test('that its owner paused keeps files and history, refuses messages, and resumes with both', async () => {
    const { boxId, path } = await conversation()
    await service.ask(ada, path, 'remember me')
    await service.send('PUT', `/${boxId}/files`, { as: ada, body: { path: 'a/b.txt', content: 'kept' } })
    expect((await post(`/${boxId}/pause`)).status).toBe(200)
    const paused = await service.untilStatus(ada, boxId, 'paused')
    expect(paused.body.box.statusReason).toBe('The owner paused the box.')
    const refused = await post(`${path}/messages`, { content: 'hello?' })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/resume first/)])
    expect((await get(`/${boxId}/files?path=a/b.txt`)).body.content).toBe('kept')
    expect((await post(`/${boxId}/resume`)).status).toBe(200)
    await service.untilStatus(ada, boxId, 'ready')
    expect((await get(`/${boxId}/files?path=a/b.txt`)).body.content).toBe('kept')
    const { body } = await service.ask(ada, path, 'history')
    expect(JSON.parse(body.agentReply.content)).toEqual([
      { author: 'human', content: 'remember me' },
      { author: 'agent', content: 'remember me' },
    ])
    expect((await service.send('DELETE', `/${boxId}`, { as: ada })).status).toBe(204)
  })

  test('that is idle is paused, and woken by the next message', async () => {
    const { boxId, path } = await conversation()
    await service.setBox(boxId, { idle_seconds: 1 })
    const paused = await service.untilStatus(ada, boxId, 'paused')
    expect(paused.body.box.statusReason).toMatch(/was idle for 1 s/)
    await service.setBox(boxId, { idle_seconds: 900 })
    expect((await service.ask(ada, path, 'wake up')).body.agentReply.content).toBe('wake up')
    await service.send('DELETE', `/${boxId}`, { as: ada })
  })

  test('that expired is stopped permanently, and its history and files stay readable', async () => {
    const { boxId, path } = await conversation()
    await service.ask(ada, path, 'last words')
    await service.send('PUT', `/${boxId}/files`, { as: ada, body: { path: 'will.md', content: 'all to ada' } })
    await service.setBox(boxId, { expires_at: new Date() })
    const stopped = await service.untilStatus(ada, boxId, 'stopped')
    expect(stopped.body.box.statusReason).toBe('The box expired.')
    expect((await get(`/${boxId}/files?path=will.md`)).body.content).toBe('all to ada')
    expect(await contents(path)).toEqual(['last words', 'last words'])
    expect((await post(`${path}/messages`, { content: 'more' })).body.message).toMatch(/stopped.*Create another/)
    expect((await post(`/${boxId}/resume`)).status).toBe(400)
  })

  test('that is deleted is gone with everything in it', async () => {
    const { boxId, path } = await conversation()
    await service.ask(ada, path, 'secret plans')
    expect((await service.send('DELETE', `/${boxId}`, { as: ada })).status).toBe(204)
    expect((await get(`/${boxId}`)).status).toBe(404)
    expect((await get(path)).status).toBe(404)
    await expect.poll(() => service.countRows(boxId)).toBe(0)
  })

  test('is paused, stopped, cancelled and deleted by an owner without writes left', async () => {
    await using poor = await createBoxesService({ perMinute: { write: 5 } })
    const eve = await poor.developer()
    const boxId = await poor.readyBox(eve)
    const path = `/${boxId}/sessions/${await poor.session(eve, boxId)}`
    const say = () => poor.send('POST', `${path}/messages`, { as: eve, body: { content: 'x' } })
    // A new minute may begin in between.
    await expect.poll(async () => (await say()).status).toBe(429)
    for (const at of [`${path}/cancel`, `/${boxId}/pause`, `/${boxId}/stop`])
      expect([at, (await poor.send('POST', at, { as: eve, body: {} })).status]).toEqual([at, 200])
    expect((await poor.send('DELETE', `/${boxId}`, { as: eve })).status).toBe(204)
  })

  test('is refused beyond the maximum of its developer', async () => {
    const eve = await service.developer()
    const made = await Promise.all(Array.from({ length: 9 }, () => post('', { agentId: 'echo' }, eve)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(made.find(({ status }) => status === 400)?.body.message).toMatch(/You have 6 boxes, which is the maximum/)
    const [first] = (await get('', eve)).body.boxes
    await service.send('DELETE', `/${first.id}`, { as: eve })
    expect((await post('', { agentId: 'echo' }, eve)).status).toBe(201)
    const page = (await get('?limit=4', eve)).body
    const rest = (await get(`?limit=4&cursor=${page.nextCursor}`, eve)).body
    expect(new Set([...page.boxes, ...rest.boxes].map(({ id }: { id: string }) => id)).size).toBe(6)
    await Promise.all(
      (await get('', eve)).body.boxes.map(({ id }: { id: string }) => service.send('DELETE', `/${id}`, { as: eve })),
    )
  })

  test('logs what happened, and returns later lines for the same cursor', async () => {
    const { boxId } = await conversation()
    await expect
      .poll(async () => (await get(`/${boxId}/logs`)).body.lines.at(-1))
      .toMatchObject({ source: 'service', line: expect.stringMatching(/^Ready in \d+ ms/) })
    const { nextCursor } = (await get(`/${boxId}/logs`)).body
    expect((await get(`/${boxId}/logs?cursor=${nextCursor}`)).body.lines).toEqual([])
    const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
    for (const content of ['wait 600000', 'never said']) await post(`${path}/messages`, { content })
    await post(`/${boxId}/stop`)
    await service.untilStatus(ada, boxId, 'stopped')
    await expect
      .poll(async () => (await get(path)).body.tasks.map(({ status }: { status: string }) => status))
      .toEqual(['cancelled', 'cancelled'])
    const later = (await get(`/${boxId}/logs?cursor=${nextCursor}`)).body.lines
    expect(later.map(({ line }: { line: string }) => line)).toEqual(['The owner stopped the box.'])
    expect((await get(`/${boxId}/logs?cursor=${nextCursor}x`)).status).toBe(400)
  })
})

test('a prompt that takes too long is cancelled', async () => {
  await using impatient = await createBoxesService({ runMs: 5_000 })
  const bob = await impatient.developer()
  const boxId = await impatient.readyBox(bob)
  const path = `/${boxId}/sessions/${await impatient.session(bob, boxId)}`
  const { body } = await impatient.ask(bob, path, 'wait 600000')
  expect(body.task).toMatchObject({ status: 'cancelled', stopReason: 'cancelled' })
  expect((await impatient.ask(bob, path, 'still here')).body.agentReply.content).toBe('still here')
})
