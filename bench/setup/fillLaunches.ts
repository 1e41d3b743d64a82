import type pg from 'pg'

export const TOKENS = 1_000_000

/** Fills the tables of launches, without trades, if they are empty. */
export async function fillLaunches(client: pg.Client, tokens = TOKENS): Promise<void> {
  const { rows } = await client.query('select from launch_chain')
  if (rows.length > 0) return
  await client.query(statementsFor(tokens))
  await client.query('vacuum analyze')
}

/** A realistic mix of launches: most never traded, some traded, few graduated. */
const statementsFor = (tokens: number) => `
  create temp table g as select n, n * 1048576::int8 as id, '0x' || lpad(to_hex(n), 40, '0') as address,
    '0x' || lpad(to_hex(case when n % 100 = 0 then 7 else n % 50000 + 100 end), 40, '0') as creator,
    case when n % 500 = 0 then 2864000000000000000 when n % 16 = 0 then (n * 7919::int8) % 2864000000000000 * 1000 else 0 end::numeric as real_eth
  from generate_series(1, ${tokens}) n;
  insert into launch_tokens select id, address, creator, 'Token ' || n, 'T' || n, 'token' || n, 't' || n, 'token' || n || ' t' || n,
    1790000000 + n, '0x' || lpad(to_hex(n), 64, '0'), null, null from g;
  insert into launch_curves select id, creator, creator, null, real_eth, real_eth * 100, 913265306 + trunc(real_eth / 1000000000),
    913265306000000000 + real_eth * 4, real_eth * 3, case when n % 3 = 0 then real_eth else 0 end, case when real_eth > 0 then 9 else 0 end,
    0, 3, case when real_eth > 0 then (n * 104729::int8) % 1000000 * 1048576 else 0 end, null, 0, 0, 0, n % 500 = 0,
    case when n % 500 = 0 then id + 5 end, case when n % 500 = 0 then 1790000000 end, case when n % 500 = 0 then '0x' || lpad(to_hex(n), 64, '0') end,
    case when n % 500 = 0 then '0x' || lpad(to_hex(n), 64, '1') end,
    case when n % 500 = 0 then '{"currency0":"0x0000000000000000000000000000000000000000","currency1":"0x0000000000000000000000000000000000000001","fee":10000,"tickSpacing":200,"hooks":"0x0000000000000000000000000000000000002000"}'::jsonb end,
    case when n % 500 = 0 then 668798109658601078908016402645069 end, real_eth * 3, case when n % 3 = 0 then real_eth else 0 end,
    null, 0, 0, 0, creator, 0, 0, 0, 0, 0, 0, case when n % 3 = 0 then real_eth else 0 end, real_eth from g;
  insert into launch_creators select creator, count(*), count(*) filter (where n % 500 = 0), sum(real_eth), sum(real_eth), sum(real_eth) from g group by creator;
  insert into launch_chain (chain_id, factory, code_hash, pool_manager, start_block, start_hash, block, block_hash, block_time, window_start, tokens, graduated)
    values (4663, '', '', '', 0, '', 1, '', 1790000000, 0, ${tokens}, ${tokens} / 500);`
