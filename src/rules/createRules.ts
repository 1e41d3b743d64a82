import type { AgentPushes } from '#core/AgentPush.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import { deriveAll, type RootSecrets } from '#core/derive.ts'
import { every } from '#core/every.ts'
import type { Operation } from '#core/Operation.ts'
import { createSecretBox } from '#core/secretBox.ts'
import type { OutboundOptions } from '#core/sendOutbound.ts'
import type { Database } from '#database/Database.ts'
import type { Live } from '#live/createLive.ts'
import { createPushes } from './actions/createPushes.ts'
import { createSendWebhook } from './actions/sendWebhook.ts'
import { CHANNEL, startEngine } from './actions/startEngine.ts'
import type { Boxes, Context, LaunchSource, PositionSource, Rooms } from './Context.ts'
import { createEventFeed } from './live/EventFeed.ts'
import { operations } from './operations.ts'
import { createVapid } from './rules/vapid.ts'
import { forgetOld } from './store/forgetOld.ts'
import type { Tables } from './store/tables.ts'

type Options = {
  database: Database
  secrets: RootSecrets
  /** The address of the service; if it is https, it is the contact for push services. */
  baseUrl: string
  audit: AuditLog
  live: Live
  launches: LaunchSource | undefined
  rooms: Rooms
  boxes: Boxes
  positions: PositionSource
  describeRun: Context['describeRun']
  /** Hosts with ports that may be called although they are not public. */
  allowedHosts: readonly string[]
  rulesMax: number
  /** The maximum of queued deliveries for one endpoint. Default: 10,000 */
  backlogMax?: number
  outbound?: OutboundOptions
  now: () => number
}

export type Rules = AsyncDisposable & {
  operations: readonly Operation[]
  /** Notifications over A2A. */
  pushes: AgentPushes
  /** Takes part in the election of the process that matches and sends; the API is served without it. */
  start(): void
}

const CLEANUP_MS = 60 * 60_000
const BACKLOG_MAX = 10_000

/** Rules: the events that a developer waits for, and the actions that run on them. */
export function createRules(options: Options): Rules {
  const { database, secrets, audit, live, launches, rooms, boxes, describeRun, rulesMax, outbound, now } = options
  const { positions, backlogMax = BACKLOG_MAX } = options
  const store = database.tables<Tables>()
  const feed = createEventFeed(database)
  const allowedHosts = new Set(options.allowedHosts)
  const box = createSecretBox(deriveAll(secrets, 'webhook secrets'))
  const contact = options.baseUrl.startsWith('https:') ? options.baseUrl : undefined
  const [key, ...previous] = deriveAll(secrets, 'web push')
  const vapids = [createVapid(key, contact), ...previous.map((one) => createVapid(one, contact))] as const
  const changed = () => database.notify(CHANNEL)
  const context: Context = {
    ...{ store, audit, live, feed, box, launches, rooms, boxes, positions, describeRun, vapids },
    ...{ allowedHosts, rulesMax, backlogMax, changed, now },
  }
  const sender = createSendWebhook({ ...outbound, allowedHosts, now })
  const failed = (err: unknown) => database.log.warn({ err }, 'failed to delete old rule events')
  const cleanup = every(CLEANUP_MS, () => forgetOld(store), failed)
  let engine: AsyncDisposable | undefined
  return {
    operations: operations(context),
    pushes: createPushes(context),
    start() {
      engine ??= startEngine({ context, database, sender })
    },
    async [Symbol.asyncDispose]() {
      cleanup[Symbol.dispose]()
      sender[Symbol.dispose]()
      await engine?.[Symbol.asyncDispose]()
      await feed[Symbol.asyncDispose]()
    },
  }
}
