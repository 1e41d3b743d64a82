import type { Chain } from '#chain/Chain.ts'
import type { Attest } from '#core/Statement.ts'
import type { Live } from '#live/createLive.ts'
import type { OrderFeed } from './live/OrderFeed.ts'
import type { Targets } from './rules/Grant.ts'
import type { Order } from './rules/Order.ts'
import type { Store } from './store/tables.ts'

export type Context = {
  /** The chain of the launchpad. */
  readonly chain: Chain
  readonly targets: Targets
  readonly attest: Attest
  /** Orders that their owners have published; mandates are not stored. */
  readonly store: Store
  readonly feed: OrderFeed
  readonly live: Live
  /** Orders that were read out of their signed text, by hash: reading one takes a millisecond. */
  readonly decoded: Map<string, Order>
  /** A number that makes two equal orders two. */
  readonly newSalt: () => bigint
}
