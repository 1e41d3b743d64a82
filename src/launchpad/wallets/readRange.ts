import { sql, type Transaction } from 'kysely'
import { zeroAddress } from 'viem'
import { BURNED } from '#launchpad/records/Launch.ts'
import * as LogPosition from '#launchpad/records/LogPosition.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import * as Moves from './Moves.ts'

type Db = Transaction<Tables>
type Chain = Pick<Tables['launch_chain'], 'block' | 'factory' | 'pool_manager'>

/** Logs of one step, in whole blocks. */
const STEP_MAX = 4_000

/** The moves of the next blocks after `block`, and the last of these blocks. */
export async function readRange(
  db: Db,
  block: number,
  chain: Chain,
): Promise<{ last: number; moves: Moves.BlockMoves[] }> {
  const start = LogPosition.startOf(block + 1)
  const last = await lastBlock(db, start, chain)
  const end = LogPosition.startOf(last + 1)
  const [trades, transfers] = [await readTrades(db, start, end), await readTransfers(db, start, end)]
  const addresses = await readAddresses(db, new Set(transfers.map(({ tokenId }) => tokenId)))
  const others = new Set([chain.factory, chain.pool_manager, zeroAddress, BURNED])
  const isWallet = (account: string, tokenId: number) => !others.has(account) && addresses.get(tokenId) !== account
  return { last, moves: Moves.ofRange({ trades, transfers }, { blockOf: LogPosition.block, isWallet }) }
}

/** Every trade moves tokens, so that transfers alone measure the work. */
async function lastBlock(db: Db, start: number, { block }: Chain): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position from launch_transfers where position >= ${start} order by position offset ${STEP_MAX} limit 1`.execute(
    db,
  )
  const [next] = rows
  if (!next) return block
  return Math.max(LogPosition.block(start), LogPosition.block(next.position) - 1)
}

async function readTrades(db: Db, start: number, end: number): Promise<Moves.TradeRow[]> {
  const rows = await db
    .selectFrom('launch_trades')
    .select(['position', 'token_id', 'trader', 'is_buy', 'eth', 'tokens', 'at'])
    .where('position', '>=', start)
    .where('position', '<', end)
    .orderBy('position')
    .execute()
  return rows.map(({ token_id: tokenId, is_buy: isBuy, eth, tokens, ...row }) => ({
    ...row,
    tokenId,
    isBuy,
    eth: BigInt(eth),
    tokens: BigInt(tokens),
  }))
}

/** A transfer without a time gets that of the newest known block before it. */
async function readTransfers(db: Db, start: number, end: number): Promise<Moves.TransferRow[]> {
  const { rows } = await sql<Omit<Moves.TransferRow, 'amount'> & { amount: string }>`
    select position, token_id as "tokenId", sender as "from", recipient as "to", amount, coalesce(at,
      (select b.at from launch_blocks b where b.number <= position / ${LogPosition.startOf(1)}::int8 order by b.number desc limit 1), 0) as at
    from launch_transfers where position >= ${start} and position < ${end} order by position`.execute(db)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}

async function readAddresses(db: Db, ids: ReadonlySet<number>): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('launch_tokens')
    .select(['id', 'address'])
    .where('id', 'in', [-1, ...ids])
    .execute()
  return new Map(rows.map(({ id, address }) => [id, address]))
}
