import { sql } from 'kysely'
import type { Database } from '#database/Database.ts'
import type { Lines } from './recountTables.ts'

/** Columns in the order in which `recountTables` writes them. */
const COLUMNS: Record<string, string> = {
  launch_tokens: 'id, address, creator',
  launch_curves: `id, creator, current_creator, pending_creator, pool_id, fee_holder, opening_seconds, opening_ends_at,
    lock_days, real_eth, sold, claimed, released, outside_eth, graduated, graduated_position, graduated_at, graduated_tx, locked, burned,
    price, market_cap, volume, trades, holders, last_trade, last_trade_at`,
  launch_trades: `position, token_id, at, tx, venue, is_buy, eth, tokens, price,
    case venue when 'curve' then trader || ' ' || recipient || ' ' || is_own end, fee, real_eth, sold`,
  launch_holders: 'token_id, holder, balance',
  launch_candles: 'token_id, seconds, start, open, high, low, close, volume_eth, volume_tokens, trades',
  launch_creators: 'creator, tokens, graduated, volume',
  launch_splits: 'split, account',
  launch_chain: 'tokens, graduated, trades, volume',
}

/** The block that the index is at, the tables at that moment, and the launches that are set aside. */
type Moment = { hash: string | undefined; lines: Lines; aside: string[] }

export async function readBlockHash({ kysely }: Database): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`select block_hash as hash from launch_chain`.execute(kysely)
  return rows[0]?.hash
}

export function readMoment({ kysely }: Database): Promise<Moment> {
  const reading = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (tx) => {
    const column = async (query: string) => {
      const { rows } = await sql<{ value: string }>`${sql.raw(query)}`.execute(tx)
      return rows.map(({ value }) => value)
    }
    const [hash] = await column('select block_hash as value from launch_chain')
    const lines: Lines = {}
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const texts = columns.split(/,(?![^(]*\))/).map((name) => `(${name.trim()})::text`)
      lines[table] = await column(`select array_to_string(array[${texts}], ' ', '-') as value from ${table}`)
    }
    return { hash, lines, aside: await column('select token as value from launch_set_aside') }
  })
}
