import type { Announce } from '#core/Announcement.ts'
import { type AuditLog, actorOf } from '#core/AuditLog.ts'
import type { Operation } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'
import { createBatchWriter } from '#database/createBatchWriter.ts'
import type { Database } from '#database/Database.ts'
import { elect, type Term } from '#database/LeaderElection.ts'
import type { Live } from '#live/createLive.ts'
import { followAsLeader } from '#live/followAsLeader.ts'
import { createPostPauses } from './actions/createPostPauses.ts'
import { followLaunches } from './actions/followLaunches.ts'
import { createRoomLookUp } from './actions/openTokenRoom.ts'
import { createRuleRooms, type RuleRooms } from './actions/ruleRooms.ts'
import { startScheduledJobs } from './actions/scheduledJobs.ts'
import type { Context, Launches, TradePrices, WalletsOf } from './Context.ts'
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
  /** Without them no launch has a room. */
  launches?: Launches | undefined
  /** Default: nobody has a wallet */
  walletsOf?: WalletsOf
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
  /** Takes part in the election of the process that writes events of launches into their rooms. */
  start(): void
  /** Happenings on the chain that this process could not write into a room. */
  setAside(): number
}

/** Rooms: participants, posts, streams, moderation and scored signals. */
export function createArena(options: Options): Arena {
  const { database, live, audit, originOf, prices, launches, announce = async () => {}, now } = options
  const { walletsOf = async () => new Map() } = options
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
    launches,
    walletsOf,
    roomOf: createRoomLookUp({ store, prices, now }),
    originOf,
    announce,
    now,
    post: post.write,
    pauses: createPostPauses(options),
    committed,
    seen: presence.renew,
    audit: (tx, { caller, ...action }) => audit.append(tx, { ...action, ...actorOf(caller) }),
  }
  let setAside = 0
  const jobs = opened.use(startScheduledJobs(context, database.log))
  return {
    operations: operations(context, live),
    tools: tools(context),
    post: post.write,
    runScheduledJobs: jobs.run,
    ruleRooms: createRuleRooms(context, ROOM_CHANNEL),
    start() {
      if (launches) opened.use(startLaunchRooms(database, { ...context, launches }, (count) => (setAside += count)))
    },
    setAside: () => setAside,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Follower = Parameters<typeof followLaunches>[0]

function startLaunchRooms(database: Database, follower: Follower, counted: (setAside: number) => void) {
  const { log } = database
  return followAsLeader<Term>({
    elect: (onElected) => elect(database, { name: 'arena/launches', onElected }),
    listen: (wake) => database.listen(follower.launches.channel, wake),
    async advance(term) {
      const { isMore, setAside } = await followLaunches(follower, term)
      for (const aside of setAside) log.error(aside, 'launch event set aside: its room cannot report it')
      counted(setAside.length)
      return isMore
    },
    failed: (err) => log.error({ err }, 'failed to write launch events to rooms'),
  })
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
