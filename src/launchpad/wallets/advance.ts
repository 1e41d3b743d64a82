import { type Kysely, sql, type Transaction } from 'kysely'
import * as LeaderElection from '#database/LeaderElection.ts'
import type { Log } from '#database/Log.ts'
import { transaction } from '#database/transaction.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import * as Aside from './Aside.ts'
import { applyEach, applyMoves, changesOf } from './applyMoves.ts'
import { changeWallets } from './changeWallets.ts'
import type { BlockMoves } from './Moves.ts'
import * as Rows from './positionRows.ts'
import { readRange } from './readRange.ts'

type Db = Transaction<Tables>
type Cursor = { block: number; seq: number }

/**
 * One step after the tables of logs: takes back the moves of replaced blocks, or adds those of the next blocks. All of it
 * sees one moment of the tables. Returns whether there may be more to do.
 */
export async function advance(db: Kysely<Tables>, term: LeaderElection.Term, log: Log): Promise<boolean> {
  try {
    return await step(db, term, applyMoves)
  } catch (error) {
    if (!Aside.isContradiction(error)) throw error
    const found: Aside.Holding[] = []
    const isMore = await step(db, term, (tx, moves) => applyEach(tx, moves, found))
    for (const { wallet, block, reason } of found)
      log.error({ wallet, block, reason }, 'position of a wallet set aside: its moves contradict each other')
    return isMore
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
    const cursor = await tx.selectFrom('launch_wallets_cursor').select(['block', 'seq']).executeTakeFirstOrThrow()
    const replaced = await firstReplaced(tx, cursor, chain)
    if (replaced <= cursor.block) await rewind(tx, replaced)
    const block = Math.min(cursor.block, replaced - 1)
    const { last, moves } = await readRange(tx, block, chain)
    await apply(tx, await Aside.leaveOut(tx, moves))
    if (last !== cursor.block || chain.last_seq !== cursor.seq) await save(tx, { block: last, seq: chain.last_seq })
    return last < chain.block
  }
  return transaction(db, work, { isolation: 'repeatable read' })
}

/** The first block that was replaced or indexed again since the cursor; infinite if none was. */
async function firstReplaced(tx: Db, { block, seq }: Cursor, chain: Tables['launch_chain']): Promise<number> {
  if (block < 0) return Number.POSITIVE_INFINITY
  const { rows } = await sql<{ first: number | null; oldest: number | null }>`
    select (select min((body::jsonb ->> 'fromBlock')::int8) from launch_outbox
        where token is null and kind = 'reorg' and seq > ${seq}) as first,
      (select min(seq) from launch_outbox) as oldest`.execute(tx)
  const { first = null, oldest = null } = rows[0] ?? {}
  // Where events were dropped before they were read, only the beginning is certain.
  if (chain.last_seq > seq && (oldest ?? Number.POSITIVE_INFINITY) > seq + 1) return 0
  return Math.min(first ?? Number.POSITIVE_INFINITY, chain.block + 1)
}

async function save(tx: Db, { block, seq }: Cursor): Promise<void> {
  await tx.updateTable('launch_wallets_cursor').set({ block, seq }).execute()
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
}
