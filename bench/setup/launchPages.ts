import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations } from '#launchpad/migrations.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Row } from '../Row.ts'
import { sideBySide, startServer } from './sideBySide.ts'

const TOKENS = 1_000_000
const ROUNDS = 15
/** One creator in a hundred launches, to make lists that a filter alone cannot shorten. */
const CREATOR = `0x${'7'.padStart(40, '0')}`
const FILTERS: TokenPage.Filter[] = [
  {},
  { graduated: false },
  { graduated: true },
  { creator: CREATOR },
  { creator: CREATOR, graduated: false },
]

type Bench = { db: Kysely<Tables>; client: pg.Client }

/** Pages over a million launches in the database, and one launch read over HTTP next to an empty operation. */
export async function measurePages(databaseUrl: string): Promise<Row[]> {
  const log = pino({ level: 'silent' })
  await using database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [migrations] })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(FILL)
  await client.query('vacuum analyze')
  const bench = { db: database.tables<Tables>(), client }
  const pages: Row[] = []
  for (const sort of Object.keys(TokenPage.SORTS) as TokenPage.Sort[]) {
    const ours = Math.max(...(await measureSort(bench, sort)))
    const name = `page of ${TOKENS.toLocaleString('en')} launches by ${sort}, slowest`
    pages.push({ name, ours, unit: 'ms', target: '≤ 5', ok: ours <= 5 })
  }
  const search = await inDatabase(bench, { sort: 'newest', limit: 50, search: 'token 777', total: 1 })
  const broad = await inDatabase(bench, { sort: 'volume', limit: 50, search: 'token', total: TOKENS })
  await client.end()
  return [
    ...pages,
    { name: 'page of a search with 1,111 hits', ours: search, unit: 'ms' },
    { name: 'page of a search that all match', ours: broad, unit: 'ms' },
    await measureRead(databaseUrl),
  ]
}

/** Milliseconds of the first, a middle and the last page, under every filter. */
async function measureSort(bench: Bench, sort: TokenPage.Sort): Promise<number[]> {
  const times: number[] = []
  for (const filter of FILTERS)
    for (const depth of [0, 0.5, 0.999]) {
      const query = { ...filter, sort, limit: 50 }
      const cursor =
        depth === 0 ? undefined : TokenPage.cursorAfter(query, await placeAt(bench, { filter, sort, depth }))
      times.push(await inDatabase(bench, { ...query, cursor }))
    }
  return times
}

type Explained = { 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }

/** Planning and execution of a page as the server itself times them; the median of several rounds. */
async function inDatabase({ db }: Bench, query: TokenPage.Query): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { rows } =
      await sql<Explained>`explain (analyze, timing off, format json) ${TokenPage.statement(query)}`.execute(db)
    const plan = rows[0]?.['QUERY PLAN'][0]
    times.push((plan?.['Planning Time'] ?? 0) + (plan?.['Execution Time'] ?? 0))
  }
  return middle(times)
}

type Place = { filter: TokenPage.Filter; sort: TokenPage.Sort; depth: number }

/** The launch at this part of the list, found the slow way. */
async function placeAt({ db, client }: Bench, { filter, sort, depth }: Place): Promise<{ value: string; id: number }> {
  const offset = Math.max(0, Math.floor((await TokenPage.readTotal(db, filter)) * depth) - 1)
  const column = TokenPage.SORTS[sort]
  const { rows } = await client.query(
    `select ${column}::text as value, id from launch_curves
     where ($1::bool is null or graduated = $1) and ($2::text is null or creator = $2)
     order by ${column} desc, id desc offset ${offset} limit 1`,
    [filter.graduated ?? null, filter.creator ?? null],
  )
  return { value: rows[0].value, id: Number(rows[0].id) }
}

function middle(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

async function measureRead(databaseUrl: string): Promise<Row> {
  const server = join(import.meta.dirname, 'launchServer.ts')
  const { url, child } = await startServer(server, [databaseUrl, 'http://127.0.0.1:9'])
  const empty = { path: '/empty', method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } as const
  const [ours = 0, peer = 1] = await sideBySide(
    [url, url],
    [{ path: `/api/launchpad/token?address=${ADDRESS}` }, empty],
  )
  child.kill()
  const ratio = ours / peer
  return {
    name: 'token read, warm, next to an empty operation',
    ours,
    peer,
    unit: 'req/s',
    ratio,
    target: '≥ 0.5',
    ok: ratio >= 0.5,
  }
}

const ADDRESS = `0x${(500_000).toString(16).padStart(40, '0')}`

/** Launches as they are in life: most never traded, some did, few graduated. */
const FILL = `
  create temp table g as select n, n * 1048576::int8 as id, '0x' || lpad(to_hex(n), 40, '0') as address,
    '0x' || lpad(to_hex(case when n % 100 = 0 then 7 else n % 50000 + 100 end), 40, '0') as creator,
    case when n % 500 = 0 then 2864000000000000000 when n % 16 = 0 then (n * 7919::int8) % 2864000000000000 * 1000 else 0 end::numeric as real_eth
  from generate_series(1, ${TOKENS}) n;
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
    values (4663, '', '', '', 0, '', 1, '', 1790000000, 0, ${TOKENS}, ${TOKENS} / 500);`
