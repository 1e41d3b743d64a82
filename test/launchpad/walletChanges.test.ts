import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '#launchpad/migrations.ts'
import { readWalletChanges } from '#launchpad/store/readWalletChanges.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

const WALLET = `0x${'1'.repeat(40)}`
const HOUR = 3_600

/** A token that others move in each of 300 hours, a hundred blocks each, and the wallet in hours 10, 50 and 120. */
const FILL = [
  sql`insert into launch_curves (id, creator, current_creator, real_eth, sold, price, market_cap, volume, volume_24h, trades,
      trades_24h, holders, last_trade, curve_fees, pool_fees, claimed, graduated)
    values (1, '', '', 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false)`,
  sql`insert into launch_wallet_tokens (wallet, token_id, acquired, disposed, bought, bought_eth, sold, sold_eth, used_bought,
      used_cost, realised, unpriced_eth, trades, last_block)
    values (${WALLET}, 1, 170, 40, 0, 0, 0, 0, 0, 0, 0, 0, 3, 12050)`,
  sql`insert into launch_moves (wallet, token_id, acquired, disposed, block, kind, tokens, eth, bought, bought_eth, sold, sold_eth,
      used_bought, used_cost, realised, unpriced_eth, trades)
    select ${WALLET}, 1, acquired, disposed, block, 'buy', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from (values (100, 0, 1050), (100, 40, 5000), (170, 40, 12050)) m(acquired, disposed, block)`,
  sql`insert into launch_holder_history (token_id, seconds, start, holders, top10, first_block, block)
    select 1, ${HOUR}, n * ${HOUR}, 1, 1, n * 100, n * 100 + 99 from generate_series(1, 300) n`,
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrations: [migrations] })
  for (const statement of FILL) await statement.execute(database.kysely)
})
afterAll(() => database?.[Symbol.asyncDispose]())

test.each([
  { from: 101, to: 300, changes: ['60 at 101', '130 at 120'] },
  { from: 100, to: 110, changes: ['60 at 100'] },
  { from: 1, to: 200, changes: ['100 at 10', '60 at 50', '130 at 120'] },
  { from: 120, to: 120, changes: ['130 at 120'] },
  { from: 2, to: 9, changes: [] },
  { from: 301, to: 400, changes: ['130 at 300'] },
])('balances from hour $from to $to are read by the moves of the wallet alone', async ({ from, to, changes }) => {
  const span = { wallet: WALLET, from: from * HOUR, to: to * HOUR, seconds: HOUR, tokens: 100 }
  const found = await readWalletChanges(database.tables<Tables>(), span)
  expect(found.map(({ start, value }) => `${value} at ${start / HOUR}`)).toEqual(changes)
})
