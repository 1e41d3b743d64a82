import type { PoolKey } from '#launchpad/records/Launch.ts'

type PositionColumns = {
  wallet: string
  token_id: number
  acquired: string
  disposed: string
  bought: string
  bought_eth: string
  sold: string
  sold_eth: string
  used_bought: string
  used_cost: string
  realised: string
  unpriced_eth: string
  trades: number
  first_sold_at: number | null
  traded_at: number | null
}

/** Rows as the driver returns them: int8 as number, numeric as string. */
export type Tables = {
  launch_chain: {
    one: boolean
    chain_id: number
    factory: string
    code_hash: string
    pool_manager: string
    start_block: number
    start_hash: string
    block: number
    block_hash: string
    block_time: number
    version: number
    quiet_version: number
    last_seq: number
    window_start: number
    tokens: number
    graduated: number
    trades: number
    volume: string
    trades_24h: number
    volume_24h: string
    backed_volume: string
    backed_volume_24h: string
    has_caught_up: boolean
  }
  launch_heartbeat: {
    one: boolean
    head: number
    head_time: number
    polled_at: Date
    moved_at: Date
    events_per_second: number | null
    seconds_left: number | null
    problem: string | null
  }
  launch_set_aside: { token: string; position: number; reason: string }
  launch_blocks: { number: number; hash: string; at: number }
  launch_tokens: {
    id: number
    address: string
    creator: string
    name: string
    symbol: string
    name_key: string
    symbol_key: string
    search: string
    created_at: number
    created_tx: string
    metadata_uri: string | null
    referrer: string | null
  }
  launch_curves: {
    id: number
    creator: string
    current_creator: string
    pending_creator: string | null
    fee_holder: string
    opening_seconds: number
    opening_ends_at: number
    lock_days: number
    locked: string
    released: string
    burned: string
    real_eth: string
    sold: string
    price: string
    market_cap: string
    volume: string
    volume_24h: string
    backed_volume: string
    backed_volume_24h: string
    outside_volume_24h: string
    outside_eth: string
    /** `outside_eth`, between zero and `real_eth`. */
    raised_by_others: string
    trades: number
    trades_24h: number
    holders: number
    last_trade: number
    last_trade_at: number | null
    curve_fees: string
    pool_fees: string
    claimed: string
    graduated: boolean
    graduated_position: number | null
    graduated_at: number | null
    graduated_tx: string | null
    pool_id: string | null
    pool_key: PoolKey | null
    sqrt_price_x96: string | null
    pool_tick: number | null
    fee_growth0: string
    fee_growth1: string
    collected_growth0: string
  }
  launch_trades: {
    position: number
    token_id: number
    at: number
    tx: string
    venue: 'curve' | 'pool'
    trader: string
    recipient: string
    is_buy: boolean
    is_own: boolean
    eth: string
    tokens: string
    fee: string | null
    price: string
    real_eth: string | null
    sold: string | null
    sqrt_price_x96: string | null
    backed: string
    pool_tick: number | null
    fee_growth0: string | null
    fee_growth1: string | null
  }
  launch_transfers: {
    position: number
    token_id: number
    sender: string
    recipient: string
    amount: string
    /** Null in rows that were written before this column. */
    at: number | null
  }
  launch_notes: { position: number; token_id: number; kind: string; at: number; tx: string; details: unknown }
  launch_liquidity: {
    position: number
    token_id: number
    /** Null in rows that were written before these columns. */
    at: number | null
    tx: string | null
    sender: string | null
    salt: string | null
    tick_lower: number
    tick_upper: number
    delta: string
    fee_growth0: string
    fee_growth1: string
  }
  /** The accounts of fee splits. */
  launch_splits: { position: number; split: string; account: string }
  launch_ticks: { token_id: number; tick: number; gross: string; net: string }
  launch_candles: {
    token_id: number
    seconds: number
    start: number
    open: string
    high: string
    low: string
    close: string
    volume_eth: string
    volume_tokens: string
    trades: number
  }
  launch_holders: { token_id: number; holder: string; balance: string }
  launch_creators: {
    creator: string
    tokens: number
    graduated: number
    volume: string
    backed_volume: string
    outside_volume: string
  }
  /** How far the wallets' positions have followed the tables of logs, and the outbox. */
  launch_wallets_cursor: { one: boolean; block: number; seq: number; history_block: number }
  /** The holders of a token at the end of each minute, hour and day in which a balance changed. */
  launch_holder_history: {
    token_id: number
    seconds: number
    start: number
    holders: number
    /** The sum of the ten largest balances. */
    top10: string
    /** The first and the last block of the span that changed a balance. */
    first_block: number
    block: number
  }
  /** Holdings whose moves contradict each other; they are left out from `block` on. */
  launch_wallets_aside: { wallet: string; token_id: number; block: number; reason: string }
  /** Every move of a wallet in a token, with the sums after it. */
  launch_moves: PositionColumns & { block: number; kind: string; tokens: string; eth: string }
  launch_wallet_tokens: PositionColumns & { last_block: number; held: string }
  /** Sums over the tokens of a wallet. */
  launch_wallets: {
    wallet: string
    tokens: number
    trades: number
    bought_eth: string
    sold_eth: string
    realised: string
    unpriced_eth: string
    /** Tokens with a profit, and with a loss. */
    wins: number
    losses: number
  }
  launch_metadata: {
    token: string
    created_tx: string
    signer: string
    content_hash: string
    expires_at: number
    description: string | null
    links: Record<string, string>
    image_hash: string | null
    image: Buffer | null
    updated_at: Date
    image_down: boolean
    text_down: boolean
  }
  launch_outbox: {
    seq: number
    kind: string
    token: string | null
    body: string
    facts: string | null
    written_at: Date
  }
}
