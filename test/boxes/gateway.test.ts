import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { duplexPair } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createAuditLog } from '#audit/createAuditLog.ts'
import { serveChannel } from '#boxes/authority/serveChannel.ts'
import { createGateway } from '#boxes/gateway/createGateway.ts'
import { CODE_INSIDE, NODE_INSIDE, SHARED_FILES } from '#boxes/isolation/sharedFiles.ts'
import { type Box, insertBox } from '#boxes/store/boxes.ts'
import { lockDay } from '#boxes/store/modelCalls.ts'
import type { Tables } from '#boxes/store/tables.ts'
import * as Id from '#core/Id.ts'
import type { ModelBudgets, ModelEndpoint, ModelProtocol } from '#core/ModelEndpoint.ts'
import { attempt } from '../setup/boxes/attempt.ts'
import { migrations } from '../setup/boxes/boxesMigrations.ts'
import { openScriptedModel, USAGE } from '../setup/boxes/scriptedModel.ts'
import { createTestDatabase } from '../setup/database/database.ts'

const KEY = 'sk-the-real-key-4711'
const MUCH = { tokens: 10_000_000, usd: 100 }
const CALL_TOKENS = USAGE.in + USAGE.out

const opened = new AsyncDisposableStack()
const sessions: ClientHttp2Session[] = []
afterAll(() => opened.disposeAsync())
afterEach(() => {
  for (const session of sessions.splice(0)) session.destroy()
})

const database = opened.use(await createTestDatabase({ migrations }))
const audit = opened.use(createAuditLog({ database }))
const store = database.tables<Tables>()

type Options = { speaks?: ModelProtocol; url: string; budgets?: Partial<ModelBudgets>; tokensMax?: number }

/** A gateway to one model, over the channel of a new box. */
async function openGateway({ speaks = 'anthropic', url, budgets, tokensMax = 1_000 }: Options) {
  const endpoint: ModelEndpoint = {
    speaks,
    url,
    key: KEY,
    models: { 'm-*': { input: 3, output: 15 }, 'm-small': { input: 1, output: 2 } },
    outputTokensMax: tokensMax,
  }
  const totals = { calls: 0, tokensIn: 0, tokensOut: 0, micros: 0 }
  const gateway = createGateway({
    ...{ store, audit, log: database.log, endpoints: { one: endpoint } },
    budgets: { box: MUCH, developer: MUCH, service: { tokens: 10 ** 12, usd: 10 ** 6 }, ...budgets },
    totals,
  })
  return { gateway, speaks, totals }
}

async function newBox(change: Partial<Box> = {}): Promise<Box> {
  return insertBox(store, {
    ...{ id: Id.create('box'), developer_id: Id.create('dev'), name: 'x', agent_id: 'x', size: 'small', labels: {} },
    ...{ scopes: [], environment: {}, skills: [], agent_model: null, keep_alive: false, attach_mcp: false },
    ...{ idle_seconds: 60, expires_at: new Date(Date.now() + 60_000), token_budget: null, micros_budget: null },
    ...change,
  })
}

function channelOf({ gateway, speaks }: Awaited<ReturnType<typeof openGateway>>, box: Box): ClientHttp2Session {
  const [inside, outside] = duplexPair()
  serveChannel(outside, {
    secret: 's',
    callService: () => new Response(),
    egress: gateway.open(box, { speaks, hosts: [] }),
  })
  const session = connect('http://slipway', { createConnection: () => inside })
  sessions.push(session)
  return session
}

const PATHS: Record<ModelProtocol, string> = {
  anthropic: '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  gemini: '/v1beta/models/m-1:generateContent',
}
const BODIES: Record<ModelProtocol, object> = {
  anthropic: { model: 'm-1', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] },
  'openai-chat': { model: 'm-1', messages: [{ role: 'user', content: 'hello' }] },
  'openai-responses': { model: 'm-1', input: 'hello' },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
}

type Ask = { path?: string; headers?: Record<string, string>; body?: object | string }

async function ask(
  session: ClientHttp2Session,
  { path = PATHS.anthropic, headers = {}, body = BODIES.anthropic }: Ask = {},
) {
  const stream = session.request({
    ':method': 'POST',
    ':path': `/egress${path}`,
    'content-type': 'application/json',
    ...headers,
  })
  const head = once(stream, 'response')
  stream.end(typeof body === 'string' ? body : JSON.stringify(body))
  const text = (await stream.toArray()).join('')
  const [{ ':status': status, ...rest }] = (await head) as [Record<string, unknown>]
  return { status, headers: rest, text }
}

