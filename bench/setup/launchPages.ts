import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations } from '#launchpad/migrations.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Row } from '../Row.ts'
import { fillLaunches, TOKENS } from './fillLaunches.ts'
import { sideBySide, startServer } from './sideBySide.ts'

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

type Column = keyof typeof TokenPage.SORTS
type Bench = { db: Kysely<Tables>; client: pg.Client }

/** Pages over a million launches in the database, and one launch read over HTTP next to an empty operation. */
export async function measurePages(databaseUrl: string): Promise<Row[]> {
  const log = pino({ level: 'silent' })
  await using database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [migrations] })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fillLaunches(client)
  const bench = { db: database.tables<Tables>(), client }
  const pages: Row[] = []
  for (const sort of Object.keys(TokenPage.SORTS) as Column[]) {
    const ours = Math.max(...(await measureSort(bench, sort)))
    const name = `page of ${TOKENS.toLocaleString('en')} launches by ${sort}, slowest`
    pages.push({ name, ours, unit: 'ms', target: '≤ 5', ok: ours <= 5 })
  }
  const gained = Math.max(
    ...(await Promise.all(FILTERS.map((filter) => inDatabase(bench, { ...filter, sort: 'newHolders', limit: 50 })))),
  )
  const search = await inDatabase(bench, { sort: 'newest', limit: 50, search: 'token 777', total: 1 })
  const broad = await inDatabase(bench, { sort: 'volume', limit: 50, search: 'token', total: TOKENS })
  await client.end()
  return [
    ...pages,
    { name: 'page by new holders, slowest', ours: gained, unit: 'ms', target: '≤ 20', ok: gained <= 20 },
    { name: 'page of a search with 1,111 hits', ours: search, unit: 'ms' },
    { name: 'page of a search that all match', ours: broad, unit: 'ms' },
    await measureRead(databaseUrl),
  ]
}

/** Milliseconds of the first, a middle and the last page, under every filter. */
async function measureSort(bench: Bench, sort: Column): Promise<number[]> {
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

type Place = { filter: TokenPage.Filter; sort: Column; depth: number }

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
