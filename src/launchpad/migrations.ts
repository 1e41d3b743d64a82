import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

/**
 * Positions are block * 2^20 + log index; a token's id is the position of its creation. Times are in seconds, amounts in
 * the smallest unit, addresses in lower case. A token's identity has its own table, so that a trade, which updates the
 * curve, does not touch the search indexes.
 */
export const migrations: Migrations = {
  'launchpad/tables': (db) =>
    sql`
    create table launch_chain (
      one bool primary key default true check (one),
      chain_id int8 not null, factory text not null, code_hash text not null, pool_manager text not null,
      start_block int8 not null, start_hash text not null,
      block int8 not null, block_hash text not null, block_time int8 not null,
      version int8 not null default 0, quiet_version int8 not null default 0, last_seq int8 not null default 0, window_start int8 not null,
      tokens int8 not null default 0, graduated int8 not null default 0, trades int8 not null default 0,
      volume numeric not null default 0, trades_24h int8 not null default 0, volume_24h numeric not null default 0
    ) with (fillfactor = 50);
    create table launch_pulse (
      one bool primary key default true check (one),
      head int8 not null, head_time int8 not null, polled_at timestamptz not null, moved_at timestamptz not null,
      events_per_second float8, seconds_left float8, problem text
    ) with (fillfactor = 50);
    create table launch_blocks (number int8 primary key, hash text not null, at int8 not null);
    create table launch_tokens (
      id int8 primary key, address text not null unique, creator text not null,
      name text not null, symbol text not null, name_key text not null, symbol_key text not null, search text not null,
      created_at int8 not null, created_tx text not null, metadata_uri text, referrer text
    );
    create index launch_tokens_name on launch_tokens (name_key text_pattern_ops, id);
    create index launch_tokens_symbol on launch_tokens (symbol_key text_pattern_ops, id);
    create table launch_curves (
      id int8 primary key, creator text not null, current_creator text not null, pending_creator text,
      real_eth numeric not null, sold numeric not null, price numeric not null, market_cap numeric not null,
      volume numeric not null, volume_24h numeric not null, trades int8 not null, trades_24h int8 not null,
      holders int8 not null, last_trade int8 not null, last_trade_at int8,
      curve_fees numeric not null, pool_fees numeric not null, claimed numeric not null,
      graduated bool not null, graduated_position int8, graduated_at int8, graduated_tx text,
      pool_id text, pool_key jsonb, sqrt_price_x96 numeric
    ) with (fillfactor = 80);
    create index launch_curves_newest on launch_curves (graduated, id);
    create index launch_curves_progress on launch_curves (graduated, real_eth, id);
    create index launch_curves_volume on launch_curves (graduated, volume_24h, id);
    create index launch_curves_market_cap on launch_curves (graduated, market_cap, id);
    create index launch_curves_last_trade on launch_curves (graduated, last_trade, id);
    create index launch_curves_creator_newest on launch_curves (creator, graduated, id);
    create index launch_curves_creator_progress on launch_curves (creator, graduated, real_eth, id);
    create index launch_curves_creator_volume on launch_curves (creator, graduated, volume_24h, id);
    create index launch_curves_creator_market_cap on launch_curves (creator, graduated, market_cap, id);
    create index launch_curves_creator_last_trade on launch_curves (creator, graduated, last_trade, id);
    create unique index launch_curves_pool on launch_curves (pool_id) where pool_id is not null;
    create table launch_trades (
      position int8 primary key, token_id int8 not null, at int8 not null, tx text not null, venue text not null,
      trader text not null, recipient text not null, is_buy bool not null,
      eth numeric not null, tokens numeric not null, fee numeric, price numeric not null,
      real_eth numeric, sold numeric, sqrt_price_x96 numeric
    );
    create index launch_trades_token on launch_trades (token_id, at, position);
    create index launch_trades_pair on launch_trades (token_id, trader, position);
    create index launch_trades_trader on launch_trades (trader, position);
    create index launch_trades_at on launch_trades using brin (at) with (pages_per_range = 16);
    create table launch_transfers (
      position int8 primary key, token_id int8 not null, sender text not null, recipient text not null, amount numeric not null
    );
    create table launch_notes (
      position int8 primary key, token_id int8 not null, kind text not null, at int8 not null, tx text not null, details jsonb not null
    );
    create index launch_notes_token on launch_notes (token_id, position);
    create table launch_candles (
      token_id int8 not null, seconds int4 not null, start int8 not null,
      open numeric not null, high numeric not null, low numeric not null, close numeric not null,
      volume_eth numeric not null, volume_tokens numeric not null, trades int8 not null,
      primary key (token_id, seconds, start)
    );
    create table launch_holders (
      token_id int8 not null, holder text not null, balance numeric not null, primary key (token_id, holder)
    );
    create index launch_holders_balance on launch_holders (token_id, balance, holder);
    create table launch_creators (
      creator text primary key, tokens int8 not null, graduated int8 not null, volume numeric not null
    );
    create index launch_creators_volume on launch_creators (volume, creator);
    create table launch_metadata (
      token text primary key, created_tx text not null, signer text not null, content_hash text not null, expires_at int8 not null,
      description text, links jsonb not null, image_hash text, image bytea, updated_at timestamptz not null default now()
    );
    create index launch_metadata_image on launch_metadata (image_hash) where image_hash is not null;
    create table launch_outbox (
      seq int8 primary key, kind text not null, token text, body text not null, written_at timestamptz not null default now()
    );
    create index launch_outbox_token on launch_outbox (token, seq);
    `.execute(db),
  // Search scans the table if the server lacks the extension or the role may not create it.
  'launchpad/search': (db) =>
    sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index launch_tokens_search on launch_tokens using gin (search gin_trgm_ops);
    exception when undefined_file or insufficient_privilege or feature_not_supported then null;
    end $$`.execute(db),
  // The new columns need logs that were not stored, so the tables are indexed again; signed metadata stays.
  'launchpad/feeBackedVolume': (db) =>
    sql`
    truncate launch_chain, launch_blocks, launch_tokens, launch_curves, launch_trades, launch_transfers, launch_notes,
      launch_candles, launch_holders, launch_creators;
    alter table launch_pulse rename to launch_heartbeat;
    create table launch_liquidity (
      position int8 primary key, token_id int8 not null, tick_lower int4 not null, tick_upper int4 not null, delta numeric not null,
      fee_growth0 numeric not null, fee_growth1 numeric not null
    );
    create index launch_liquidity_token on launch_liquidity (token_id, position);
    create table launch_ticks (
      token_id int8 not null, tick int4 not null, gross numeric not null, net numeric not null, primary key (token_id, tick)
    );
    alter table launch_chain add backed_volume numeric not null default 0, add backed_volume_24h numeric not null default 0,
      add has_caught_up bool not null default false;
    alter table launch_curves add backed_volume numeric not null default 0, add backed_volume_24h numeric not null default 0,
      add pool_tick int4, add fee_growth0 numeric not null default 0, add fee_growth1 numeric not null default 0,
      add collected_growth0 numeric not null default 0;
    alter table launch_trades add backed numeric not null default 0, add pool_tick int4, add fee_growth0 numeric, add fee_growth1 numeric;
    alter table launch_creators add backed_volume numeric not null default 0;
    drop index launch_curves_volume, launch_curves_creator_volume, launch_creators_volume;
    create index launch_curves_volume on launch_curves (graduated, backed_volume_24h, id);
    create index launch_curves_creator_volume on launch_curves (creator, graduated, backed_volume_24h, id);
    create index launch_creators_volume on launch_creators (backed_volume, creator);
    `.execute(db),
  // Fair launches came with a new contract, so its index starts empty.
  'launchpad/fairLaunches': (db) =>
    sql`
    truncate launch_chain, launch_blocks, launch_tokens, launch_curves, launch_trades, launch_transfers, launch_notes,
      launch_liquidity, launch_ticks, launch_candles, launch_holders, launch_creators;
    alter table launch_curves add fee_holder text not null default '', add opening_seconds int4 not null default 0,
      add opening_ends_at int8 not null default 0, add lock_days int4 not null default 0, add locked numeric not null default 0,
      add released numeric not null default 0, add burned numeric not null default 0, add divided_fees numeric not null default 0;
    `.execute(db),
  // A takedown hides metadata without deleting it.
  'launchpad/takeDown': (db) =>
    sql`
    alter table launch_metadata add image_down bool not null default false, add text_down bool not null default false;
    `.execute(db),
  // The creator's half is rounded once over all claims, so the claimed sum determines the rest.
  'launchpad/halfOfAllFees': (db) => sql`alter table launch_curves drop column divided_fees`.execute(db),
  // Launches whose events contradict each other, and from which position on they are not indexed.
  'launchpad/setAside': (db) =>
    sql`create table launch_set_aside (token text primary key, position int8 not null, reason text not null)`.execute(
      db,
    ),
  'launchpad/holderFloor': (db) =>
    sql`
    update launch_curves c set holders = (
      select count(*) from launch_holders h join launch_tokens t on t.id = h.token_id, launch_chain k
      where h.token_id = c.id and h.balance >= 10000 * 1000000000000000000::numeric
        and h.holder not in (k.factory, k.pool_manager, '0x000000000000000000000000000000000000dead', t.address))`.execute(
      db,
    ),
  // Boards leave out trades of the creator's own accounts, which need the logs of fee splits: indexed again.
  'launchpad/outsideVolume': (db) =>
    sql`
    truncate launch_chain, launch_blocks, launch_tokens, launch_curves, launch_trades, launch_transfers, launch_notes,
      launch_liquidity, launch_ticks, launch_candles, launch_holders, launch_creators, launch_set_aside;
    create table launch_splits (
      position int8 not null, split text not null, account text not null, primary key (split, position, account)
    );
    create index launch_splits_position on launch_splits (position);
    alter table launch_trades add is_own bool not null default false;
    alter table launch_curves add outside_volume_24h numeric not null default 0, add outside_eth numeric not null default 0;
    alter table launch_curves add raised_by_others numeric generated always as (greatest(0, least(real_eth, outside_eth))) stored;
    alter table launch_creators add outside_volume numeric not null default 0;
    drop index launch_curves_volume, launch_curves_creator_volume, launch_creators_volume, launch_curves_progress,
      launch_curves_creator_progress;
    create index launch_curves_volume on launch_curves (graduated, outside_volume_24h, id);
    create index launch_curves_creator_volume on launch_curves (creator, graduated, outside_volume_24h, id);
    create index launch_curves_progress on launch_curves (graduated, raised_by_others, id);
    create index launch_curves_creator_progress on launch_curves (creator, graduated, raised_by_others, id);
    create index launch_creators_volume on launch_creators (outside_volume, creator);
    `.execute(db),
  // Rules compare the levels before and after a range.
  'launchpad/outboxFacts': (db) => sql`alter table launch_outbox add facts text`.execute(db),
  // Both counts never fall and each move raises one of them, so that they order the moves of a holding and find its lots.
  'launchpad/wallets': (db) =>
    sql`
    create table launch_wallets_cursor (
      one bool primary key default true check (one), block int8 not null, seq int8 not null
    ) with (fillfactor = 50);
    insert into launch_wallets_cursor (block, seq) values (-1, 0);
    create table launch_moves (
      wallet text not null, token_id int8 not null, acquired numeric not null, disposed numeric not null,
      block int8 not null, kind text not null, tokens numeric not null, eth numeric not null,
      bought numeric not null, bought_eth numeric not null, sold numeric not null, sold_eth numeric not null,
      used_bought numeric not null, used_cost numeric not null, realised numeric not null, unpriced_eth numeric not null,
      trades int4 not null, first_sold_at int8, traded_at int8,
      primary key (wallet, token_id, acquired, disposed)
    );
    create index launch_moves_block on launch_moves using brin (block) with (pages_per_range = 16);
    create table launch_wallet_tokens (
      wallet text not null, token_id int8 not null, acquired numeric not null, disposed numeric not null,
      bought numeric not null, bought_eth numeric not null, sold numeric not null, sold_eth numeric not null,
      used_bought numeric not null, used_cost numeric not null, realised numeric not null, unpriced_eth numeric not null,
      trades int4 not null, first_sold_at int8, traded_at int8, last_block int8 not null,
      held numeric generated always as (acquired - disposed) stored,
      primary key (wallet, token_id)
    ) with (fillfactor = 80);
    create index launch_wallet_tokens_wallet on launch_wallet_tokens (wallet, realised, token_id);
    create index launch_wallet_tokens_token on launch_wallet_tokens (token_id, realised, wallet);
    create index launch_wallet_tokens_held on launch_wallet_tokens (wallet, token_id) where held > 0;
    create table launch_wallets (
      wallet text primary key, tokens int8 not null, trades int8 not null, bought_eth numeric not null, sold_eth numeric not null,
      realised numeric not null, unpriced_eth numeric not null, wins int8 not null, losses int8 not null
    ) with (fillfactor = 80);
    `.execute(db),
  // Trades that one account paid for another are few; those for oneself are not in the index.
  'launchpad/payments': (db) =>
    sql`create index launch_trades_payments on launch_trades (recipient, at) where recipient <> trader`.execute(db),
  // Holdings whose moves contradict each other, and from which block on they are left out.
  'launchpad/walletsAside': (db) =>
    sql`
    create table launch_wallets_aside (
      wallet text not null, token_id int8 not null, block int8 not null, reason text not null, primary key (wallet, token_id)
    )`.execute(db),
  // Rows of an older index have none of these.
  'launchpad/liquidityMoves': (db) =>
    sql`alter table launch_liquidity add at int8, add tx text, add sender text, add salt numeric`.execute(db),
  // The history follows the wallets' positions; a process that keeps no history lets the two blocks differ. Transfers
  // of an older index have no time.
  'launchpad/holderHistory': (db) =>
    sql`
    alter table launch_transfers add at int8;
    alter table launch_wallets_cursor add history_block int8 not null default -1;
    create index launch_wallet_tokens_largest on launch_wallet_tokens (token_id, held);
    create table launch_holder_history (
      token_id int8 not null, seconds int4 not null, start int8 not null, holders int8 not null, top10 numeric not null,
      first_block int8 not null, block int8 not null,
      primary key (token_id, seconds, start)
    ) with (fillfactor = 80);
    `.execute(db),
  // A market reads the trades on curves alone, of ranges that may hold far more trades in pools.
  'launchpad/curveTrades': (db) =>
    sql`create index launch_trades_curve on launch_trades (position) where venue = 'curve'`.execute(db),
  // The value of a wallet with thousands of tokens is read from the index alone.
  'launchpad/openPositions': (db) =>
    sql`
    create index launch_wallet_tokens_open on launch_wallet_tokens (wallet, token_id)
      include (held, bought, used_bought, bought_eth, used_cost) where held > 0;
    drop index launch_wallet_tokens_held;
    `.execute(db),
  // Prices of thousands of tokens are read from the index alone, not from the wide rows.
  'launchpad/prices': (db) => sql`create index launch_curves_price on launch_curves (id) include (price)`.execute(db),
  // A balance at a past block is found without reading the moves after it.
  'launchpad/movesByBlock': (db) =>
    sql`create index launch_moves_when on launch_moves (wallet, token_id, block, acquired, disposed)`.execute(db),
}
