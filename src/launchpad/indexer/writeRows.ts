import { sql, type Transaction } from 'kysely'
import * as UntrustedText from '#core/UntrustedText.ts'
import { type Columns, sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type * as Derived from './Derived.ts'

type Db = Transaction<Tables>

const TOKEN: Columns<Derived.TokenRow> = {
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

const TRADE: Columns<Derived.TradeRow> = {
  position: ['int8', ({ position }) => position],
  token_id: ['int8', ({ tokenId }) => tokenId],
  at: ['int8', ({ at }) => at],
  tx: ['hex', ({ transactionHash }) => transactionHash],
  venue: ['hex', ({ venue }) => venue],
  trader: ['hex', ({ trader }) => trader],
  recipient: ['hex', ({ recipient }) => recipient],
  is_buy: ['bool', ({ isBuy }) => isBuy],
  eth: ['numeric', ({ eth }) => eth],
  tokens: ['numeric', ({ tokens }) => tokens],
  fee: ['numeric', ({ fee }) => fee],
  price: ['numeric', ({ price }) => price],
  real_eth: ['numeric', ({ realEth }) => realEth],
  sold: ['numeric', ({ sold }) => sold],
  sqrt_price_x96: ['numeric', ({ sqrtPriceX96 }) => sqrtPriceX96],
}

const TRANSFER: Columns<Derived.TransferRow> = {
  position: ['int8', ({ position }) => position],
  token_id: ['int8', ({ tokenId }) => tokenId],
  sender: ['hex', ({ from }) => from],
  recipient: ['hex', ({ to }) => to],
  amount: ['numeric', ({ amount }) => amount],
}

const NOTE: Columns<Derived.NoteRow> = {
  position: ['int8', ({ position }) => position],
  token_id: ['int8', ({ tokenId }) => tokenId],
  kind: ['hex', ({ kind }) => kind],
  at: ['int8', ({ at }) => at],
  tx: ['hex', ({ transactionHash }) => transactionHash],
  details: ['jsonb', ({ details }) => JSON.stringify(details)],
}

const CANDLE: Columns<Derived.CandleChange> = {
  token_id: ['int8', ({ tokenId }) => tokenId],
  seconds: ['int4', ({ seconds }) => seconds],
  start: ['int8', ({ start }) => start],
  open: ['numeric', ({ open }) => open],
  high: ['numeric', ({ high }) => high],
  low: ['numeric', ({ low }) => low],
  close: ['numeric', ({ close }) => close],
  volume_eth: ['numeric', ({ volumeEth }) => volumeEth],
  volume_tokens: ['numeric', ({ volumeTokens }) => volumeTokens],
  trades: ['int8', ({ trades }) => trades],
}

/**
 * Each log makes one row: the checkpoint lets every stretch in once, and the primary keys would undo the transaction
 * that brought a log again.
 */
export async function insertLogs(db: Db, derived: Derived.Derived): Promise<void> {
  await insert(db, 'launch_tokens', { rows: derived.tokens, columns: TOKEN })
  await insert(db, 'launch_trades', { rows: derived.trades, columns: TRADE })
  await insert(db, 'launch_transfers', { rows: derived.transfers, columns: TRANSFER })
  await insert(db, 'launch_notes', { rows: derived.notes, columns: NOTE })
}

type Insertion<Row> = { rows: readonly Row[]; columns: Columns<Row> }

async function insert<Row>(db: Db, table: keyof Tables, { rows, columns }: Insertion<Row>): Promise<void> {
  if (rows.length === 0) return
  const names = sql.raw(Object.keys(columns).join(', '))
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${sqlRows(rows, columns)}`.execute(db)
}

/** Adds trades that come after all that a candle holds already, and gives the candles of `seconds` back as they stand. */
export async function extendCandles(
  db: Db,
  candles: Derived.Derived['candles'],
  seconds: number,
): Promise<Tables['launch_candles'][]> {
  if (candles.size === 0) return []
  const names = sql.raw(Object.keys(CANDLE).join(', '))
  const { rows } = await sql<Tables['launch_candles']>`
    with extended as (
    insert into launch_candles as c (${names}) select ${names} from ${sqlRows([...candles.values()], CANDLE)}
    on conflict (token_id, seconds, start) do update set
      high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close,
      volume_eth = c.volume_eth + excluded.volume_eth, volume_tokens = c.volume_tokens + excluded.volume_tokens,
      trades = c.trades + excluded.trades
    returning *) select * from extended where seconds = ${seconds}`.execute(db)
  return rows
}

export async function changeCreators(db: Db, creators: readonly Derived.CreatorChange[]): Promise<void> {
  if (creators.length === 0) return
  await sql`
    insert into launch_creators as c (creator, tokens, graduated, volume)
    select creator, tokens, graduated, volume from ${sqlRows(creators, {
      creator: ['hex', ({ creator }) => creator],
      tokens: ['int8', ({ tokens }) => tokens],
      graduated: ['int8', ({ graduated }) => graduated],
      volume: ['numeric', ({ volume }) => volume],
    })}
    on conflict (creator) do update set tokens = c.tokens + excluded.tokens,
      graduated = c.graduated + excluded.graduated, volume = c.volume + excluded.volume`.execute(db)
}
