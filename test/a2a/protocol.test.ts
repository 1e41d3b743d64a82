import { generateKeyPairSync } from 'node:crypto'
import { verifyAgentCardSignature } from '@a2a-js/sdk'
import { flattenedVerify } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventStream } from '#a2a/eventStream.ts'
import { operations } from '#a2a/operations.ts'
import type { Caller } from '#core/Access.ts'
import type { AgentPushes } from '#core/AgentPush.ts'
import type { AgentRun, AgentRuns, RunUpdate } from '#core/AgentRun.ts'
import { ApiError } from '#core/ApiError.ts'
import { canonicalJson } from '#core/canonicalJson.ts'
import { createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { json } from '../setup/json.ts'

const BASE = 'https://slipway.example'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const TASK = 'task_01kx0000000000000000000000'
const run = (change: Partial<AgentRun> = {}): AgentRun => ({
  id: TASK,
  contextId: 'sess_1',
  status: 'running',
  error: null,
  question: { id: 'msg_1', text: 'help', seq: 1 },
  reply: undefined,
  asked: undefined,
  updatedAt: new Date(0),
  ...change,
})
const ENDED = run({ status: 'completed', reply: { id: 'msg_2', text: 'one two', cards: [] } })
const UPDATES: RunUpdate[] = [
  { seq: 2, type: 'status', run: run({ status: 'queued' }) },
  { seq: 3, type: 'status', run: run() },
  { seq: 4, type: 'text', text: 'one ' },
  { seq: 5, type: 'text', text: 'two' },
  { seq: 6, type: 'status', run: ENDED },
]

/** Conversations with one run, in this state when it is read, and with these updates. */
const state = { run: run(), said: [] as string[], queries: [] as unknown[] }
afterEach(() => Object.assign(state, { run: run(), said: [], queries: [] }))
const runs: AgentRuns = {
  async say({ text }) {
    state.said.push(text)
    return state.run
  },
  async find(id) {
    if (id === TASK) return state.run
    throw new ApiError('not_found', 'You have no task with this id.')
  },
  async list(query) {
    state.queries.push(query)
    return { runs: [ENDED], total: 1, next: undefined }
  },
  cancel: async () => state.run,
  async *follow(_, after) {
    yield* UPDATES.filter(({ seq }) => seq > after)
  },
}

const caller: Caller = {
  kind: 'key',
  address: '',
  developerId: 'dev_1',
  subject: 's',
  keyId: 'key_1',
  scopes: ['box:write'],
}
const admit = () => ({ [Symbol.dispose]: () => {} })
const unknown = () => Promise.reject(new ApiError('not_found', 'You have no task with this id.'))
const pushes: AgentPushes = {
  requireUrl() {
    throw new ApiError('invalid_argument', 'url must begin with https://.')
  },
  ...{ create: unknown, find: unknown, list: unknown, remove: unknown },
}
const served = operations(runs, { pushes, baseUrl: BASE, version: '1.2.0', signer: { kid: 'k', privateKey }, admit })
const app = createApp(
  plainOptions(served, {
    authenticate: ({ secret, address }) => {
      if (secret === 'good') return caller
      if (secret === undefined) return { kind: 'anonymous', address }
      throw new ApiError('unauthenticated', 'This API key is not valid.')
    },
  }),
)

type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }
async function send(path: string, { method, body, headers = {} }: Sent = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = { 'x-api-key': 'good', 'content-type': 'application/json', ...headers }
  const init = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers: sent }
  return app.fetch(new Request(BASE + path, body === undefined ? init : { ...init, body: text }))
}
const call = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 7, method, params })
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'help' }] }
const said = (change: object = {}, rest: object = {}) => ({ message: { ...message, ...change }, ...rest })
const rpc = (method: string, params: unknown, headers: Record<string, string> = {}) =>
  json(send('/a2a', { body: call(method, params), headers }))

/** The payloads of a stream. */
async function frames(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text()
  const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, line]) => JSON.parse(line ?? ''))
  return data.map((one) => one.result ?? one)
}
// biome-ignore lint/suspicious/noExplicitAny: frames are read as a client without types reads them.
const states = (all: any[]) => all.flatMap((one) => one.task?.status.state ?? one.statusUpdate?.status.state ?? [])

