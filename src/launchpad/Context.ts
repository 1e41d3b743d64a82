import type { Kysely } from 'kysely'
import type { Chain } from '#chain/Chain.ts'
import type { Redeem } from '#core/Redeem.ts'
import type { Attest } from '#core/Statement.ts'
import type { Log } from '#database/Log.ts'
import type { Live } from '#live/createLive.ts'
import type { Factory } from './contract/Factory.ts'
import type { Revisions } from './live/createRevisions.ts'
import type { Feed } from './live/Feed.ts'
import type { ReadEthPrice } from './onchain/createEthPrice.ts'
import type { Tables } from './store/tables.ts'
import type { Site } from './wire/toWire.ts'

export type Context = {
  db: Kysely<Tables>
  feed: Feed
  live: Live
  chain: Chain
  factory: Factory
  site: Site
  ethPrice: ReadEthPrice
  revisions: Revisions
  attest: Attest
  redeem: Redeem | undefined
  now: () => number
  log: Log
}