const boxRow = (id: string) => store.selectFrom('boxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function auditOf(boxId: string) {
  await audit.flush()
  const { rows } = await sql<{ event: string; detail: string; count: number }>`
    select event, detail, count from audit_log where target = ${boxId} order by id`.execute(database.kysely)
  return rows
}

describe.each(Object.keys(PATHS) as ModelProtocol[])('a model that speaks %s', (speaks) => {
  test.each([false, true])('is asked with the key outside the box and counted, streaming: %s', async (isStreamed) => {
    await using model = await openScriptedModel()
    const box = await newBox()
    const session = channelOf(await openGateway({ speaks, url: `${model.url}/prefix/` }), box)
    const streamed = speaks === 'gemini' ? PATHS.gemini.replace(':g', ':streamG') : PATHS[speaks]
    const path = isStreamed ? `${streamed}${speaks === 'gemini' ? '?alt=sse' : ''}` : PATHS[speaks]
    const forged = { 'x-api-key': 'forged', 'x-goog-api-key': 'forged', authorization: 'Bearer forged', 'x-other': 'y' }
    const body = { ...BODIES[speaks], ...(isStreamed && speaks !== 'gemini' && { stream: true }) }
    const answer = await ask(session, { path, headers: forged, body })
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('Hello from the scripted model.') })
    expect(answer.headers['content-type']).toBe(isStreamed ? 'text/event-stream' : 'application/json')
    expect(JSON.stringify(answer)).not.toMatch(/4711|set-cookie/)
    const [seen] = model.seen
    expect(seen?.url).toBe(`/prefix${path}`)
    expect(JSON.stringify(seen?.headers)).toContain(KEY)
    expect(JSON.stringify(seen?.headers)).not.toMatch(/forged|x-other/)
    await expect
      .poll(() => boxRow(box.id))
      .toMatchObject({
        ...{ model_calls: 1, tokens_in: USAGE.in, tokens_out: USAGE.out, cost_micros: USAGE.in * 3 + USAGE.out * 15 },
      })
    expect(await auditOf(box.id)).toMatchObject([
      { event: 'box.model_called', detail: 'm-1: 200, 120 tokens in, 30 out, 0.00081 USD', count: 1 },
    ])
  })

  test('refuses in the form of the provider once a budget is used up', async () => {
    await using model = await openScriptedModel()
    const session = channelOf(await openGateway({ speaks, url: model.url }), await newBox({ token_budget: 0 }))
    const { status, text } = await ask(session, { path: PATHS[speaks], body: BODIES[speaks] })
    expect([status, JSON.parse(text).error.message]).toEqual([400, 'The box has used its budget of 0 tokens.'])
    expect(model.seen).toEqual([])
  })
})