describe('the card', () => {
  const card = () => json(send('/.well-known/agent-card.json'))
  const isHeld = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    )
  /** RFC 8785 by hand and jose: all that a verifier without an SDK needs. */
  // biome-ignore lint/suspicious/noExplicitAny: a card is read as JSON.
  const byJose = ({ signatures: [signature], ...rest }: any) =>
    flattenedVerify({ ...signature, payload: Buffer.from(canonicalJson(rest)).toString('base64url') }, publicKey)
  // biome-ignore lint/suspicious/noExplicitAny: the SDK takes the card as served, too.
  const bySdk = (one: any) => verifyAgentCardSignature(async () => publicKey as never)(one)

  test('is verified as served by jose and by the SDK', async () => {
    expect(await isHeld(byJose(await card()))).toBe(true)
    expect(await isHeld(bySdk(await card()))).toBe(true)
  })

  test('with replaced security schemes it is verified by neither', async () => {
    vi.spyOn(console, 'debug').mockImplementation(() => {})
    const flows = { authorizationCode: { authorizationUrl: 'https://evil.example', tokenUrl: 'https://evil.example' } }
    const changes = [
      { securitySchemes: { oauth: { oauth2SecurityScheme: { flows } } } },
      { securitySchemes: {} },
      { securityRequirements: [] },
    ]
    for (const change of changes) {
      const stolen = { ...(await card()), ...change }
      expect([await isHeld(byJose(stolen)), await isHeld(bySdk(stolen))]).toEqual([false, false])
    }
  })

  test('is ASCII without empty values, so that every canonical form of it is the same', async () => {
    const text = await (await send('/.well-known/agent-card.json')).text()
    expect(text).toMatch(/^[\x20-\x7e]+$/)
    expect(text).not.toMatch(/:(""|\[\]|\{\}|null)/)
  })

  test('has an ETag, and depends on the version asked for', async () => {
    const first = await send('/.well-known/agent-card.json')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('vary')).toContain('a2a-version')
    const again = await send('/.well-known/agent-card.json', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const older = await json(send('/.well-known/agent-card.json', { headers: { 'a2a-version': '0.3' } }))
    expect(older).toMatchObject({ protocolVersion: '0.3.0', url: `${BASE}/a2a`, preferredTransport: 'JSONRPC' })
    expect(await json(send('/.well-known/agent.json'))).toEqual(older)
  })
})

describe('the version', () => {
  test.each(['0.5', '2.0', '9', 'x', '1.1'])('%s is refused in both bindings', async (version) => {
    const headers = { 'a2a-version': version }
    expect((await rpc('GetTask', { id: TASK }, headers)).error.code).toBe(-32009)
    const plain = await send(`/a2a/tasks/${TASK}`, { headers })
    expect([plain.status, (await json(plain)).error.details[0].reason]).toEqual([400, 'VERSION_NOT_SUPPORTED'])
    const asked = await send(`/a2a/tasks/${TASK}?A2A-Version=${version}`)
    expect(asked.status).toBe(400)
  })

  test.each(['1.0', '1.0.1', ''])('“%s” is served', async (version) => {
    const headers = { 'a2a-version': version }
    expect((await rpc('GetTask', { id: TASK }, headers)).result.id).toBe(TASK)
    expect((await send(`/a2a/tasks/${TASK}`, { headers })).status).toBe(200)
  })

  test('0.3 is served with its own methods, with and without the header', async () => {
    for (const headers of [{}, { 'a2a-version': '0.3' }])
      expect((await rpc('tasks/get', { id: TASK }, headers)).result).toMatchObject({ kind: 'task', id: TASK })
    expect((await rpc('GetTask', { id: TASK }, { 'a2a-version': '0.3' })).error.code).toBe(-32601)
    expect((await rpc('tasks/get', { id: TASK }, { 'a2a-version': '1.0' })).error.code).toBe(-32601)
  })
})

