import { once } from 'node:events'
import type { Database } from '#database/Database.ts'
import * as LeaderElection from '#database/LeaderElection.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { createPoll } from '#live/createPoll.ts'
import { advance } from './advance.ts'

const POLL_MS = 500

type Options = { database: Database; channel: string }

/**
 * Keeps the positions of wallets up to date, in one process at a time. It follows the tables of logs in transactions of its
 * own, so that it never delays the indexer.
 */
export function startWallets({ database, channel }: Options): AsyncDisposable {
  const db = database.tables<Tables>()
  async function lead(term: LeaderElection.Term, over: AbortSignal): Promise<void> {
    const read = async () => {
      while (!over.aborted && (await advance(db, term, database.log)));
    }
    const failed = (err: unknown) => {
      if (!over.aborted) database.log.error({ err }, 'failed to follow the trades of wallets')
    }
    const listen = (wake: () => void) => database.listen(channel, wake)
    await using poll = createPoll({ everyMs: POLL_MS, listen, read, failed })
    await poll.refresh().catch(failed)
    if (!over.aborted) await once(over, 'abort')
  }
  return LeaderElection.elect(database, { name: 'launchpad/wallets', onElected: lead })
}
