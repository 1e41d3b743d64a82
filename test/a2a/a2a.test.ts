import { type Message, Role, type StreamResponse, type Task, TaskState, verifyAgentCardSignature } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { A2AClient as OlderClient } from 'a2a-sdk-0.3/client'
import { importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SKILLS } from '#a2a/agentCard.ts'
import * as SessionToken from '#identity/SessionToken.ts'
import { json } from '../setup/json.ts'
import { expiredKey } from '../setup/keys/expiredKey.ts'
import { type Developer, signIn } from '../setup/keys/signIn.ts'
import { startTestService, type TestService } from '../setup/service.ts'

let service: TestService
let developer: Developer
beforeAll(async () => {
  service = await startTestService({ env: { BOXES_MAX: '6' } })
  developer = await signIn(service.post, service.baseUrl)
})
afterAll(() => service[Symbol.asyncDispose]())

/** Fetches from the service in this process, as a caller with these headers. */
function fetchWith(headers: Record<string, string>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return service.app.fetch(request)
  }
}

async function connect(form: 'JSONRPC' | 'HTTP+JSON' = 'JSONRPC', key = developer.key): Promise<Client> {
  const fetchImpl = fetchWith({ 'x-api-key': key })
  const transport =
    form === 'JSONRPC' ? new JsonRpcTransportFactory({ fetchImpl }) : new RestTransportFactory({ fetchImpl })
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl })
  return new ClientFactory({ transports: [transport], cardResolver }).createFromUrl(service.baseUrl)
}

let sent = 0
function saying(text: string, place: { contextId?: string; taskId?: string } = {}): Message {
  const content = { $case: 'text' as const, value: text }
  const part = { content, metadata: undefined, filename: '', mediaType: 'text/plain' }
  return {
    messageId: `message-${++sent}`,
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [part],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...place,
  }
}
const params = (message: Message) => ({ tenant: '', message, configuration: undefined, metadata: undefined })
const textOf = ({ artifacts }: Task) =>
  artifacts
    .flatMap(({ parts }) => parts)
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('')

async function collect(stream: AsyncGenerator<StreamResponse, void, undefined>): Promise<StreamResponse[]> {
  const events: StreamResponse[] = []
  for await (const event of stream) events.push(event)
  return events
}

