import type { Chain } from '#chain/Chain.ts'
import type { Log as Logger } from '#database/Log.ts'
import type { Factory } from '#launchpad/contract/Factory.ts'
import type { Site } from '#launchpad/wire/toWire.ts'
import type { Emitters } from './chain/Event.ts'
import type { Leadership } from './write/leaderTransaction.ts'

/** What the indexer works with during one term as leader; nothing of it changes meanwhile. */
export type Work = Readonly<{
  chain: Chain
  leadership: Leadership
  factory: Factory
  emitters: Emitters
  site: Site
  isDevnet: boolean
  log: Logger
  now: () => number
  /** Wakes those who read what has just been committed. */
  notify: () => void
}>
