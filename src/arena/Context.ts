import type { Caller } from '#core/Access.ts'
import type { Announce } from '#core/Announcement.ts'
import type { AuditEntry } from '#core/AuditLog.ts'
import type { PostPauses } from './actions/createPostPauses.ts'
import type { RoomFeed } from './live/RoomFeed.ts'
import type { Identity, OriginOf } from './rules/Identity.ts'
import type { Post } from './rules/post.ts'
import type { Posted } from './rules/postAll.ts'
import type { RoomState } from './rules/RoomState.ts'
import type { Trade } from './rules/Signal.ts'
import type { Store } from './store/tables.ts'

/** Recorded trades of launch tokens; absent if no launch contract is followed. */
export type TradePrices = {
  /** Whether the index has the token. */
  isKnown(token: string): Promise<boolean>
  /** The trades of a token from second to second, oldest first; undefined until the index has passed the last one. */
  read(token: string, span: { from: number; to: number }): Promise<Trade[] | undefined>
}

/** One happening of a launch; amounts are decimal strings. */
export type LaunchHappening = {
  token: string
  position: number
  block: number
  logIndex: number
  at: number
  transactionHash: string | null
  kind: string
  details: Record<string, unknown>
}

/** The happenings after a position, as of one moment of the launch index. */
export type LaunchRange = {
  place: { block: number; seq: number }
  /** The positions of its happenings: at least `from`, and below `end`. */
  from: number
  end: number
  isReplaced: boolean
  until: number
  headTime: number
  happenings: LaunchHappening[]
  histories: ReadonlyMap<string, { from: number; happenings: LaunchHappening[] }>
  isMore: boolean
}

/** The launch index as rooms read it; absent if no launch contract is followed. */
export type Launches = {
  channel: string
  readAfter(place: LaunchRange['place'] | undefined, newTokens: readonly string[]): Promise<LaunchRange | undefined>
  /** The badges of wallets, by wallet, as of the newest block. */
  badgesOf(token: string, wallets: readonly string[]): Promise<Map<string, readonly string[]>>
  holdsRight(token: string, wallet: string): Promise<boolean>
}

/** The wallets of developers on the chain of the launches, by developer. */
export type WalletsOf = (developerIds: readonly string[]) => Promise<Map<string, string>>

/** An action of a moderator, for the audit log. */
export type ModeratorAction = Pick<AuditEntry, 'event' | 'developerId' | 'target' | 'detail'> & { caller: Caller }

export type Context = {
  store: Store
  feed: RoomFeed
  /** Queues a post for the next transaction; settles once it is committed or refused. */
  post(post: Post): Promise<Posted>
  pauses: PostPauses
  /** Delivers committed changes to readers of this process, and wakes the other replicas. */
  committed(states: readonly RoomState[]): void
  /** Renews a participant's lease of presence. */
  seen(participantId: string): void
  audit(tx: Store, action: ModeratorAction): Promise<void>
  announce: Announce
  originOf: OriginOf
  prices: TradePrices | undefined
  launches: Launches | undefined
  walletsOf: WalletsOf
  /**
   * The id of the room that a request names by its id or by the address of a launch; a developer who writes creates the
   * room of a launch.
   */
  roomOf(name: string, writer: string | undefined): Promise<string>
  now(): number
}

export type Actor = { identity: Identity; caller: Caller }