describe('a stream', () => {
  const ways: [string, () => Promise<Response>][] = [
    ['JSON-RPC', () => send('/a2a', { body: call('SendStreamingMessage', said()) })],
    ['HTTP+JSON', () => send('/a2a/message:stream', { body: said() })],
  ]

  test.each(ways)('over %s is one artifact, started, extended and closed', async (_, open) => {
    const response = await open()
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const all = await frames(response)
    // biome-ignore lint/suspicious/noExplicitAny: frames are read as a client without types reads them.
    const chunks = all.flatMap((one: any) => one.artifactUpdate ?? [])
    expect(chunks.map(({ append = false, lastChunk = false }) => [append, lastChunk])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
    expect(chunks.flatMap(({ artifact }) => artifact.parts.map(({ text = '' }) => text)).join('')).toBe('one two')
    state.run = ENDED
    const { artifacts } = await json(send(`/a2a/tasks/${TASK}`))
    expect(new Set(chunks.map(({ artifact }) => artifact.artifactId))).toEqual(new Set([artifacts[0].artifactId]))
  })

  test('continues after Last-Event-ID with the chunks that follow', async () => {
    const headers = { 'last-event-id': '4' }
    const all = await frames(await send('/a2a', { body: call('SubscribeToTask', { id: TASK }), headers }))
    expect(all.slice(1).map((one) => JSON.stringify(one))).toEqual([
      expect.stringMatching(/"two".*"append":true/),
      expect.stringMatching(/"lastChunk":true/),
      expect.stringContaining('COMPLETED'),
    ])
  })

  test.each([
    ['queued', ['SUBMITTED', 'SUBMITTED', 'WORKING', 'COMPLETED']],
    ['running', ['WORKING', 'WORKING', 'COMPLETED']],
  ] as const)('of a task that is %s never goes back to an earlier state', async (status, expected) => {
    state.run = run({ status })
    const all = await frames(await send('/a2a', { body: call('SubscribeToTask', { id: TASK }) }))
    expect(states(all)).toEqual(expected.map((name) => `TASK_STATE_${name}`))
  })

  test('of a message sent again after its end is the whole task', async () => {
    state.run = ENDED
    const all = await frames(await send('/a2a/message:stream', { body: said() }))
    expect(all).toMatchObject([{ task: { status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [{ name: 'reply' }] } }])
  })

  test('does not repeat a question that was answered', async () => {
    const asked: RunUpdate = { seq: 3, type: 'status', run: run({ status: 'input_required' }) }
    const [queued, working, ...rest] = UPDATES as [RunUpdate, RunUpdate, ...RunUpdate[]]
    const follow = vi.spyOn(runs, 'follow').mockImplementation(async function* () {
      yield* [queued, asked, working, ...rest]
    })
    const all = await frames(await send('/a2a', { body: call('SubscribeToTask', { id: TASK }) }))
    follow.mockRestore()
    expect(states(all)).not.toContain('TASK_STATE_INPUT_REQUIRED')
  })

  test.each([
    ['an ended task', TASK, 400, -32004],
    ['an unknown task', 'task_nothing', 404, -32001],
  ] as const)('of %s is refused before it opens', async (_, task, status, code) => {
    state.run = ENDED
    const plain = await send(`/a2a/tasks/${task}:subscribe`, { body: {} })
    expect([plain.status, plain.headers.get('content-type')]).toEqual([status, 'application/a2a+json'])
    const answered = await send('/a2a', { body: call('SubscribeToTask', { id: task }) })
    expect(answered.headers.get('content-type')).toContain('application/json')
    expect((await json(answered)).error.code).toBe(code)
  })

  test('of a bad message is refused before it opens', async () => {
    const bad = said({ parts: [] })
    expect((await send('/a2a/message:stream', { body: bad })).status).toBe(400)
    expect((await rpc('SendStreamingMessage', bad)).error.code).toBe(-32602)
  })

  test('that is silent has a heartbeat', async () => {
    const beaten = Promise.withResolvers<void>()
    async function* events() {
      yield { first: true }
      await beaten.promise
      yield { last: true }
    }
    const streaming = { failure: String, admit, stop: () => {}, heartbeatMs: 1 }
    const { body } = await eventStream(events(), streaming)
    let text = ''
    for await (const piece of body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString()
      if (text.includes(': heartbeat')) beaten.resolve()
    }
    expect(text).toMatch(/^data: \{"first":true\}\n\n(: heartbeat\n\n)+data: \{"last":true\}\n\n/)
  })
})

describe('a list', () => {
  const list = (query: string) => send(`/a2a/tasks${query}`)

  test('has every field, names the page size used, and has artifacts only on request', async () => {
    const plain = await json(list('?pageSize=20'))
    expect(plain).toMatchObject({ nextPageToken: '', pageSize: 20, totalSize: 1 })
    expect(plain.tasks[0].artifacts).toBeUndefined()
    expect((await json(list('?includeArtifacts=true'))).tasks[0].artifacts).toHaveLength(1)
    const { result } = await rpc('ListTasks', {})
    expect(result).toMatchObject({ nextPageToken: '', pageSize: 50 })
    expect(result.tasks[0].artifacts).toBeUndefined()
    expect(await json(list('?status=TASK_STATE_REJECTED'))).toMatchObject({
      tasks: [],
      nextPageToken: '',
      totalSize: 0,
    })
  })

  test('is filtered by the time of the status', async () => {
    await list('?statusTimestampAfter=2026-01-31T12:00:00Z')
    expect(state.queries[0]).toMatchObject({ updatedSince: new Date('2026-01-31T12:00:00Z') })
  })

  test.each([
    ['pageSize', 0],
    ['pageSize', 101],
    ['pageSize', -1],
    ['pageToken', 'x'],
    ['status', 'TASK_STATE_ODD'],
    ['statusTimestampAfter', 'yesterday'],
    ['historyLength', -1],
  ])('with %s %s is refused', async (name, value) => {
    const plain = await list(`?${name}=${value}`)
    expect([plain.status, (await json(plain)).error.message]).toEqual([400, expect.stringContaining(name)])
    expect((await rpc('ListTasks', { [name]: value })).error.code).toBe(-32602)
  })
})

describe('a refusal', () => {
  const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'

  test.each([
    ['no key', { 'x-api-key': '' }, 401, 'UNAUTHENTICATED'],
    ['a bad key', { 'x-api-key': 'bad' }, 401, 'UNAUTHENTICATED'],
    ['a body that is not JSON', { 'content-type': 'text/plain' }, 415, 'INVALID_ARGUMENT'],
  ])('of %s has a status and details with a type', async (_, headers, status, reason) => {
    const plain = await send('/a2a/message:send', { body: said(), headers })
    const { error } = await json(plain)
    expect([plain.status, plain.headers.get('content-type')]).toEqual([status, 'application/a2a+json'])
    expect(error).toMatchObject({ status: reason, details: [{ '@type': ERROR_INFO, reason }] })
    const answered = await json(send('/a2a', { body: call('SendMessage', said()), headers }))
    expect(answered.error.data).toMatchObject([{ '@type': ERROR_INFO, reason }])
    expect(answered.error.code === -32005).toBe(status === 415)
  })

  test.each([
    ['hello', -32700],
    [{ hello: 'world' }, -32600],
    [[call('GetTask')], -32600],
    [{ jsonrpc: '2.0', method: 'GetTask', params: { id: TASK } }, -32600],
    [{ jsonrpc: '2.0', id: 1, method: 'DoSomething' }, -32601],
    [{ jsonrpc: '2.0', id: 1, method: 'GetTask' }, -32602],
    [call('SendMessage', said({ role: undefined })), -32602],
    [call('SendMessage', said({ role: 'ROLE_AGENT' })), -32602],
    [call('SendMessage', said({ parts: [{ text: 'x', mediaType: 'image/png' }] })), -32005],
    [call('SendMessage', said({ parts: [{ raw: 'dGNr', mediaType: 'application/x-unknown' }] })), -32005],
    [
      call('SendMessage', said({}, { configuration: { taskPushNotificationConfig: { url: 'http://a.example' } } })),
      -32602,
    ],
    [call('GetExtendedAgentCard'), -32004],
  ])('of %j has the code of the protocol', async (body, code) => {
    expect((await json(send('/a2a', { body }))).error.code).toBe(code)
    expect(state.said).toEqual([])
  })

  test.each([
    ['POST', '/a2a/tasks/x/pushNotificationConfigs', 404, 'TASK_NOT_FOUND'],
    ['GET', '/a2a/tasks/x/pushNotificationConfigs', 404, 'TASK_NOT_FOUND'],
    ['GET', '/a2a/tasks/x/pushNotificationConfigs/1', 404, 'TASK_NOT_FOUND'],
    ['DELETE', '/a2a/tasks/x/pushNotificationConfigs/1', 404, 'TASK_NOT_FOUND'],
    ['GET', '/a2a/extendedAgentCard', 400, 'UNSUPPORTED_OPERATION'],
  ])('of %s %s is the protocol’s own', async (method, path, status, reason) => {
    const response = await send(path, { method, ...(method === 'POST' && { body: { url: 'https://a.example' } }) })
    expect([response.status, (await json(response)).error.details[0].reason]).toEqual([status, reason])
  })
})

test('the endpoint also answers with a slash at the end', async () => {
  expect((await json(send('/a2a/', { body: call('GetTask', { id: TASK }) }))).result.id).toBe(TASK)
})
