import { sql } from 'kysely'
import { z } from 'zod'
import { openBoxApp } from '#app/openBoxApp.ts'
import { type Boxes, createBoxes } from '#boxes/createBoxes.ts'
import type { SandboxEngine } from '#boxes/isolation/openDriver.ts'
import type { Tables } from '#boxes/store/tables.ts'
import { key } from '#core/Access.ts'
import type { KubernetesSettings } from '#core/KubernetesSettings.ts'
import type { ModelBudgets, ModelEndpoint } from '#core/ModelEndpoint.ts'
import { define } from '#core/Operation.ts'
import type { Skill } from '#core/Skill.ts'
import { type App, createApp } from '#http/createApp.ts'
import { createHosts } from '#http/hosts.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import { createLive } from '#live/createLive.ts'
import { plainOptions } from '../appOptions.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { readEvents } from '../eventStream.ts'
import { jsonRequest, type Reply, readReply, type Sent } from '../jsonRequest.ts'
import { BASE_URL, createKeysService } from '../keys/keysService.ts'
import { requireBubblewrap } from './attempt.ts'
import { migrations } from './boxesMigrations.ts'

const ROOT = `${BASE_URL}/api/boxes`

type Options = {
  /** Collects the causes of 5xx responses. Default: a list of its own */
  failures?: unknown[]
  /** Of another service, to be a second replica of it. */
  database?: TestDatabase
  boxesMax?: number
  engine?: SandboxEngine
  kubernetes?: KubernetesSettings | undefined
  perDeveloperMax?: number
  idleSeconds?: number
  runMs?: number
  warm?: number
  templatesFolder?: string
  agentsFolder?: string
  models?: Record<string, ModelEndpoint>
  budgets?: ModelBudgets
  skills?: readonly Skill[]
  globalPerHour?: { boxes: number }
  perMinute?: { write: number }
}

export type BoxesService = AsyncDisposable & {
  /** The causes of all 5xx responses. */
  failures: unknown[]
  app: App
  boxes: Boxes
  database: TestDatabase
  send(method: string, path: string, options?: Sent): Promise<Reply>
  follow(path: string, options?: Sent): Promise<ReturnType<typeof readEvents>>
  /** A key of a new developer. */
  developer(scopes?: string[]): Promise<string>
  /** A box that is ready. */
  readyBox(as: string, body?: object): Promise<string>
  /** A new session in a box. */
  session(as: string, boxId: string): Promise<string>
  /** Says something and answers with the reply. */
  ask(as: string, path: string, content: string): Promise<Reply>
  untilStatus(as: string, boxId: string, status: string): Promise<Reply>
  /** Changes the row of a box, as time would. */
  setBox(boxId: string, change: { idle_seconds?: number; expires_at?: Date }): Promise<void>
  /** How many rows are left of what was in a box. */
  countRows(boxId: string): Promise<number>
  flushAudit(): Promise<void>
  auditOf(target: string): Promise<{ rows: { event: string; detail: string }[] }>
}

