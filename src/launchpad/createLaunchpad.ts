import type { Chain } from '#chain/Chain.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import type { Log } from '#database/Log.ts'
import type { Live } from '#live/createLive.ts'
import type { Context } from './Context.ts'
import type { Factory } from './contract/Factory.ts'
import { nextBlockTime } from './contract/Opening.ts'
import { candles } from './endpoints/candles.ts'
import { discovery } from './endpoints/discovery.ts'
import { events } from './endpoints/events.ts'
import { holders } from './endpoints/holders.ts'
import { image } from './endpoints/image.ts'
import { metadata } from './endpoints/metadata.ts'
import { prepare } from './endpoints/prepare.ts'
import { quote } from './endpoints/quote.ts'
import { setMetadata } from './endpoints/setMetadata.ts'
import { stats } from './endpoints/stats.ts'
import { takeDown } from './endpoints/takeDown.ts'
import { createReadDetail, token } from './endpoints/token.ts'
import { createReadTotals, tokens } from './endpoints/tokens.ts'
import { trades } from './endpoints/trades.ts'
import { type Indexer, startIndexer } from './indexer/startIndexer.ts'
import { CHANNEL, createFeed } from './live/Feed.ts'
import { type Status, statusOf } from './statusOf.ts'
import type { Tables } from './store/tables.ts'
import { createTradePrices, type TradePrices } from './store/tradePrices.ts'
import { paths } from './wire/urls.ts'

type Options = {
  database: Database
  chain: Chain
  live: Live
  audit: AuditLog
  factory: Factory
  config: {
    baseUrl: string
    /** None where no explorer shows this chain. */
    explorerUrl: string | null
    /** As told to others. */
    rpcUrl: string
    chainPrefix: string
    isDevnet: boolean
    /** Symbols and names of tokens of this chain that a launch must not be taken for. */
    listed: readonly string[]
  }
  now: () => number
  log: Log
}

export type Launchpad = AsyncDisposable & {
  operations: Operation[]
  /** Stands for election as the indexer; reads are served without it. */
  start(): void
  status(): Status
  /** Recorded prices, for those who compare them with what somebody said. */
  tradePrices: TradePrices
}

/** The launchpad's index and everything that is read from it. */
export function createLaunchpad({ database, chain, live, audit, factory, config, now, log }: Options): Launchpad {
  const feed = createFeed(database)
  const chainNow = () => nextBlockTime(feed.status()?.blockTime ?? 0, now()) * 1000
  const { baseUrl, explorerUrl, listed } = config
  const site = { baseUrl, explorerUrl, listed, now: chainNow }
  const context: Context = { db: database.tables<Tables>(), feed, live, chain, factory, site, now, log }
  const openedAt = now()
  let indexer: Indexer | undefined
  return {
    operations: operationsOf(context, config, { audit, notify: database.notify }),
    start() {
      const notify = () => database.notify(CHANNEL)
      indexer ??= startIndexer({ database, chain, factory, site, isDevnet: config.isDevnet, now, log, notify })
    },
    status: () => statusOf(feed, indexer, { now, isDevnet: config.isDevnet, openedAt }),
    tradePrices: createTradePrices(context.db),
    async [Symbol.asyncDispose]() {
      await indexer?.[Symbol.asyncDispose]()
      await feed[Symbol.asyncDispose]()
    },
  }
}

type Parts = { audit: AuditLog; notify: Database['notify'] }

function operationsOf(context: Context, config: Options['config'], { audit, notify }: Parts): Operation[] {
  const readDetail = createReadDetail(context)
  const readTotals = createReadTotals(context)
  const prefixed = `/api/${config.chainPrefix}-launchpad`
  return [
    tokens(context, readTotals, { name: 'listLaunchTokens', path: paths.tokens }),
    token(readDetail, { name: 'getLaunchToken', path: paths.token }),
    tokens(context, readTotals, { name: 'listLaunchTokensPrefixed', path: `${prefixed}/tokens` }),
    token(readDetail, { name: 'getLaunchTokenPrefixed', path: `${prefixed}/token` }),
    discovery(context, config),
    trades(context),
    candles(context),
    holders(context),
    stats(context),
    events(context),
    metadata(readDetail),
    setMetadata(context, notify),
    image(context),
    ...takeDown(context, { audit, notify }),
    quote(context),
    prepare(context),
  ]
}