describe('a budget', () => {
  test.each([
    ['tokens of the box', { token_budget: 10 * CALL_TOKENS }, {}],
    ['money of the box', { micros_budget: 10 * 810 }, {}],
    ['tokens of the developer', {}, { developer: { tokens: 10 * CALL_TOKENS, usd: 100 } }],
    ['money of the developer', {}, { developer: { tokens: 10_000_000, usd: 0.0081 } }],
  ])('in %s holds to within one call, with many at once', async (_, change, budgets) => {
    await using model = await openScriptedModel()
    const opened = await openGateway({ url: model.url, budgets })
    const developer_id = Id.create('dev')
    // One budget of two boxes is the developer's; a budget of a box is tested with one box.
    const isShared = 'developer' in budgets
    const boxes = await Promise.all([0, 1].slice(isShared ? 0 : 1).map(() => newBox({ developer_id, ...change })))
    const channels = boxes.map((box) => channelOf(opened, box))
    const statuses: unknown[] = []
    for (let round = 0; round < 40 && !statuses.includes(400); round++) {
      const calls = channels.flatMap((session) => Array.from({ length: 8 }, () => ask(session)))
      statuses.push(...(await Promise.all(calls)).map(({ status }) => status))
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429, 400]))
    expect(model.seen.length).toBe(10)
    expect(statuses.filter((status) => status === 200).length).toBe(10)
    const last = await ask(channels[0]!)
    expect([last.status, JSON.parse(last.text).error.message]).toEqual([400, expect.stringMatching(/used .*budget/)])
  })

  test('of the whole service holds for boxes of different developers, and every call is in the totals', async () => {
    await using model = await openScriptedModel()
    const held = async () => (await lockDay(store)).held.tokens
    await expect.poll(held).toBe(0)
    const { used } = await lockDay(store)
    const budgets = { service: { tokens: used.tokens + 3 * CALL_TOKENS, usd: 1_000 } }
    const opened = await openGateway({ url: model.url, budgets })
    const channels = [channelOf(opened, await newBox()), channelOf(opened, await newBox())]
    const statuses: unknown[] = []
    // A call is counted after its answer, so the next one may be asked to wait.
    for (let call = 0; call < 100 && !statuses.includes(400); call++)
      statuses.push((await ask(channels[call % 2]!)).status)
    expect(statuses.filter((status) => status !== 429)).toEqual([200, 200, 200, 400])
    expect(JSON.parse((await ask(channels[0]!)).text).error.message).toMatch(/All boxes of this service have used/)
    expect(opened.totals).toEqual({ calls: 3, tokensIn: 3 * USAGE.in, tokensOut: 3 * USAGE.out, micros: 3 * 810 })
    expect(await held()).toBe(0)
    expect((await lockDay(store)).used.tokens).toBe(used.tokens + 3 * CALL_TOKENS)
  })

  test('counts a call whose box left, a stream that broke off, and one whose end was never seen', async () => {
    await using model = await openScriptedModel()
    const opened = await openGateway({ url: model.url })
    const [left, broken] = [await newBox(), await newBox()]
    const release = Promise.withResolvers<void>()
    model.override = async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify({ message: { usage: { input_tokens: 50, output_tokens: 1 } } })}\n\n`)
      await release.promise
      response.end(`data: ${JSON.stringify({ usage: { output_tokens: 77 } })}\n\n`)
    }
    const stream = channelOf(opened, left).request({ ':method': 'POST', ':path': `/egress${PATHS.anthropic}` })
    stream.on('error', () => {}).end(JSON.stringify(BODIES.anthropic))
    await once(stream, 'response')
    stream.close(8)
    await once(stream, 'close')
    release.resolve()
    await expect.poll(() => boxRow(left.id)).toMatchObject({ tokens_in: 50, tokens_out: 77 })
    model.override = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${'x'.repeat(160)}\n\n`, () => response.destroy())
    }
    await ask(channelOf(opened, broken)).catch(() => {})
    await expect.poll(() => boxRow(broken.id)).toMatchObject({ model_calls: 1, tokens_out: 42 })
    const lost = await newBox({ token_budget: 100 })
    await store
      .insertInto('box_model_calls')
      .values({
        ...{ id: Id.create('call'), box_id: lost.id, developer_id: lost.developer_id, tokens: 500, micros: 0 },
        started_at: new Date(Date.now() - 3_600_000),
      })
      .execute()
    expect(await ask(channelOf(opened, lost))).toMatchObject({ status: 400 })
  })

  test('is not charged for errors of the provider or for counting tokens', async () => {
    await using model = await openScriptedModel()
    const box = await newBox()
    const session = channelOf(await openGateway({ url: model.url }), box)
    expect(await ask(session, { path: '/v1/messages/count_tokens' })).toMatchObject({ status: 200 })
    model.override = (request, response) => {
      response.writeHead(529, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ type: 'error', error: { message: `overloaded ${request.headers['x-api-key']}` } }))
    }
    const failed = await ask(session)
    expect(failed).toMatchObject({ status: 529, text: expect.stringContaining('overloaded …') })
    for (const status of [302, 401, 403]) {
      model.override = (request, response) => {
        response
          .writeHead(status, { location: 'http://169.254.169.254/' })
          .end(`bad key ${request.headers['x-api-key']}`)
      }
      const refused = await ask(session)
      expect(refused.status).toBe(502)
      expect(JSON.stringify(refused)).not.toMatch(/4711|169/)
    }
    await expect.poll(() => boxRow(box.id)).toMatchObject({ model_calls: 5, tokens_in: 0, tokens_out: 0 })
  })
})

