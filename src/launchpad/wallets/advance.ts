import { type Kysely, sql, type Transaction } from 'kysely'
import * as LeaderElection from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import { firstReplaced, type IndexPlace } from '#launchpad/store/firstReplaced.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import * as Aside from './Aside.ts'
import { applyEach, applyMoves, changesOf } from './applyMoves.ts'
import { changeWallets } from './changeWallets.ts'
import * as HolderHistory from './HolderHistory.ts'
import { pointsOf } from './holderPoints.ts'
import type { BlockMoves } from './Moves.ts'
import * as Rows from './positionRows.ts'
import { readRange } from './readRange.ts'

type Db = Transaction<Tables>
type Advanced = { isMore: boolean; found: readonly Aside.Holding[] }

/**
 * One step of following the tables of logs: reverts the moves of replaced blocks, or adds those of the next blocks. The
 * whole step reads one snapshot of the tables. Returns whether there may be more to do, and the positions that were set
 * aside.
 */
export async function advance(db: Kysely<Tables>, term: LeaderElection.Term): Promise<Advanced> {
  try {
    return { isMore: await step(db, term, applyMoves), found: [] }
  } catch (error) {
    if (!Aside.isContradiction(error)) throw error
    const found: Aside.Holding[] = []
    const isMore = await step(db, term, (tx, moves) => applyEach(tx, moves, found))
    return { isMore, found }
  }
}

type Apply = (tx: Db, moves: readonly BlockMoves[]) => Promise<void>

async function step(db: Kysely<Tables>, term: LeaderElection.Term, apply: Apply): Promise<boolean> {
  const index = await db.selectFrom('launch_chain').select('has_caught_up').executeTakeFirst()
  // A new index reads its history at full speed first.
  if (!index?.has_caught_up) return false
  const work = async (tx: Db) => {
    await LeaderElection.assertCurrentTerm(tx as unknown as Kysely<unknown>, term)
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)
    const chain = await tx.selectFrom('launch_chain').selectAll().executeTakeFirst()
    if (!chain?.has_caught_up) return false
    const cursor = await tx.selectFrom('launch_wallets_cursor').selectAll().executeTakeFirstOrThrow()
    if (cursor.history_block !== cursor.block) return restart(tx)
    const replaced = await firstReplaced(tx, cursor, chain)
    if (replaced <= cursor.block) await rewind(tx, replaced)
    const block = Math.min(cursor.block, replaced - 1)
    const { last, moves } = await readRange(tx, block, chain)
    const kept = await Aside.leaveOut(tx, moves)
    const before = await HolderHistory.load(tx, kept)
    await apply(tx, kept)
    await HolderHistory.save(tx, pointsOf(await Aside.leaveOut(tx, kept), before))
    if (last !== cursor.block || chain.last_seq !== cursor.seq) await save(tx, { block: last, seq: chain.last_seq })
    return last < chain.block
  }
  return transaction(db, work, { isolation: 'repeatable read' })
}

async function save(tx: Db, { block, seq }: IndexPlace): Promise<void> {
  await tx.updateTable('launch_wallets_cursor').set({ block, seq, history_block: block }).execute()
}

/** Positions do not contain the history of holders, so both begin again. */
async function restart(tx: Db): Promise<true> {
  await sql`truncate launch_moves, launch_wallet_tokens, launch_wallets, launch_wallets_aside, launch_holder_history`.execute(
    tx,
  )
  await save(tx, { block: -1, seq: 0 })
  return true
}

/** Restores each position to the sums after its newest remaining move. */
async function rewind(tx: Db, from: number): Promise<void> {
  await Aside.dropFrom(tx, from)
  const { rows } = await sql<Rows.Holding>`
    with gone as (delete from launch_moves where block >= ${from} returning wallet, token_id)
    select distinct wallet, token_id as "tokenId" from gone`.execute(tx)
  if (rows.length === 0) return
  const before = await Rows.loadPositions(tx, rows)
  const after = await Rows.loadLastMoves(tx, rows)
  await changeWallets(tx, changesOf(rows, before, after))
  await Rows.savePositions(tx, [...after.values()])
  await Rows.deletePositions(
    tx,
    rows.filter((holding) => !after.has(Rows.keyOf(holding))),
  )
  await sql`delete from launch_wallets where tokens = 0`.execute(tx)
  await HolderHistory.rewind(tx, from, [...new Set(rows.map(({ tokenId }) => tokenId))])
}
