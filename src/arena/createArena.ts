import type { Announce } from '#core/Announcement.ts'
import { type AuditLog, actorOf } from '#core/AuditLog.ts'
import type { Operation } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'
import { createBatchWriter } from '#database/createBatchWriter.ts'
import type { Database } from '#database/Database.ts'
import type { Live } from '#live/createLive.ts'
import { createRuleRooms, type RuleRooms } from './actions/ruleRooms.ts'
import { startScheduledJobs } from './actions/scheduledJobs.ts'
import type { Context, TradePrices } from './Context.ts'
import { createPresence } from './live/presence.ts'
import { createRoomFeed, ROOM_CHANNEL } from './live/RoomFeed.ts'
import { operations } from './operations.ts'
import type { OriginOf } from './rules/Identity.ts'
import type { Post } from './rules/post.ts'
import type { Posted } from './rules/postAll.ts'
import type { RoomState } from './rules/RoomState.ts'
import { postBatch, postFromMemory } from './store/postBatch.ts'
import { createRememberedRooms } from './store/RememberedRooms.ts'
import type { Store, Tables } from './store/tables.ts'
import { tools } from './tools.ts'

type Options = {
  database: Database
  live: Live
  audit: AuditLog
  originOf: OriginOf
  /** Without them no signal can be posted. */
  prices: TradePrices | undefined
  /** Reports settled signals to rules. Default: to nobody */
  announce?: Announce
  /** Limit for one participant in one room. */
  postsPerMinute: number
  now: () => number
}

export type Arena = AsyncDisposable & {
  operations: readonly Operation[]
  tools: readonly Tool[]
  /** Posts straight to the store. */
  post(post: Post): Promise<Posted>
  /** Ends rounds that are over and settles signals that are due, now. */
  runScheduledJobs(): Promise<void>
  ruleRooms: RuleRooms
}

/** Rooms: participants, posts, streams, moderation and scored signals. */
export function createArena(options: Options): Arena {
  const { database, live, audit, originOf, prices, announce = async () => {}, now } = options
  const opened = new AsyncDisposableStack()
  const store: Store = database.tables<Tables>()
  const feed = opened.use(createRoomFeed(database))
  const committed: Committed = (states) => feed.committed(states.flatMap(({ entries }) => entries))
  const presence = opened.use(createPresence(database, now))
  const post = opened.use(openWriter(store, committed, options))
  const context: Context = {
    store,
    feed,
    prices,
    originOf,
    announce,
    now,
    post: post.write,
    committed,
    seen: presence.renew,
    audit: (tx, { caller, ...action }) => audit.append(tx, { ...action, ...actorOf(caller) }),
  }
  const jobs = opened.use(startScheduledJobs(context, database.log))
  return {
    operations: operations(context, live),
    tools: tools(context),
    post: post.write,
    runScheduledJobs: jobs.run,
    ruleRooms: createRuleRooms(context, ROOM_CHANNEL),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Committed = (states: readonly RoomState[]) => void

/** All posts of this process go through one writer: those that arrive during a batch share the next one. */
function openWriter(store: Store, committed: Committed, { now, postsPerMinute }: Options) {
  const rooms = createRememberedRooms()
  let written: { states: readonly RoomState[]; isRead: boolean } = { states: [], isRead: false }
  const rules = () => ({ now: new Date(now()), postsPerMinute })
  return createBatchWriter<Tables, Post, Posted>({
    db: store,
    async attempt(posts) {
      const batch = await postFromMemory(store, posts, { ...rules(), rooms })
      if (batch) written = { states: batch.states, isRead: false }
      return batch?.results
    },
    async write(tx, posts) {
      const batch = await postBatch(tx, posts, rules())
      written = { states: batch.states, isRead: true }
      return batch.results
    },
    committed() {
      rooms.remember(written.states, written.isRead)
      committed(written.states)
    },
  })
}