describe('the gateway', () => {
  test('refuses all but questions to an allowed model, and writes refusals to the audit log', async () => {
    await using model = await openScriptedModel()
    const box = await newBox()
    const session = channelOf(await openGateway({ url: model.url }), box)
    const tries: [Ask, number][] = [
      [{ path: '/v1/files' }, 403],
      [{ body: { ...BODIES.anthropic, model: 'other' } }, 400],
      [{ body: { ...BODIES.anthropic, tools: [{ type: 'web_search_1', name: 'web_search' }] } }, 400],
      [{ body: 'x'.repeat(9 * 2 ** 20) }, 413],
    ]
    for (const [request, status] of tries) {
      const answer = await ask(session, request)
      expect([answer.status, JSON.parse(answer.text).type]).toEqual([status, 'error'])
    }
    expect(model.seen).toEqual([])
    const rows = await auditOf(box.id)
    expect(rows.map(({ event, count }) => [event, count])).toEqual(
      expect.arrayContaining([
        ['box.model_refused', 2],
        ['box.model_refused', 1],
      ]),
    )
  })

  test('lets no developer take the places of another', async () => {
    await using model = await openScriptedModel()
    const opened = await openGateway({ url: model.url })
    const developer_id = Id.create('dev')
    const greedy = await Promise.all([1, 2, 3].map(() => newBox({ developer_id })))
    const release = Promise.withResolvers<void>()
    model.override = async (_, response) => {
      await release.promise
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }
    const waiting = greedy.flatMap((box) => {
      const session = channelOf(opened, box)
      return Array.from({ length: 6 }, () => ask(session))
    })
    await expect.poll(() => model.seen.length).toBe(8)
    model.override = undefined
    expect(await ask(channelOf(opened, await newBox()))).toMatchObject({ status: 200 })
    release.resolve()
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(8).fill(200), ...Array(10).fill(429)])
  })

  test('lists the models by itself, without patterns', async () => {
    await using model = await openScriptedModel()
    const stream = channelOf(await openGateway({ url: model.url }), await newBox()).request({
      ':path': '/egress/v1/models',
    })
    expect(JSON.parse((await stream.toArray()).join(''))).toEqual({
      ...{ object: 'list', has_more: false },
      data: [{ id: 'm-small', object: 'model', type: 'model', display_name: 'm-small' }],
    })
    expect(model.seen).toEqual([])
  })

  test('says so when the model is not there', async () => {
    const session = channelOf(await openGateway({ url: 'http://127.0.0.1:1' }), await newBox())
    const { status, text } = await ask(session)
    expect([status, JSON.parse(text).error]).toEqual([
      502,
      { type: 'api_error', message: expect.stringMatching(/reached/) },
    ])
  })

  test('answers a program in a box, which finds the key nowhere', async () => {
    await using model = await openScriptedModel()
    const box = await newBox()
    const { gateway } = await openGateway({ url: model.url })
    const program = `const reply = await fetch('http://127.0.0.1:8780/v1/messages', { method: 'POST', body: ${JSON.stringify(JSON.stringify(BODIES.anthropic))} });
      console.log(reply.status, JSON.stringify([...reply.headers]), await reply.text());
      const upgraded = await new Promise((resolve) => require('node:http').get('http://127.0.0.1:8780/v1/responses', { headers: { connection: 'upgrade', upgrade: 'websocket' } }, (r) => resolve(r.statusCode)));
      console.log('upgrade', upgraded);
      console.log(require('node:child_process').execSync('cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null; grep -r 4711 /workspace /tmp /dev/shm /etc 2>/dev/null || echo nothing').toString());
      process.exit(0)`
    const { output } = await attempt({
      command: [
        NODE_INSIDE,
        `${CODE_INSIDE}/src/agents/bridge/main.ts`,
        NODE_INSIDE,
        '-e',
        `(async () => { ${program} })()`,
      ],
      environment: { HOME: '/workspace/.home' },
      shared: SHARED_FILES,
      limits: { memoryBytes: 2 ** 29, processes: 64 },
      serve: (channel) =>
        void serveChannel(channel, {
          secret: 's',
          callService: () => new Response(),
          egress: gateway.open(box, { speaks: 'anthropic', hosts: [] }),
        }),
    })
    expect(output).toContain('Hello from the scripted model.')
    expect(output).toMatch(/upgrade 426/)
    expect(output).toContain('nothing')
    // The program assembles the number that it searches for.
    expect(output).not.toContain(KEY)
    expect(JSON.stringify(model.seen[0]?.headers)).toContain(KEY)
  })
})
