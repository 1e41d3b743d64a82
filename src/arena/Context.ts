import type { Caller } from '#core/Access.ts'
import type { Announce } from '#core/Announcement.ts'
import type { AuditEntry } from '#core/AuditLog.ts'
import type { RoomFeed } from './live/RoomFeed.ts'
import type { Identity, OriginOf } from './rules/Identity.ts'
import type { Post } from './rules/post.ts'
import type { Posted } from './rules/postAll.ts'
import type { RoomState } from './rules/RoomState.ts'
import type { Trade } from './rules/Signal.ts'
import type { Store } from './store/tables.ts'

/** Recorded trades of launch tokens; absent where no launch contract is followed. */
export type TradePrices = {
  /** Whether the index has the token. */
  isKnown(token: string): Promise<boolean>
  /** The trades of a token from second to second, oldest first; undefined until the index has passed the last one. */
  read(token: string, span: { from: number; to: number }): Promise<Trade[] | undefined>
}

/** An action of a moderator, for the audit log. */
export type ModeratorAction = Pick<AuditEntry, 'event' | 'developerId' | 'target' | 'detail'> & { caller: Caller }

export type Context = {
  store: Store
  feed: RoomFeed
  /** Queues a post for the next transaction; settles once it is committed or refused. */
  post(post: Post): Promise<Posted>
  /** Delivers committed changes to readers of this process, and wakes the other replicas. */
  committed(states: readonly RoomState[]): void
  /** Renews a participant's lease of presence. */
  seen(participantId: string): void
  audit(tx: Store, action: ModeratorAction): Promise<void>
  announce: Announce
  originOf: OriginOf
  prices: TradePrices | undefined
  now(): number
}

export type Actor = { identity: Identity; caller: Caller }
