import type { Chain } from '#chain/Chain.ts'
import type { Log as Logger } from '#database/Log.ts'
import type { Factory } from '#launchpad/contract/Factory.ts'
import type { Site } from '#launchpad/wire/toWire.ts'
import type { Emitters } from './chain/Event.ts'
import type { Leadership } from './write/leaderTransaction.ts'

/** The dependencies of the indexer, fixed for one term as leader. */
export type Work = Readonly<{
  chain: Chain
  leadership: Leadership
  factory: Factory
  emitters: Emitters
  site: Site
  isDevnet: boolean
  log: Logger
  now: () => number
  /** Wakes the readers of committed rows. */
  notify: () => void
}>
