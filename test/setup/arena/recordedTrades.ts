import { sql } from 'kysely'
import type { Database } from '#database/Database.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { createTradePrices, type TradePrices } from '#launchpad/store/tradePrices.ts'

export const TOKEN = `0x${'7'.repeat(40)}`

export type RecordedTrades = {
  prices: TradePrices
  /** Records trades of the token, seconds and price. */
  add(trades: readonly (readonly [at: number, price: number])[]): Promise<void>
  /** Lets the index be at a block of this second. */
  indexUpTo(second: number): Promise<void>
}

/** The launchpad's tables with one launch, filled by the test instead of by a chain. */
export async function recordTrades(database: Database): Promise<RecordedTrades> {
  const { kysely } = database
  let position = 1
  await sql`insert into launch_chain (chain_id, factory, code_hash, pool_manager, start_block, start_hash, block,
    block_hash, block_time, window_start) values (4663, '', '', '', 0, '', 0, '', 0, 0)`.execute(kysely)
  await sql`insert into launch_tokens (id, address, creator, name, symbol, name_key, symbol_key, search, created_at, created_tx)
    values (1, ${TOKEN}, '', 'a', 'a', 'a', 'a', 'a', 0, '')`.execute(kysely)
  return {
    prices: createTradePrices(database.tables<Tables>()),
    async add(trades) {
      for (const [at, price] of trades)
        await sql`insert into launch_trades (position, token_id, at, tx, venue, trader, recipient, is_buy, eth, tokens, price, backed)
          values (${position++}, 1, ${at}, '', 'curve', '', '', true, 0, 0, ${price}, 1000000000000000000)`.execute(
          kysely,
        )
    },
    async indexUpTo(second) {
      await sql`update launch_chain set block_time = ${second}`.execute(kysely)
    },
  }
}
