import type pg from 'pg'

const TRADES = 10_000_000
/** A tenth of all trades is in this token, and a hundredth is of this wallet. */
export const BUSY = address(500)
export const WHALE = address(9)

/** Adds trades, and all that follows from them, to the launches; `isFilled` finds its last change. */
export async function fillTrades(client: pg.Client): Promise<void> {
  for (const statement of FILL) await client.query(statement)
}

export async function isFilled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select from launch_chain where has_caught_up')
  return rows.length > 0
}

export function address(number: number): string {
  return `0x${number.toString(16).padStart(40, '0')}`
}

const HASH = (number: string) => `'0x' || lpad(to_hex(${number}), 64, '0')`
const ACCOUNT = (number: string) => `'0x' || lpad(to_hex(${number}), 40, '0')`
const TOKEN_ID = '(case when n % 10 = 0 then 500 else n % 1000000 + 1 end)::int8 * 1048576'
const WALLET = ACCOUNT('case when n % 100 = 1 then 9 else 1000 + n % 300000 end')
/** The last tenth of the trades is in pools. */
const VENUE = `case when n > 9000000 then 'pool' else 'curve' end`
const BUSY_ID = '500::int8 * 1048576'

/** Trades, positions, holders and their history; the indexes of the large tables are built after the rows. */
const FILL = [
  `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  `drop index launch_trades_token, launch_trades_pair, launch_trades_trader, launch_trades_at, launch_trades_payments, launch_trades_curve`,
  `insert into launch_trades (position, token_id, at, tx, venue, trader, recipient, is_buy, eth, tokens, fee, price, real_eth, sold)
   select (2000000 + n / 10)::int8 * 1048576 + n % 10, ${TOKEN_ID}, 1791000000 + n / 10, ${HASH('n')}, ${VENUE}, ${WALLET}, ${WALLET},
     n % 3 <> 0, 1000000000000000 + n, 1000000000000000000000 + n, 10000000000000, 913265306 + n % 1000, 1000000000000000000, 1000000000000000000000000
   from generate_series(1, ${TRADES}) n`,
  `create index launch_trades_token on launch_trades (token_id, at, position)`,
  `create index launch_trades_pair on launch_trades (token_id, trader, position)`,
  `create index launch_trades_trader on launch_trades (trader, position)`,
  `create index launch_trades_at on launch_trades using brin (at) with (pages_per_range = 16)`,
  `create index launch_trades_payments on launch_trades (recipient, at) where recipient <> trader`,
  `create index launch_trades_curve on launch_trades (position) where venue = 'curve'`,
  `insert into launch_wallet_tokens (wallet, token_id, acquired, disposed, bought, bought_eth, sold, sold_eth, used_bought, used_cost,
     realised, unpriced_eth, trades, first_sold_at, traded_at, last_block)
   select ${WALLET}, ${TOKEN_ID}, 2000000000000000000000, n % 3 * 1000000000000000000000::numeric, 2000000000000000000000, 2000000000000000,
     n % 3 * 1000000000000000000000::numeric, n % 3 * 900000000000000 + n % 1000000, n % 3 * 1000000000000000000000::numeric,
     n % 3 * 1000000000000000, (n % 2000001 - 1000000)::numeric * 1000000, 0, 2 + n % 8, 1791000000 + n / 10, 1791000000 + n / 10, 3000000
   from generate_series(1, 3000000) n on conflict do nothing`,
  `insert into launch_wallets
   select wallet, count(*), sum(trades), sum(bought_eth), sum(sold_eth), sum(realised), 0, count(*) filter (where realised > 0),
     count(*) filter (where realised < 0) from launch_wallet_tokens group by wallet`,
  `update launch_wallets set trades = 100000 where wallet = '${WHALE}'`,
  `update launch_wallets_cursor set block = 3000000, history_block = 3000000`,
  `insert into launch_holders select token_id, wallet, held from launch_wallet_tokens where held > 0 and (token_id = ${BUSY_ID} or token_id % 3 = 0)`,
  `insert into launch_holder_history
   select ${BUSY_ID}, s.seconds, 1791000000 / s.seconds * s.seconds + n * s.seconds, n, n * 1000000000000000000000::numeric, 0, 0
   from (values (60, 100000), (3600, 10000), (86400, 1000)) s(seconds, points) cross join lateral generate_series(1, s.points) n`,
  `insert into launch_notes select (2000000 + n)::int8 * 1048576 + 900, ${BUSY_ID}, 'claimed', 1791000000 + n, ${HASH('n')},
     jsonb_build_object('amount', n::text, 'recipient', '${WHALE}') from generate_series(1, 1000) n`,
  `insert into launch_liquidity (position, token_id, tick_lower, tick_upper, delta, fee_growth0, fee_growth1, at, tx, sender, salt)
   select (2000000 + n)::int8 * 1048576 + 800, case when n % 10 = 0 then ${BUSY_ID} else (n % 2000 + 1) * 500::int8 * 1048576 end,
     -600, 600, 1000000 + n, 0, 0, 1791000000 + n, ${HASH('n')}, ${ACCOUNT('9 + n % 4')}, n
   from generate_series(1, 100000) n`,
  `update launch_curves set opening_seconds = 600, opening_ends_at = 1791000600 where id = ${BUSY_ID}`,
  `update launch_chain set block = 3000000, block_time = 1792000000, has_caught_up = true`,
  `vacuum analyze`,
]