test('the card is signed by a key of the JWKS', async () => {
  const { keys } = await json(service.get('/.well-known/jwks.json'))
  const keyOf = async (kid: string) =>
    importJWK(
      keys.find((key: { kid: string }) => key.kid === kid),
      'EdDSA',
    ) as Promise<CryptoKey>
  const card = await json(service.get('/.well-known/agent-card.json'))
  await expect(verifyAgentCardSignature(keyOf)(card)).resolves.toBeUndefined()
  const { supportedInterfaces } = await (await connect()).getAgentCard()
  expect(supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual(['JSONRPC', 'HTTP+JSON', 'JSONRPC'])
})

test('a client of version 0.3 talks and streams', async () => {
  const fetchImpl = fetchWith({ 'x-api-key': developer.key })
  const client = await OlderClient.fromCardUrl(`${service.baseUrl}/.well-known/agent.json`, { fetchImpl })
  const part = { kind: 'text' as const, text: 'price eth dusd' }
  const message = { kind: 'message' as const, messageId: 'older-1', role: 'user' as const, parts: [part] }
  const answered = (await client.sendMessage({ message })) as { result: { kind: string; status: { state: string } } }
  expect(answered.result).toMatchObject({ kind: 'task', status: { state: 'completed' } })
  const events: { kind: string; final?: boolean }[] = []
  for await (const event of client.sendMessageStream({ message: { ...message, messageId: 'older-2' } }))
    events.push(event as { kind: string })
  expect(events[0]?.kind).toBe('task')
  expect(events.at(-1)).toMatchObject({ kind: 'status-update', final: true, status: { state: 'completed' } })
})

describe.each(['JSONRPC', 'HTTP+JSON'] as const)('over %s', (form) => {
  test('a message is answered by the caller’s own desk, and the conversation goes on', async () => {
    const client = await connect(form)
    const first = (await client.sendMessage(params(saying('price eth dusd')))) as Task
    expect(first.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(textOf(first)).toMatch(/1 W?ETH = 3,0\d\d\.\d+ DUSD/)
    const next = (await client.sendMessage(params(saying('how deep is it', { contextId: first.contextId })))) as Task
    expect(next.contextId).toBe(first.contextId)
    expect(textOf(next)).toMatch(/Within 2%/)
  })

  test('a stream carries the task, its text and its end, and the same can be read afterwards', async () => {
    const client = await connect(form)
    const events = await collect(client.sendMessageStream(params(saying('What does graduation do?'))))
    expect(events[0]?.payload?.$case).toBe('task')
    const last = events.at(-1)?.payload
    expect(last).toMatchObject({ $case: 'statusUpdate', value: { status: { state: TaskState.TASK_STATE_COMPLETED } } })
    const words = events.flatMap(({ payload }) =>
      payload?.$case === 'artifactUpdate' ? (payload.value.artifact?.parts ?? []) : [],
    )
    const streamed = words.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('')
    const id = last?.$case === 'statusUpdate' ? last.value.taskId : ''
    expect(textOf(await client.getTask({ tenant: '', id }))).toBe(streamed)
  })

  test('tasks are listed in pages, and by context', async () => {
    const client = await connect(form)
    const one = (await client.sendMessage(params(saying('help')))) as Task
    await client.sendMessage(params(saying('Which chain is this?', { contextId: one.contextId })))
    const query = {
      tenant: '',
      contextId: one.contextId,
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageSize: 1,
      pageToken: '',
      statusTimestampAfter: undefined,
    }
    const first = await client.listTasks(query)
    expect(first).toMatchObject({ totalSize: 2, tasks: [{ contextId: one.contextId }] })
    const second = await client.listTasks({ ...query, pageToken: first.nextPageToken })
    expect(second.tasks.map(({ id }) => id)).toEqual([one.id])
    expect(second.nextPageToken).toBe('')
  })
})

test('two contexts side by side stay apart', async () => {
  const client = await connect()
  const [a, b] = (await Promise.all([
    client.sendMessage(params(saying('price eth dusd'))),
    client.sendMessage(params(saying('price moon dusd'))),
  ])) as [Task, Task]
  const [deepA, deepB] = (await Promise.all([
    client.sendMessage(params(saying('how deep is it', { contextId: a.contextId }))),
    client.sendMessage(params(saying('how deep is it', { contextId: b.contextId }))),
  ])) as [Task, Task]
  expect(textOf(deepA)).toMatch(/ETH\/DUSD|DUSD\/W?ETH/)
  expect(textOf(deepB)).toMatch(/MOON/)
})

test('a message sent twice is the same task', async () => {
  const client = await connect()
  const message = saying('help')
  const first = (await client.sendMessage(params(message))) as Task
  const again = (await client.sendMessage(params({ ...message, contextId: first.contextId }))) as Task
  expect(again.id).toBe(first.id)
})

test('the same message sent ten times at once starts one task', async () => {
  const client = await connect()
  const message = saying('help')
  const tasks = await Promise.all(Array.from({ length: 10 }, () => client.sendMessage(params(message))))
  expect(new Set(tasks.map((task) => (task as Task).id)).size).toBe(1)
})

test('a messageId that is used again with another text is a new message, and each is sent once', async () => {
  const client = await connect()
  const message = saying('help')
  const send = async (text: string, contextId = '') =>
    (await client.sendMessage(params({ ...message, contextId, parts: saying(text).parts }))) as Task
  const first = await send('help')
  const others = await Promise.all(Array.from({ length: 5 }, () => send('price eth dusd')))
  const continued = await Promise.all(Array.from({ length: 5 }, () => send('price eth dusd', first.contextId)))
  expect(new Set(others.map(({ id }) => id)).size).toBe(1)
  expect(new Set(continued.map(({ id }) => id)).size).toBe(1)
  expect(new Set([first, others[0], continued[0]].map((task) => task?.id)).size).toBe(3)
  expect(others[0]?.contextId).not.toBe(first.contextId)
  expect(continued[0]?.contextId).toBe(first.contextId)
  expect((await send('help')).id).toBe(first.id)
})

test.each(['a\0b', 'a\ud800b', 'a'.repeat(300)])(
  'an id that cannot be stored is a mistake of the caller: %j',
  async (id) => {
    const send = (method: string, path: string, body?: unknown) =>
      service.app.fetch(
        new Request(`${service.baseUrl}${path}`, {
          method,
          headers: { 'x-api-key': developer.key, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
    const parts = [{ text: 'help' }]
    for (const fields of [{ messageId: id }, { messageId: 'm', contextId: id }, { messageId: 'm', taskId: id }]) {
      const message = { role: 'ROLE_USER', parts, ...fields }
      expect((await send('POST', '/a2a/message:send', { message })).status).toBe(400)
      const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
      expect((await (await send('POST', '/a2a', rpc)).json()) as object).toMatchObject({ error: { code: -32602 } })
    }
    const path = encodeURIComponent(id.toWellFormed())
    expect((await send('GET', `/a2a/tasks/${path}`)).status).toBeLessThan(500)
    expect((await send('POST', `/a2a/tasks/${path}:cancel`, {})).status).toBeLessThan(500)
    expect((await send('GET', `/a2a/tasks?contextId=${path}`)).status).toBe(200)
    expect((await send('GET', `/a2a/tasks?pageToken=${path}`)).status).toBe(400)
  },
)

test('a proposed transaction travels as a data part', async () => {
  const client = await connect()
  const wallet = service.devnet.account(0).address
  const asked = (await client.sendMessage(
    params(saying('How much DUSD do I need next to 0.5 ETH between 2500 and 3500?')),
  )) as Task
  const task = (await client.sendMessage(
    params(saying(`Prepare it for ${wallet}`, { contextId: asked.contextId })),
  )) as Task
  const data = task.artifacts
    .flatMap(({ parts }) => parts)
    .flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []))
  expect(data[0]).toMatchObject({ kind: 'transaction', data: { chainId: 4663, wallet } })
})

describe('with the echo agent', () => {
  let contextId: string
  beforeAll(async () => {
    const headers = { 'x-api-key': developer.key }
    const { box } = await json(service.post('/api/boxes', { agentId: 'echo' }, headers))
    contextId = (await json(service.post(`/api/boxes/${box.id}/sessions`, {}, headers))).session.id
  })

  test('a question of the agent is input-required, and the next message answers it', async () => {
    const client = await connect()
    const asked = (await client.sendMessage(params(saying('confirm Shall I?', { contextId })))) as Task
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
    await expect(client.sendMessage(params(saying('perhaps', { contextId, taskId: asked.id })))).rejects.toThrow(
      /Allow, Reject/,
    )
    const other = (await client.sendMessage(params(saying('help')))) as Task
    const elsewhere = saying('Allow', { contextId: other.contextId, taskId: asked.id })
    await expect(client.sendMessage(params(elsewhere))).rejects.toThrow(/context of the task/)
    const done = (await client.sendMessage(params(saying('Allow', { contextId, taskId: asked.id })))) as Task
    expect(done.id).toBe(asked.id)
    expect(textOf(done)).toMatch(/allowed/)
  })

  test('a dropped stream resumes without a gap, and a running task can be cancelled', async () => {
    const client = await connect()
    const stream = client.sendMessageStream(params(saying('wait 60000', { contextId })))
    const first = (await stream.next()).value as StreamResponse
    const id = first.payload?.$case === 'task' ? first.payload.value.id : ''
    await stream.return()
    const again = client.resubscribeTask({ tenant: '', id })
    const seen: StreamResponse[] = []
    const reading = (async () => {
      for await (const event of again) seen.push(event)
    })()
    await expect.poll(() => JSON.stringify(seen)).toContain('waiting ')
    const cancelled = await client.cancelTask({ tenant: '', id, metadata: undefined })
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
    await reading
    expect(seen.at(-1)?.payload).toMatchObject({
      $case: 'statusUpdate',
      value: { status: { state: TaskState.TASK_STATE_CANCELED } },
    })
    await expect(client.cancelTask({ tenant: '', id, metadata: undefined })).rejects.toThrow(/ended/)
    await expect(collect(client.resubscribeTask({ tenant: '', id }))).rejects.toThrow(/ended/)
  })
})

describe('bad input', () => {
  const message = { messageId: 'bad-1', role: 'ROLE_USER', parts: [{ text: 'help' }] }
  const call = (method: string, given: unknown) => ({ jsonrpc: '2.0', id: 7, method, params: given })
  const said = (change: object = {}) => ({ message: { ...message, ...change } })
  const text = (length: number) => said({ parts: [{ text: 'x'.repeat(length) }] })
  /** Tasks of this caller and of another, and keys and tokens that are no longer valid. */
  const made = { foreignTask: '', foreignContext: '', cancelled: '', context: '' }
  const credentials: Record<string, Record<string, string>> = {}

  beforeAll(async () => {
    const other = await signIn(service.post, service.baseUrl)
    const foreign = (await (await connect('JSONRPC', other.key)).sendMessage(params(saying('help')))) as Task
    Object.assign(made, { foreignTask: foreign.id, foreignContext: foreign.contextId, ...(await cancelledTask()) })
    const revoked = await signIn(service.post, service.baseUrl)
    const session = { authorization: `Bearer ${revoked.token}` }
    await service.send('DELETE', `/api/developer/keys/${revoked.keyId}`, session)
    const secrets = { current: new Uint8Array(48).fill(7) }
    const claims = { subject: `wallet:${developer.account.address.toLowerCase()}`, tokenId: 'made-by-hand' }
    const elsewhere = await SessionToken.createSigner(secrets, 'https://elsewhere.example')
    const here = await SessionToken.createSigner(secrets, service.baseUrl)
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    Object.assign(credentials, {
      none: {},
      unknown: { 'x-api-key': `svc_sk_${'a'.repeat(49)}` },
      revoked: { 'x-api-key': revoked.key },
      expired: {
        'x-api-key': await expiredKey({
          make: async (expiresAt) => {
            const body = { name: 'short', scopes: ['api:*'], expiresAt }
            return (await json(service.post('/api/developer/keys', body, session))).key
          },
          isTaken: async (key) => (await service.get('/a2a/tasks', { 'x-api-key': key })).status === 200,
        }),
      },
      narrow: { 'x-api-key': (await signIn(service.post, service.baseUrl, ['lp:build'])).key },
      wrongAudience: bearer(await SessionToken.sign(elsewhere, { ...claims, issuedAt: Date.now() })),
      oldToken: bearer(
        await SessionToken.sign(here, { ...claims, issuedAt: Date.now() - 2 * SessionToken.LIFETIME_MS }),
      ),
    })
  })

  async function cancelledTask(): Promise<{ cancelled: string; context: string }> {
    const headers = { 'x-api-key': developer.key }
    const { box } = await json(service.post('/api/boxes', { agentId: 'echo' }, headers))
    const context = (await json(service.post(`/api/boxes/${box.id}/sessions`, {}, headers))).session.id
    const client = await connect()
    const stream = client.sendMessageStream(params(saying('wait 60000', { contextId: context })))
    const first = (await stream.next()).value as StreamResponse
    const id = first.payload?.$case === 'task' ? first.payload.value.id : ''
    await client.cancelTask({ tenant: '', id, metadata: undefined })
    return { cancelled: id, context }
  }

  type Case = [
    name: string,
    by: string,
    rpc: () => unknown,
    rest: () => [string, string, unknown?],
    code: number,
    status: number,
  ]
  const hello: Pick<{ rpc: Case[2]; rest: Case[3] }, 'rpc' | 'rest'> = {
    rpc: () => call('SendMessage', said()),
    rest: () => ['POST', '/message:send', said()],
  }
  const sending = (change: () => object): [Case[2], Case[3]] => [
    () => call('SendMessage', change()),
    () => ['POST', '/message:send', change()],
  ]
  /** The error code in the JSON-RPC form; 0 where the HTTP layer refuses, with the same status in both forms. */
  const CASES: Case[] = [
    ['no credential', 'none', hello.rpc, hello.rest, 0, 401],
    ['an unknown key', 'unknown', hello.rpc, hello.rest, 0, 401],
    ['a revoked key', 'revoked', hello.rpc, hello.rest, 0, 401],
    ['an expired key', 'expired', hello.rpc, hello.rest, 0, 401],
    ['a key of another scope', 'narrow', hello.rpc, hello.rest, 0, 403],
    ['a token for another audience', 'wrongAudience', hello.rpc, hello.rest, 0, 401],
    ['a token that has ended', 'oldToken', hello.rpc, hello.rest, 0, 401],
    ['a message of 1 MB', 'good', ...sending(() => text(1_000_000)), 0, 413],
    ['a message of 5,000 characters', 'good', ...sending(() => text(5_000)), -32602, 400],
    ['no parts', 'good', ...sending(() => said({ parts: [] })), -32602, 400],
    ['a part that is null', 'good', ...sending(() => said({ parts: [null] })), -32602, 400],
    ['bytes that are a number', 'good', ...sending(() => said({ parts: [{ raw: 5 }] })), -32602, 400],
    [
      'a push notification of a task whose id has a NUL',
      'good',
      () => call('GetTaskPushNotificationConfig', { taskId: '\0', id: 'x' }),
      () => ['GET', '/tasks/%00/pushNotificationConfigs/x'],
      -32001,
      404,
    ],
    [
      'push notifications of a task whose id has a NUL',
      'good',
      () => call('ListTaskPushNotificationConfigs', { taskId: '\0' }),
      () => ['GET', '/tasks/%00/pushNotificationConfigs'],
      -32001,
      404,
    ],
    ['no message', 'good', ...sending(() => ({})), -32602, 400],
    ['a file', 'good', ...sending(() => said({ parts: [{ url: 'https://example.com/a.png' }] })), -32005, 400],
    ['an unknown part kind', 'good', ...sending(() => said({ parts: [{ hologram: 'x' }] })), -32005, 400],
    ['a foreign context', 'good', ...sending(() => said({ contextId: made.foreignContext })), -32001, 404],
    ['a context that never was', 'good', ...sending(() => said({ contextId: 'sess_0' })), -32001, 404],
    ['a message to a foreign task', 'good', ...sending(() => said({ taskId: made.foreignTask })), -32001, 404],
    ['a message to a cancelled task', 'good', ...sending(() => said({ taskId: made.cancelled })), -32004, 400],
    [
      'a foreign task',
      'good',
      () => call('GetTask', { id: made.foreignTask }),
      () => ['GET', `/tasks/${made.foreignTask}`],
      -32001,
      404,
    ],
    [
      'a foreign task to cancel',
      'good',
      () => call('CancelTask', { id: made.foreignTask }),
      () => ['POST', `/tasks/${made.foreignTask}:cancel`, {}],
      -32001,
      404,
    ],
    [
      'a cancelled task to cancel again',
      'good',
      () => call('CancelTask', { id: made.cancelled }),
      () => ['POST', `/tasks/${made.cancelled}:cancel`, {}],
      -32002,
      400,
    ],
    [
      'an unknown method',
      'good',
      () => call('DoSomething', {}),
      () => ['POST', `/tasks/${made.cancelled}:explode`, {}],
      -32601,
      404,
    ],
    [
      'a push notification of an unknown task',
      'good',
      () => call('CreateTaskPushNotificationConfig', { taskId: 'x', url: 'https://example.com' }),
      () => ['POST', '/tasks/x/pushNotificationConfigs', { url: 'https://example.com' }],
      -32001,
      404,
    ],
  ]
  const by = (name: string) => credentials[name] ?? { 'x-api-key': developer.key }

  test.each(CASES)(
    '%s is refused as the protocol says, in both of its forms',
    async (_, who, rpc, rest, code, status) => {
      const answered = await service.post('/a2a', rpc(), by(who))
      const { error } = await json(Promise.resolve(answered))
      const own = status === 413 ? -32600 : status
      expect([answered.status, error.code]).toEqual(code === 0 ? [status, own] : [200, code])
      expect(error.message.length).toBeGreaterThan(10)
      const [method, path, body] = rest()
      const plain =
        method === 'GET' ? await service.get(`/a2a${path}`, by(who)) : await service.post(`/a2a${path}`, body, by(who))
      expect([plain.status, plain.headers.get('content-type')]).toEqual([status, expect.stringContaining('json')])
    },
  )

  test('a part that is null is refused in streams, and in version 0.3', async () => {
    const older = call('message/send', { message: { ...message, kind: 'message', role: 'user', parts: [null] } })
    for (const body of [call('SendStreamingMessage', said({ parts: [null] })), older])
      expect((await json(service.post('/a2a', body, by('good')))).error.code).toBe(-32602)
    expect((await service.post('/a2a/message:stream', said({ parts: [null] }), by('good'))).status).toBe(400)
  })

  test.each([['SubscribeToTask', (id: string) => `/tasks/${id}:subscribe`]])(
    'a cancelled task is not followed again: %s',
    async (method, path) => {
      const rpc = await service.post('/a2a', call(method, { id: made.cancelled }), by('good'))
      expect(await rpc.text()).toMatch(/"code":-32004/)
      const rest = await service.post(`/a2a${path(made.cancelled)}`, {}, by('good'))
      expect(await rest.text()).toMatch(/has ended/)
      const again = await json(service.post('/a2a', call('GetTask', { id: made.cancelled }), by('good')))
      expect(again.result.status.state).toBe('TASK_STATE_CANCELED')
    },
  )

  test.each([
    ['no JSON', 'hello', -32700],
    ['no JSON-RPC', JSON.stringify({ hello: 'world' }), -32600],
  ])('%s is refused', async (_, body, code) => {
    const headers = { 'x-api-key': developer.key, 'content-type': 'application/json' }
    const response = await service.app.fetch(new Request(`${service.baseUrl}/a2a`, { method: 'POST', headers, body }))
    expect((await json(Promise.resolve(response))).error.code).toBe(code)
  })

  test('a caller without a key still gets the card', async () => {
    expect((await service.get('/.well-known/agent-card.json')).status).toBe(200)
  })
})

test.each(SKILLS.flatMap(([id, , , , examples]) => examples.map((example) => [id, example] as const)))(
  'skill %s: “%s” is answered',
  async (_, example) => {
    const task = (await (await connect()).sendMessage(params(saying(example)))) as Task
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(textOf(task)).not.toMatch(/did not understand|The service says/)
  },
)
