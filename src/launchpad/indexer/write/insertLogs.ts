import { type RawBuilder, sql, type Transaction } from 'kysely'
import * as UntrustedText from '#core/UntrustedText.ts'
import type * as Changes from '#launchpad/indexer/derive/Changes.ts'
import type { Token, Trade } from '#launchpad/records/Launch.ts'
import { type Columns, sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'

type Db = Transaction<Tables>

const TOKEN: Columns<Token> = {
  id: ['int8', ({ id }) => id],
  address: ['hex', ({ address }) => address],
  creator: ['hex', ({ creator }) => creator],
  name: ['text', ({ name }) => name],
  symbol: ['text', ({ symbol }) => symbol],
  name_key: ['text', ({ name }) => UntrustedText.fold(name)],
  symbol_key: ['text', ({ symbol }) => UntrustedText.fold(symbol)],
  search: ['text', ({ name, symbol }) => `${UntrustedText.fold(name)} ${UntrustedText.fold(symbol)}`],
  created_at: ['int8', ({ createdAt }) => createdAt],
  created_tx: ['hex', ({ transactionHash }) => transactionHash],
  metadata_uri: ['text', ({ metadataUri }) => metadataUri],
  referrer: ['hex', ({ referrer }) => referrer],
}

const TRADE: Columns<Trade> = {
  position: ['int8', ({ position }) => position],
  token_id: ['int8', ({ tokenId }) => tokenId],
  at: ['int8', ({ at }) => at],
  tx: ['hex', ({ transactionHash }) => transactionHash],
  venue: ['hex', ({ venue }) => venue],
  trader: ['hex', ({ trader }) => trader],
  recipient: ['hex', ({ recipient }) => recipient],
  is_buy: ['bool', ({ isBuy }) => isBuy],
  is_own: ['bool', ({ isOwn }) => isOwn],
  eth: ['numeric', ({ eth }) => eth],
  tokens: ['numeric', ({ tokens }) => tokens],
  fee: ['numeric', ({ fee }) => fee],
  price: ['numeric', ({ price }) => price],
  real_eth: ['numeric', ({ realEth }) => realEth],
  sold: ['numeric', ({ sold }) => sold],
  sqrt_price_x96: ['numeric', ({ sqrtPriceX96 }) => sqrtPriceX96],
  backed: ['numeric', ({ backed }) => backed],
  pool_tick: ['int4', ({ poolTick }) => poolTick],
  fee_growth0: ['numeric', ({ feeGrowth0 }) => feeGrowth0],
  fee_growth1: ['numeric', ({ feeGrowth1 }) => feeGrowth1],
}

const TRANSFER: Columns<Changes.TransferRow> = {
  position: ['int8', ({ position }) => position],
  token_id: ['int8', ({ tokenId }) => tokenId],
  sender: ['hex', ({ from }) => from],
  recipient: ['hex', ({ to }) => to],
  amount: ['numeric', ({ amount }) => amount],
  at: ['int8', ({ at }) => at],
}

const NOTE: Columns<Changes.NoteRow> = {
  position: ['int8', ({ position }) => position],
  token_id: ['int8', ({ tokenId }) => tokenId],
  kind: ['hex', ({ kind }) => kind],
  at: ['int8', ({ at }) => at],
  tx: ['hex', ({ transactionHash }) => transactionHash],
  details: ['jsonb', ({ details }) => JSON.stringify(details)],
}

const LIQUIDITY: Columns<Changes.LiquidityRow> = {
  position: ['int8', ({ position }) => position],
  token_id: ['int8', ({ tokenId }) => tokenId],
  at: ['int8', ({ at }) => at],
  tx: ['hex', ({ transactionHash }) => transactionHash],
  sender: ['hex', ({ sender }) => sender],
  salt: ['numeric', ({ salt }) => salt],
  tick_lower: ['int4', ({ tickLower }) => tickLower],
  tick_upper: ['int4', ({ tickUpper }) => tickUpper],
  delta: ['numeric', ({ delta }) => delta],
  fee_growth0: ['numeric', ({ feeGrowth0 }) => feeGrowth0],
  fee_growth1: ['numeric', ({ feeGrowth1 }) => feeGrowth1],
}

const SPLIT: Columns<Changes.SplitRow> = {
  position: ['int8', ({ position }) => position],
  split: ['hex', ({ split }) => split],
  account: ['hex', ({ account }) => account],
}

/**
 * Inserts one row per log. The checkpoint admits every range once, and a repeated log violates a primary key and rolls the
 * transaction back.
 */
export async function insertLogs(db: Db, changes: Changes.Changes): Promise<void> {
  const insertions = [
    () => insertion('launch_tokens', changes.tokens, TOKEN),
    () => insertion('launch_trades', changes.trades, TRADE),
    () => insertion('launch_transfers', changes.transfers, TRANSFER),
    () => insertion('launch_notes', changes.notes, NOTE),
    () => insertion('launch_splits', changes.splits, SPLIT),
    () => insertion('launch_liquidity', changes.liquidity, LIQUIDITY),
  ]
  let running: Promise<unknown> | undefined
  for (const build of insertions) {
    // The database works on one statement while the next is built.
    const statement = build()
    await running
    running = statement?.execute(db)
  }
  await running
}

function insertion<Row>(
  table: keyof Tables,
  rows: readonly Row[],
  columns: Columns<Row>,
): RawBuilder<unknown> | undefined {
  if (rows.length === 0) return undefined
  const names = sql.raw(Object.keys(columns).join(', '))
  return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${sqlRows(rows, columns)}`
}
