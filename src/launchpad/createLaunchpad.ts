import type { Chain } from '#chain/Chain.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Operation } from '#core/Operation.ts'
import type { Redeem } from '#core/Redeem.ts'
import type { Attest } from '#core/Statement.ts'
import type { Database } from '#database/Database.ts'
import type { Log } from '#database/Log.ts'
import type { Live } from '#live/createLive.ts'
import type { Context } from './Context.ts'
import type { Factory } from './contract/Factory.ts'
import { nextBlockTime } from './contract/Opening.ts'
import { prepare } from './endpoints/prepare.ts'
import { type Indexer, startIndexer } from './indexer/startIndexer.ts'
import { createRevisions } from './live/createRevisions.ts'
import { CHANNEL, createFeed } from './live/Feed.ts'
import { createLaunchLog, type LaunchLog } from './live/launchLog.ts'
import { createEthPrice, type UsdFeed } from './onchain/createEthPrice.ts'
import { operations } from './operations.ts'
import { type Status, statusOf } from './statusOf.ts'
import { createOutboxReader, type OutboxReader } from './store/outboxReader.ts'
import type { Tables } from './store/tables.ts'
import { createTradePrices, type TradePrices } from './store/tradePrices.ts'
import { startWallets, type Wallets } from './wallets/startWallets.ts'

type Options = {
  database: Database
  chain: Chain
  live: Live
  audit: AuditLog
  factory: Factory
  config: {
    baseUrl: string
    /** Null if no explorer shows this chain. */
    explorerUrl: string | null
    /** The RPC URL that clients are given. */
    rpcUrl: string
    chainPrefix: string
    isDevnet: boolean
    /** Symbols and names of tokens of this chain that a launch must not be mistaken for. */
    listed: readonly string[]
    /** The price feed of ETH in dollars. Default: no dollars. */
    usdFeed?: UsdFeed | undefined
  }
  attest: Attest
  /** Builds transactions under a mandate. Default: mandates are refused. */
  redeem?: Redeem | undefined
  now: () => number
  log: Log
}

export type Launchpad = AsyncDisposable & {
  operations: Operation[]
  /** The builder of transactions, on another view of the chain. */
  prepareOn(view: Pick<Context, 'chain' | 'attest'>): Operation
  /** Takes part in the election of the indexer; reads are served without it. */
  start(): void
  status(): Status
  /** Where list and detail endpoints read. */
  readTarget(): 'standby' | 'primary'
  /** Prices of indexed trades, for modules that compare them with a claim. */
  tradePrices: TradePrices
  outbox: OutboxReader
  launchLog: LaunchLog
}

/** The launchpad's index and the endpoints over it. */
export function createLaunchpad(options: Options): Launchpad {
  const { database, chain, live, audit, factory, config, attest, now, log } = options
  const feed = createFeed(database)
  const chainNow = () => nextBlockTime(feed.status()?.blockTime ?? 0, now()) * 1000
  const { baseUrl, explorerUrl, listed } = config
  const site = { baseUrl, explorerUrl, listed, now: chainNow }
  const ethPrice = createEthPrice({ chain, feed: config.usdFeed, now, log })
  const known = () => (feed.status()?.version ?? 0) + (feed.status()?.lastSeq ?? 0)
  const reads = database.openReads({ select: 'select version + last_seq from launch_chain', known })
  const readDb = reads.kysely as unknown as Context['db']
  const context: Context = {
    db: database.tables<Tables>(),
    feed,
    live,
    chain,
    factory,
    site,
    ethPrice,
    revisions: createRevisions({ db: readDb, incarnation: database.incarnation, ethPrice, now, site }),
    attest,
    redeem: options.redeem,
    now,
    log,
  }
  const reading = { ...context, db: readDb }
  const openedAt = now()
  let indexer: Indexer | undefined
  let wallets: Wallets | undefined
  return {
    operations: operations(context, { reading, config, audit, notify: database.notify }),
    readTarget: reads.target,
    prepareOn: (view) => prepare({ ...context, ...view }),
    start() {
      const notify = () => database.notify(CHANNEL)
      indexer ??= startIndexer({ database, chain, factory, site, isDevnet: config.isDevnet, now, log, notify })
      wallets ??= startWallets({ database, channel: CHANNEL })
    },
    status() {
      const walletsSetAside = wallets?.setAside() ?? 0
      return statusOf(feed, indexer, { walletsSetAside, now, isDevnet: config.isDevnet, openedAt })
    },
    tradePrices: createTradePrices(context.db),
    outbox: createOutboxReader(context.db, CHANNEL),
    launchLog: createLaunchLog(context, CHANNEL),
    async [Symbol.asyncDispose]() {
      await wallets?.[Symbol.asyncDispose]()
      await indexer?.[Symbol.asyncDispose]()
      reads[Symbol.dispose]()
      await feed[Symbol.asyncDispose]()
    },
  }
}
