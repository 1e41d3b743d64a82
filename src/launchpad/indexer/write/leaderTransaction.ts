import { type Kysely, sql, type Transaction } from 'kysely'
import * as LeaderElection from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import type { Tables } from '#launchpad/store/tables.ts'

export type Leadership = { db: Kysely<Tables>; term: LeaderElection.Term }
export type ChainRow = Tables['launch_chain']

const STATEMENT_TIMEOUT = '120s'

/** Another process wrote, or this one did not see its own write: the state must be read anew. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

type Options = {
  /** Where the work believes the tables to stand. */
  expected: Checkpoint
  /** Where it believes the last 24 hours to begin. Default: anywhere. */
  windowStart?: number
  /** Whether the commit waits for the disk. What can be read from the chain again need not, unless it is told to others. */
  isDurable: boolean
}

/** Runs one step of the leader's work: alone, fenced by its term, and only on the state it was prepared for. */
export function leaderTransaction<T>(
  { db, term }: Leadership,
  { expected, windowStart, isDurable }: Options,
  work: (db: Transaction<Tables>, chain: ChainRow) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    await LeaderElection.assertCurrentTerm(tx as unknown as Kysely<unknown>, term)
    const { rows } = await sql<ChainRow>`
      select c.*, set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true),
        set_config('synchronous_commit', case when ${isDurable} then current_setting('synchronous_commit') else 'off' end, true)
      from launch_chain c for update`.execute(tx)
    const [chain] = rows
    if (!chain || chain.block !== expected.block || chain.block_hash !== expected.hash)
      throw new Overtaken(`The tables stand at block ${chain?.block}, not at ${expected.block}.`)
    if (windowStart !== undefined && chain.window_start !== windowStart)
      throw new Overtaken(`The last 24 hours begin at ${chain.window_start}, not at ${windowStart}.`)
    return work(tx, chain)
  })
}
