import { type AuditLog, actorOf } from '#core/AuditLog.ts'
import type { Operation } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'
import { createBatchWriter } from '#database/createBatchWriter.ts'
import type { Database } from '#database/Database.ts'
import type { Live } from '#live/createLive.ts'
import type { Context, TradePrices } from './Context.ts'
import type { OriginOf } from './Identity.ts'
import { createPresence } from './live/presence.ts'
import { createRoomFeed } from './live/RoomFeed.ts'
import { operations } from './operations.ts'
import type { Post } from './rules/post.ts'
import type { Posted } from './rules/postAll.ts'
import type { RoomState } from './rules/RoomState.ts'
import { startUpkeep, type Upkeep } from './scheduledJobs.ts'
import { postBatch, postFromMemory } from './store/postBatch.ts'
import { createRememberedRooms } from './store/RememberedRooms.ts'
import type { Store, Tables } from './store/tables.ts'
import { tools } from './tools.ts'

type Options = {
  database: Database
  live: Live
  audit: AuditLog
  /** The first key of a chain of rotations. */
  originOf: OriginOf
  /** Recorded trades of launch tokens; without them no signal can be posted. */
  prices: TradePrices | undefined
  /** Of one participant in one room. */
  postsPerMinute: number
  now: () => number
}

export type Arena = AsyncDisposable & {
  operations: readonly Operation[]
  tools: readonly Tool[]
  /** Posts straight to the store. */
  post(post: Post): Promise<Posted>
  /** Does at once what happens by the clock. */
  upkeep(): Promise<void>
}

/** Rooms: who is in them, what is said, who hears it, and how well they call the market. */
export function createArena(options: Options): Arena {
  const { database, live, audit, originOf, prices, now } = options
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
    now,
    post: post.write,
    committed,
    seen: presence.renew,
    audit: (within, { caller, ...deed }) => audit.append(within, { ...deed, ...actorOf(caller) }),
  }
  const upkeep: Upkeep = opened.use(startUpkeep(context, database.log))
  return {
    operations: operations(context, live),
    tools: tools(context),
    post: post.write,
    upkeep: upkeep.run,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Committed = (states: readonly RoomState[]) => void

/** All posts of this process go through one writer: what queues while a batch is written shares the next one. */
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
    async write(within, posts) {
      const batch = await postBatch(within, posts, rules())
      written = { states: batch.states, isRead: true }
      return batch.results
    },
    committed() {
      rooms.remember(written.states, written.isRead)
      committed(written.states)
    },
  })
}
