import type { Database } from '#database/Database.ts'
import { elect, type Term } from '#database/LeaderElection.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { followAsLeader } from '#live/followAsLeader.ts'
import { advance } from './advance.ts'

type Options = { database: Database; channel: string }

export type Wallets = AsyncDisposable & {
  /** Positions that this process set aside. */
  setAside(): number
}

/**
 * Keeps the positions of wallets up to date, in one process at a time. It follows the tables of logs in transactions of its
 * own, so that it never delays the indexer.
 */
export function startWallets({ database, channel }: Options): Wallets {
  const { log } = database
  const db = database.tables<Tables>()
  let setAside = 0
  const follower = followAsLeader<Term>({
    elect: (onElected) => elect(database, { name: 'launchpad/wallets', onElected }),
    listen: (wake) => database.listen(channel, wake),
    async advance(term) {
      const { isMore, found } = await advance(db, term)
      setAside += found.length
      for (const { wallet, block, reason } of found)
        log.error({ wallet, block, reason }, 'wallet position set aside: its moves contradict each other')
      return isMore
    },
    failed: (err) => log.error({ err }, 'failed to follow the trades of wallets'),
  })
  return { setAside: () => setAside, [Symbol.asyncDispose]: () => follower[Symbol.asyncDispose]() }
}
