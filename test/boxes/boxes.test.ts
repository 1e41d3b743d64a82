import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'

let service: BoxesService
let ada: string
let bob: string

beforeAll(async () => {
  service = await createBoxesService()
  ;[ada, bob] = await Promise.all([service.developer(), service.developer()])
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(() => service[Symbol.asyncDispose]())

const get = (path: string, as = ada) => service.send('GET', path, { as })
const post = (path: string, body: object = {}, as = ada) => service.send('POST', path, { as, body })

/** A ready box with a session in it. */
async function conversation(body: object = {}): Promise<{ boxId: string; path: string }> {
  const boxId = await service.readyBox(ada, body)
  return { boxId, path: `/${boxId}/sessions/${await service.session(ada, boxId)}` }
}

describe('the catalogue', () => {
  test('lists agents and which are switched on, to anyone, without their commands', async () => {
    const { status, body } = await service.send('GET', '/agents')
    expect(status).toBe(200)
    const ids = body.agents.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(
      expect.arrayContaining(['desk', 'handbook', 'echo', 'executor', 'claude', 'codex', 'gemini', 'opencode']),
    )
    expect(JSON.stringify(body)).not.toMatch(/"command"|"arguments"|CREDENTIAL/)
    const claude = body.agents.find(({ id }: { id: string }) => id === 'claude')
    expect(claude).toMatchObject({
      enabled: false,
      disabledReason: expect.stringMatching(/not installed|not configured/),
    })
    expect((await service.send('GET', '/agents/echo')).body.agent).toMatchObject({ id: 'echo', enabled: true })
    expect((await service.send('GET', '/agents/nobody')).status).toBe(404)
  })
})

describe('a box', () => {
  test('is committed at once, ready a moment later, and reports its isolation', async () => {
    const { status, body } = await post('', { agentId: 'echo', name: ' My\u200b box ', labels: { team: 'a' } })
    expect(status).toBe(201)
    expect(body.box).toMatchObject({
      id: expect.stringMatching(/^box_[0-9a-z]{26}$/),
      name: 'My box',
      agentId: 'echo',
      status: 'creating',
      size: 'small',
      labels: { team: 'a' },
      usage: { runs: 0, seconds: 0, bytesIn: 0, bytesOut: 0 },
    })
    expect(body.session.create).toMatch(/\/sessions$/)
    const ready = await service.untilStatus(ada, body.box.id, 'ready')
    expect(ready.body.box.isolation).toMatchObject({
      level: 'bubblewrap',
      testedOn: 'real engine',
      network: 'none',
      seccomp: true,
      capabilities: 'none',
      nestedNamespaces: 'refused',
    })
    const { limits, sharedMemory } = ready.body.box.isolation
    expect(sharedMemory).toBe(limits.startsWith('cgroup') ? 'counted' : 'refused')
    expect((await get('?label=team:a')).body.boxes.map(({ id }: { id: string }) => id)).toEqual([body.box.id])
    expect((await get('?label=team:b')).body.boxes).toEqual([])
  })

  test('answers, streams its reply in numbered events, and lists the run', async () => {
    const { boxId, path } = await conversation()
    await using events = await service.follow(`${path}/events`, { as: ada })
    const { status, body } = await service.ask(ada, path, 'hello there')
    expect(status).toBe(201)
    expect(body.message).toMatchObject({ authorType: 'human', content: 'hello there', untrusted: false })
    expect(body.agentReply).toMatchObject({
      authorType: 'agent',
      content: 'hello there',
      untrusted: true,
      taskId: body.task.id,
    })
    expect(body.task).toMatchObject({
      id: expect.stringMatching(/^task_/),
      status: 'completed',
      stopReason: 'end_turn',
    })
    await events.until(
      ({ event, data }) => event === 'task' && (data['task'] as { status: string }).status === 'completed',
    )
    const seqs = events.frames.filter(({ event }) => event !== 'ready').map(({ id }) => id)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    const text = events.frames.flatMap(({ event, data }) =>
      event === 'update' ? [(data as { update: { text: string } }).update.text] : [],
    )
    expect(text.join('')).toBe('hello there')
    const replay = await get(`${path}/events?after=0`)
    expect(replay.body.events.map(({ seq }: { seq: number }) => seq)).toEqual(seqs)
    const { body: session } = await get(path)
    expect(session.tasks.map(({ id }: { id: string }) => id)).toEqual([body.task.id])
    expect(session.messages.map(({ content }: { content: string }) => content)).toEqual(['hello there', 'hello there'])
    const { box } = (await get(`/${boxId}`)).body
    expect(box.usage).toMatchObject({ runs: 1, bytesIn: 11, bytesOut: 11 })
  })

  test('accepts a message before it is ready, and a first prompt with its creation', async () => {
    const { body } = await post('', { agentId: 'echo', size: 'medium', prompt: 'first words' })
    const path = `/${body.box.id}/sessions/${body.run.session.id}`
    const { body: second } = await service.ask(ada, path, 'second words')
    expect(second.agentReply.content).toBe('second words')
    const { messages } = (await get(`${path}/messages`)).body
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(
      expect.arrayContaining(['first words', 'second words']),
    )
    expect(messages).toHaveLength(4)
  })

  test('passes structured cards on next to the text', async () => {
    const { path } = await conversation()
    const { body } = await service.ask(ada, path, 'card Half an ether')
    expect(body.agentReply.cards).toEqual([
      { kind: 'quote', title: 'Half an ether', words: ['A card of the echo agent.'], data: { echo: 'Half an ether' } },
    ])
  })

  test('asks for permission, waits, and continues with the answer', async () => {
    const { boxId, path } = await conversation()
    const { body } = await service.ask(ada, path, 'confirm May I sell?')
    expect(body.task.status).toBe('input_required')
    const { confirmations } = (await get(`${path}/confirmations?status=pending`)).body
    expect(confirmations).toMatchObject([{ title: 'May I sell?', options: [{ id: 'allow' }, { id: 'reject' }] }])
    const at = `/${boxId}/confirmations/${confirmations[0].id}`
    expect((await post(at, { option: 'perhaps' })).status).toBe(400)
    expect((await post(at, { option: 'allow' }, bob)).status).toBe(404)
    expect((await post(at, { option: 'allow' })).body.confirmation).toMatchObject({
      status: 'answered',
      answer: 'allow',
    })
    await expect.poll(async () => (await get(`${path}/messages`)).body.messages.at(-1).content).toBe('allowed')
    expect((await post(at, { option: 'reject' })).status).toBe(400)
  })

  test('cancels the running run and the queued ones', async () => {
    const { path } = await conversation()
    await post(`${path}/messages`, { content: 'wait 60000' })
    const waiting = await post(`${path}/messages`, { content: 'never said' })
    await expect.poll(async () => (await get(path)).body.tasks.at(-1).status).toBe('running')
    expect((await post(`${path}/cancel`)).body).toEqual({ cancelled: 2 })
    await expect
      .poll(async () => (await get(path)).body.tasks.map(({ status }: { status: string }) => status), {
        timeout: 300_000,
      })
      .toEqual(['cancelled', 'cancelled'])
    expect(waiting.body.task.status).toBe('queued')
    expect((await service.ask(ada, path, 'still here')).body.agentReply.content).toBe('still here')
  })

  test('accepts a message once per Idempotency-Key, however often it is sent', async () => {
    const { path } = await conversation()
    const send = (content: string) =>
      service.send('POST', `${path}/messages`, { as: ada, body: { content }, headers: { 'idempotency-key': 'one' } })
    const [first, again] = [await send('once'), await send('once')]
    expect(again.body.message.id).toBe(first.body.message.id)
    expect((await send('other')).status).toBe(422)
    const many = await Promise.all(Array.from({ length: 8 }, () => send('once')))
    expect(new Set(many.map(({ body }) => body.message.id)).size).toBe(1)
    await expect.poll(async () => (await get(path)).body.session.messageCount).toBe(2)
  })

  test('is created once under its Idempotency-Key', async () => {
    const create = () =>
      service.send('POST', '', { as: ada, body: { agentId: 'echo' }, headers: { 'idempotency-key': 'box' } })
    const first = await create()
    expect((await create()).body.box.id).toBe(first.body.box.id)
    await service.untilStatus(ada, first.body.box.id, 'ready')
    await service.send('DELETE', `/${first.body.box.id}`, { as: ada })
  })

  test('belongs to its developer alone', async () => {
    const { boxId, path } = await conversation()
    const tries: [string, string, object?][] = [
      ['GET', `/${boxId}`],
      ['DELETE', `/${boxId}`],
      ['POST', `/${boxId}/pause`, {}],
      ['POST', `/${boxId}/resume`, {}],
      ['POST', `/${boxId}/stop`, {}],
      ['GET', `/${boxId}/logs`],
      ['GET', `/${boxId}/files`],
      ['PUT', `/${boxId}/files`, { path: 'a', content: 'b' }],
      ['GET', `/${boxId}/sessions`],
      ['POST', `/${boxId}/sessions`, {}],
      ['GET', path],
      ['GET', `${path}/messages`],
      ['POST', `${path}/messages`, { content: 'hi' }],
      ['GET', `${path}/events`],
      ['POST', `${path}/cancel`, {}],
      ['GET', `${path}/confirmations`],
    ]
    for (const [method, at, body] of tries)
      expect((await service.send(method, at, { as: bob, body })).status, `${method} ${at}`).toBe(404)
    expect((await get('', bob)).body.boxes).toEqual([])
    const reader = await service.developer(['box:read'])
    expect((await post('', { agentId: 'echo' }, reader)).status).toBe(403)
    expect((await service.send('GET', `/${boxId}`)).status).toBe(401)
  })

  test('stores files written through the API, and refuses paths that lead out', async () => {
    const { boxId } = await conversation()
    const put = (path: string, content: string, encoding = 'utf8') =>
      service.send('PUT', `/${boxId}/files`, { as: ada, body: { path, content, encoding } })
    expect((await put('notes/today.md', 'gm')).body).toEqual({ path: 'notes/today.md', kind: 'file', size: 2 })
    expect((await put('bytes.bin', 'AP8B', 'base64')).status).toBe(200)
    expect((await get(`/${boxId}/files?path=notes/today.md`)).body).toMatchObject({ content: 'gm', encoding: 'utf8' })
    expect((await get(`/${boxId}/files?path=bytes.bin`)).body).toMatchObject({
      content: 'AP8B',
      encoding: 'base64',
      size: 3,
    })
    const { entries } = (await get(`/${boxId}/files`)).body
    expect(entries.map(({ name, kind }: { name: string; kind: string }) => `${kind} ${name}`)).toEqual([
      'file bytes.bin',
      'folder notes',
    ])
    for (const path of ['../x', '/etc/passwd', 'a/../../b', 'notes//x']) {
      expect((await put(path, 'x')).status, path).toBe(400)
      expect((await get(`/${boxId}/files?path=${encodeURIComponent(path)}`)).status, path).toBe(400)
    }
    expect((await get(`/${boxId}/files?path=nowhere`)).status).toBe(404)
    const many = await Promise.all(Array.from({ length: 40 }, () => get(`/${boxId}/files?path=notes/today.md`)))
    const answered = many.filter(({ status }) => status === 200)
    expect(answered.length).toBeGreaterThanOrEqual(20)
    expect(many.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
  })
})

describe('bad input gets an error that says what to send:', () => {
  test.each<[string, object, number, RegExp]>([
    ['an unknown agent', { agentId: 'nobody' }, 404, /GET \/api\/boxes\/agents/],
    ['an agent that is disabled', { agentId: 'claude' }, 400, /disabled here/],
    ['an unknown runtime', { agentId: 'echo', runtime: 'python' }, 400, /can only be node/],
    ['an unknown harness', { agentId: 'echo', agentHarness: 'claude-code' }, 400, /can only be acp/],
    [
      'a variable the agent does not take',
      { agentId: 'echo', environment: { LD_PRELOAD: 'x' } },
      400,
      /environment may set none/,
    ],
    ['a size too small for the agent', { agentId: 'echo', size: 'tiny' }, 400, /size must be/],
    ['an unknown field', { agentId: 'echo', colour: 'red' }, 400, /colour is not a known field/],
    ['too short a life', { agentId: 'echo', ttlSeconds: 1 }, 400, /ttlSeconds/],
    ['a scope no box can have', { agentId: 'echo', scopes: ['keys:manage'] }, 400, /scopes/],
    ['a scope to write boxes', { agentId: 'echo', scopes: ['box:write'] }, 400, /scopes/],
  ])('%s', async (_, body, status, message) => {
    const reply = await post('', body)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)])
  })

  test('a scope the creator lacks', async () => {
    const poor = await service.developer(['box:write', 'box:read'])
    const reply = await post('', { agentId: 'echo', scopes: ['lp:build'] }, poor)
    expect([reply.status, reply.body.message]).toEqual([403, expect.stringMatching(/do not have the scope lp:build/)])
  })

  test('a message that contains a secret, or is empty', async () => {
    const { path } = await conversation()
    const secret = await post(`${path}/messages`, { content: `private key: 0x${'ab'.repeat(32)}` })
    expect([secret.status, secret.body.message]).toEqual([
      400,
      expect.stringMatching(/^content seems to contain a private key/),
    ])
    expect((await post(`${path}/messages`, { content: '\u200b ' })).status).toBe(400)
    expect((await post(`${path}/messages`, { content: 'x'.repeat(4_001) })).status).toBe(400)
    expect((await get(`${path}/messages`)).body.messages).toEqual([])
  })
})
