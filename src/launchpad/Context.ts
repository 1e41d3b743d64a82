import type { Kysely } from 'kysely'
import type { Chain } from '#chain/Chain.ts'
import type { Log } from '#database/Log.ts'
import type { Live } from '#live/createLive.ts'
import type { Factory } from './Factory.ts'
import type { Feed } from './live/Feed.ts'
import type { Site } from './records.ts'
import type { Tables } from './store/tables.ts'

/** What the endpoints work with. */
export type Context = {
  db: Kysely<Tables>
  feed: Feed
  live: Live
  chain: Chain
  factory: Factory
  site: Site
  now: () => number
  log: Log
}
