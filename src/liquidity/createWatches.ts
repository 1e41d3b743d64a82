import type { Chains } from '#chain/createChains.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import { elect, type Term } from '#database/LeaderElection.ts'
import { followAsLeader } from '#live/followAsLeader.ts'
import { followHistories } from './actions/followHistories.ts'
import { createWatch } from './endpoints/watches/createWatch.ts'
import { deleteWatch } from './endpoints/watches/deleteWatch.ts'
import { getWatch } from './endpoints/watches/getWatch.ts'
import { listWatches } from './endpoints/watches/listWatches.ts'
import type { WatchContext } from './endpoints/watches/WatchContext.ts'
import type { Tables } from './store/tables.ts'

type Options = {
  database: Database
  chains: Chains
  now: () => number
  /** Default: 20 */
  perDeveloperMax?: number
  /** How often a position is read. Default: 15 seconds */
  waitMs?: number
}

export type Watches = AsyncDisposable & {
  operations: readonly Operation[]
  /** Runs for election as the process that reads histories; they are served without it. */
  start(): void
}

const CHANNEL = 'lp_watches'

/** Watched positions and their histories. */
export function createWatches(options: Options): Watches {
  const { database, chains, now, perDeveloperMax = 20, waitMs = 15_000 } = options
  const store = database.tables<Tables>()
  const { log } = database
  const context: WatchContext = { store, chains, now, perDeveloperMax, changed: () => database.notify(CHANNEL) }
  let follower: AsyncDisposable | undefined
  return {
    operations: [createWatch(context), listWatches(context), getWatch(context), deleteWatch(context)],
    start() {
      follower ??= followAsLeader<Term>({
        elect: (onElected) => elect(database, { name: 'liquidity/watches', onElected }),
        listen: (wake) => database.listen(CHANNEL, wake),
        advance: (term) => followHistories({ store, chains, log, waitMs }, term),
        failed: (err) => log.error({ err }, 'failed to follow watched positions'),
      })
    },
    async [Symbol.asyncDispose]() {
      await follower?.[Symbol.asyncDispose]()
    },
  }
}
