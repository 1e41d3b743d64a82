import { type Kysely, sql, type Transaction } from 'kysely'
import * as LeaderElection from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import type { Tables } from '#launchpad/store/tables.ts'

export type Leadership = { db: Kysely<Tables>; term: LeaderElection.Term }
export type ChainRow = Tables['launch_chain']

const STATEMENT_TIMEOUT = '120s'

/** Another process wrote, or a commit of this one was lost: the state must be read again. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

type Options = {
  /** The checkpoint that the work is based on. */
  expected: Checkpoint
  /** The start of the last 24 hours that the work is based on. Default: not checked. */
  windowStart?: number
  /** Whether the commit waits for the disk. Rows that the chain can restore need not, unless they are published. */
  isDurable: boolean
}

/** Runs one write of the leader: exclusively, fenced by its term, and only on the state it was computed from. */
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
      throw new Overtaken(`The tables are at block ${chain?.block}, not at ${expected.block}.`)
    if (windowStart !== undefined && chain.window_start !== windowStart)
      throw new Overtaken(`The last 24 hours begin at ${chain.window_start}, not at ${windowStart}.`)
    return work(tx, chain)
  })
}
