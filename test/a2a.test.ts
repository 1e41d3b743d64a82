import { type Message, Role, type StreamResponse, type Task, TaskState, verifyAgentCardSignature } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SKILLS } from '#a2a/agentCard.ts'
import * as SessionToken from '#identity/SessionToken.ts'
import { json } from './setup/json.ts'
import { type Developer, signIn } from './setup/keys/signIn.ts'
import { startTestService, type TestService } from './setup/service.ts'

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

describe('the card', () => {
  test('it is signed by a key of the JWKS, and a changed card is not', async () => {
    const client = await connect()
    const { keys } = await json(service.get('/.well-known/jwks.json'))
    const verify = verifyAgentCardSignature(
      async (kid) =>
        importJWK(
          keys.find((key: { kid: string }) => key.kid === kid),
          'EdDSA',
        ) as Promise<CryptoKey>,
    )
    const card = await client.getAgentCard()
    await expect(verify(card)).resolves.toBeUndefined()
    await expect(verify({ ...card, description: 'another' })).rejects.toThrow()
    expect(card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual(['JSONRPC', 'HTTP+JSON'])
  })

  test('a reader of version 0.3 gets its form', async () => {
    const card = await json(service.get('/.well-known/agent-card.json', { 'a2a-version': '0.3' }))
    expect(card).toMatchObject({
      protocolVersion: '0.3.0',
      url: `${service.baseUrl}/a2a`,
      preferredTransport: 'JSONRPC',
    })
  })
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

  test('a stream tells the task, its words and its end, and the same can be read afterwards', async () => {
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

  test('a question back is input-required, and the next message answers it', async () => {
    const client = await connect()
    const asked = (await client.sendMessage(params(saying('confirm Shall I?', { contextId })))) as Task
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
    await expect(client.sendMessage(params(saying('perhaps', { contextId, taskId: asked.id })))).rejects.toThrow(
      /Allow, Reject/,
    )
    const done = (await client.sendMessage(params(saying('Allow', { contextId, taskId: asked.id })))) as Task
    expect(done.id).toBe(asked.id)
    expect(textOf(done)).toMatch(/allowed/)
  })

  test('a dropped stream is taken up again without a gap, and a running task can be cancelled', async () => {
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
    await expect.poll(() => JSON.stringify(seen), { timeout: 20_000 }).toContain('waiting ')
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
  const rpc = (body: unknown, headers: Record<string, string> = {}) =>
    service.post('/a2a', body, { 'x-api-key': developer.key, ...headers })
  const call = (method: string, given: unknown) => ({ jsonrpc: '2.0', id: 7, method, params: given })
  const message = { messageId: 'bad-1', role: 'ROLE_USER', parts: [{ text: 'help' }] }

  test.each([
    ['an unknown method', call('DoSomething', {}), 200, -32601],
    ['no parts', call('SendMessage', { message: { ...message, parts: [] } }), 200, -32602],
    [
      'a part of a kind it cannot read',
      call('SendMessage', { message: { ...message, parts: [{ url: 'https://example.com/a.png' }] } }),
      200,
      -32005,
    ],
    ['a foreign task', call('GetTask', { id: 'task_00000000000000000000000000' }), 200, -32001],
    [
      'a foreign context',
      call('SendMessage', { message: { ...message, contextId: 'sess_00000000000000000000000000' } }),
      200,
      -32001,
    ],
    [
      'a push notification',
      call('CreateTaskPushNotificationConfig', { taskId: 'x', url: 'https://example.com' }),
      200,
      -32003,
    ],
    ['no JSON-RPC', { hello: 'world' }, 200, -32602],
    [
      'a message of 5,000 characters',
      call('SendMessage', { message: { ...message, parts: [{ text: 'x'.repeat(5_000) }] } }),
      200,
      -32602,
    ],
    [
      'a body of 1 MB',
      call('SendMessage', { message: { ...message, parts: [{ text: 'x'.repeat(1_000_000) }] } }),
      413,
      -32600,
    ],
  ])('%s is refused in the form of the protocol', async (_, body, status, code) => {
    const response = await rpc(body)
    expect(response.status).toBe(status)
    expect(await json(Promise.resolve(response))).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  test('without a key, with an unknown key, with a revoked key and with a key of another scope nobody gets in', async () => {
    const body = call('SendMessage', { message })
    expect((await service.post('/a2a', body)).status).toBe(401)
    expect((await rpc(body, { 'x-api-key': `svc_sk_${'a'.repeat(49)}` })).status).toBe(401)
    const narrow = await signIn(service.post, service.baseUrl, ['lp:build'])
    expect((await rpc(body, { 'x-api-key': narrow.key })).status).toBe(403)
    const revoked = await signIn(service.post, service.baseUrl)
    await service.send('DELETE', `/api/developer/keys/${revoked.keyId}`, { authorization: `Bearer ${revoked.token}` })
    expect((await rpc(body, { 'x-api-key': revoked.key })).status).toBe(401)
    expect((await service.get('/.well-known/agent-card.json')).status).toBe(200)
  })

  test('a token for another audience and one that has ended are refused', async () => {
    const secrets = { current: new Uint8Array(48).fill(7) }
    const claims = { subject: `wallet:${developer.account.address.toLowerCase()}`, tokenId: 'made-by-hand' }
    const foreign = await SessionToken.createSigner(secrets, 'https://elsewhere.example')
    const ours = await SessionToken.createSigner(secrets, service.baseUrl)
    const tokens = [
      await SessionToken.sign(foreign, { ...claims, issuedAt: Date.now() }),
      await SessionToken.sign(ours, { ...claims, issuedAt: Date.now() - 2 * SessionToken.LIFETIME_MS }),
    ]
    for (const token of tokens) {
      const refused = await service.post('/a2a', call('ListTasks', {}), { authorization: `Bearer ${token}` })
      expect(refused.status).toBe(401)
    }
  })

  test('one developer’s tasks are not there for another', async () => {
    const mine = (await (await connect()).sendMessage(params(saying('help')))) as Task
    const other = await connect('JSONRPC', (await signIn(service.post, service.baseUrl)).key)
    await expect(other.getTask({ tenant: '', id: mine.id })).rejects.toThrow(/no task/)
    await expect(other.sendMessage(params(saying('help', { contextId: mine.contextId })))).rejects.toThrow(
      /no conversation/,
    )
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