/** Boxes behind the real HTTP app, with real keys, on a real database and in the real sandbox. */
export async function createBoxesService(options: Options = {}): Promise<BoxesService> {
  if (options.engine === undefined) requireBubblewrap()
  await using opened = new AsyncDisposableStack()
  const database = options.database ?? opened.use(await createTestDatabase({ migrations }))
  const { globalPerHour, perMinute } = options
  const keys = opened.use(
    await createKeysService({ database, ...(globalPerHour && { globalPerHour }), ...(perMinute && { perMinute }) }),
  )
  const { failures = [] } = options
  const live = opened.use(createLive({ streamsMax: 1_000 }))
  const idempotency = opened.use(createIdempotency({ database }))
  const boxes = opened.use(
    createBoxes({
      database,
      live,
      audit: keys.audit,
      takeGlobally: keys.limits.takeGlobally,
      settings: {
        baseUrl: BASE_URL,
        perDeveloperMax: options.perDeveloperMax ?? 10,
        idleSeconds: options.idleSeconds ?? 900,
        lifetimeSeconds: 3_600,
        retentionSeconds: 3_600,
      },
      templatesFolder: options.templatesFolder,
      agentsFolder: options.agentsFolder,
      models: options.models ?? {},
      budgets: options.budgets ?? {
        box: { tokens: 1_000_000, usd: 10 },
        developer: { tokens: 1_000_000, usd: 10 },
        service: { tokens: 1_000_000, usd: 10 },
      },
      skills: () => options.skills ?? [],
      boxesMax: options.boxesMax ?? 20,
      engine: options.engine,
      kubernetes: options.kubernetes,
      warm: { agentId: 'echo', size: options.warm ?? 1 },
      runMs: options.runMs ?? 60_000,
      callService: (request) => boxApp.fetch(request),
      now: Date.now,
    }),
  )
  const door = plainOptions(boxes.operations, {
    authenticate: keys.authenticate,
    limit: keys.limits.limit,
    hosts: createHosts([BASE_URL], []),
    idempotently: idempotency.idempotently,
    failed: (error) => failures.push(error),
  })
  const app = createApp(door)
  const served = [...boxes.operations, ...keys.keys.operations, PROBE, BUILDER]
  const deployment = () => ({ ...DEPLOYMENT, operations: served, skills: options.skills ?? [] })
  const operators = { guarded: <Kind>(authenticate: Kind) => authenticate }
  const boxApp = openBoxApp({ ...door, operations: served }, { boxes, discovery: { deployment }, operators })
  boxes.start()
  const owned = opened.move()
  const request: BoxesService['send'] = async (method, path, given) =>
    readReply(await app.fetch(jsonRequest(method, ROOT + path, given)))
  const untilStatus = async (as: string, boxId: string, status: string) => {
    for (let tries = 0; ; tries++) {
      const reply = await request('GET', `/${boxId}`, { as })
      if (reply.body.box?.status === status) return reply
      if (tries > 2_000) throw new Error(`The box is still ${JSON.stringify(reply.body)}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    app,
    boxes,
    database,
    failures,
    send: request,
    untilStatus,
    follow: async (path, given) => readEvents(await app.fetch(jsonRequest('GET', ROOT + path, given))),
    developer: async (scopes = ['api:*']) => (await keys.createKey(await keys.signIn(), { scopes })).key,
    async readyBox(as, body = {}) {
      const reply = await request('POST', '', { as, body: { agentId: 'echo', ...body } })
      if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
      await untilStatus(as, reply.body.box.id, 'ready')
      return reply.body.box.id
    },
    async session(as, boxId) {
      return (await request('POST', `/${boxId}/sessions`, { as, body: {} })).body.session.id
    },
    async setBox(boxId, change) {
      await database.tables<Tables>().updateTable('boxes').set(change).where('id', '=', boxId).execute()
    },
    async countRows(boxId) {
      const { rows } = await sql<{ count: number }>`select
        (select count(*) from box_sessions where box_id = ${boxId}) + (select count(*) from box_tasks where box_id = ${boxId})
        + (select count(*) from box_logs where box_id = ${boxId}) + (select count(*) from box_file_archives where box_id = ${boxId}) as count`.execute(
        database.kysely,
      )
      return rows[0]?.count ?? -1
    },
    flushAudit: () => keys.audit.flush(),
    auditOf: (target) =>
      sql<{ event: string; detail: string }>`select event, detail from audit_log where target = ${target}`.execute(
        database.kysely,
      ),
    async ask(as, path, content) {
      const reply = await request('POST', `${path}/messages`, { as, body: { content, waitSeconds: 25 } })
      const { task, agentReply } = await settled(reply, () => request('GET', path, { as }))
      return { ...reply, body: { ...reply.body, task, agentReply } }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Answers a box who it is. */
const PROBE = define({
  name: 'probeBox',
  method: 'POST',
  path: '/lp/probe',
  tag: 'test',
  summary: 'Answers who called.',
  access: key('lp:build'),
  limit: 'build',
  errors: [],
  request: z.object({}),
  response: z.record(z.string(), z.unknown()),
  handle: (_, { caller }) => ({ ...caller }),
})

/** Answers like a builder of transactions. */
const BUILDER = define({
  name: 'createPosition',
  method: 'POST',
  path: '/lp/create',
  tag: 'test',
  summary: 'Builds a deposit.',
  access: key('lp:build'),
  limit: 'build',
  errors: [],
  request: z.object({ walletAddress: z.string(), chainId: z.int() }),
  response: z.record(z.string(), z.unknown()),
  handle: () => ({
    create: { to: '0xpool', data: '0x01' },
    summary: 'Deposit 1 ETH.',
    warnings: [{ code: 'THIN', message: 'The pool is thin.' }],
    statement: 's',
  }),
})

const DEPLOYMENT = {
  baseUrl: BASE_URL,
  apiOrigin: BASE_URL,
  version: '0',
  isDevnet: true,
  chainPrefix: 'test',
  startedAt: new Date(),
  oidcIssuers: [],
  webhooks: [],
  tools: [],
  pages: [],
}

/** The run of a message and its reply, once it has ended or asks back; a slow machine may need longer than a message waits. */
async function settled({ body: { task, agentReply } }: Reply, readSession: () => Promise<Reply>) {
  const isAtWork = ({ status }: { status: string }) => status === 'queued' || status === 'running'
  if (!task || !isAtWork(task)) return { task, agentReply }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { tasks, messages } = (await readSession()).body
    const now = tasks.find(({ id }: { id: string }) => id === task.id)
    const isReply = (one: { taskId: string; authorType: string }) => one.taskId === now.id && one.authorType === 'agent'
    if (!isAtWork(now)) return { task: now, agentReply: messages.find(isReply) ?? null }
  }
}
