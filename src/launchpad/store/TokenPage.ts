import { type Kysely, type RawBuilder, sql } from 'kysely'
import * as Cursor from '#core/Cursor.ts'
import { PREPARED } from '#database/prepared.ts'
import { isNarrow, type Narrowing, narrowed } from './filters.ts'
import { newHolders, recentlyTraded } from './newHolders.ts'
import { readChain } from './readChain.ts'
import * as Search from './Search.ts'
import * as TokenRow from './TokenRow.ts'
import type { Tables } from './tables.ts'

/** Sort orders and their columns, highest first; ties go to the newer launch. */
export const SORTS = {
  newest: 'id',
  progress: 'raised_by_others',
  volume: 'outside_volume_24h',
  marketCap: 'market_cap',
  lastTrade: 'last_trade',
} as const

/** By holders gained in the last 24 hours, which no column keeps. */
const BY_NEW_HOLDERS = 'newHolders'

export type Sort = keyof typeof SORTS | typeof BY_NEW_HOLDERS
export const SORT_NAMES = [...(Object.keys(SORTS) as (keyof typeof SORTS)[]), BY_NEW_HOLDERS] as const
export type Filter = {
  creator?: string | undefined
  graduated?: boolean | undefined
  search?: string | undefined
  narrowing?: Narrowing
  /** In seconds; ages are measured from here. */
  now?: number
}
export type Query = Filter & {
  sort: Sort
  limit: number
  cursor?: string | undefined
  /** How many launches the search matches, where there is one. */
  total?: number
}
type SortedRow = TokenRow.Packed & { sort_value: string }
export type Page = { rows: TokenRow.TokenRow[]; nextCursor?: string }

type Db = Kysely<Tables>
/** With more hits than this, scanning the sorted list finds a page faster than sorting the hits. */
const BROAD = 10_000

/** One page. Only a search with few hits reads all of them. */
export async function read(db: Db, query: Query): Promise<Page> {
  const { limit } = query
  const result = await statement(query).execute(db)
  const rows = result.rows.map(TokenRow.unpack)
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return { rows }
  return {
    rows: rows.slice(0, limit),
    nextCursor: cursorAfter(query, { value: last.sort_value, id: last.id }),
  }
}

/** The statement for a page, with one row more than `limit` to detect a next page. */
export function statement(query: Query): RawBuilder<SortedRow> {
  const { cursor, search, narrowing = {}, total = 0 } = query
  const after = cursor === undefined ? undefined : Cursor.decode(scopeOf(query), cursor, positionPattern(query.sort))
  const ids = search !== undefined && total <= BROAD ? fromHits(query, search, after) : fromList(query, after)
  // Hits and matches of bounds may be few or many, and each case has its own query plan.
  const isPlain = search === undefined && !isNarrow(narrowing)
  return sql<SortedRow>`
    ${isPlain ? PREPARED : sql``} with page as (${ids})
    select ${TokenRow.columns}, p.value::text as sort_value from page p join launch_curves c on c.id = p.id join launch_tokens t on t.id = p.id ${TokenRow.metadataJoin}
    order by p.value desc, p.id desc`
}

/** A cursor holds a value of the sort column and an id. */
function positionPattern(sort: Sort): RegExp {
  return isPosition(sort) ? /^[0-9]{1,16} [0-9]{1,16}$/ : /^-?[0-9]{1,60} [0-9]{1,16}$/
}

/** The cursor of the page that follows the launch with this id and value of the sort. */
export function cursorAfter(query: Query, { value, id }: { value: string; id: number }): string {
  return Cursor.encode(scopeOf(query), [value, String(id)])
}

/** Number of launches that match: from counters, or counted for a search or bounds. */
export async function readTotal(db: Db, filter: Filter): Promise<number> {
  if (filter.search !== undefined) return countHits(db, filter, filter.search)
  if (isNarrow(filter.narrowing ?? {})) return countMatches(db, filter)
  const { tokens, graduated } = await readCounters(db, filter.creator)
  if (filter.graduated === undefined) return tokens
  return filter.graduated ? graduated : tokens - graduated
}

async function readCounters(db: Db, creator: string | undefined): Promise<{ tokens: number; graduated: number }> {
  if (creator !== undefined) {
    const own = db.selectFrom('launch_creators').select(['tokens', 'graduated']).where('creator', '=', creator)
    return (await own.executeTakeFirst()) ?? { tokens: 0, graduated: 0 }
  }
  return readChain(db)
}

async function countHits(db: Db, filter: Filter, search: string): Promise<number> {
  const isPlain = filter.creator === undefined && filter.graduated === undefined && !isNarrow(filter.narrowing ?? {})
  const { rows } = await sql<{ count: number }>`
    select count(*)::int8 as count from (${Search.hits(search)}) h
    ${isPlain ? sql`` : sql`join launch_curves c on c.id = h.id where ${filtering(filter)}`}`.execute(db)
  return rows[0]?.count ?? 0
}

async function countMatches(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int8 as count from launch_curves c where ${filtering(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

function scopeOf({ sort, creator = '', graduated, search = '', narrowing = {} }: Query): string {
  const bounds = isNarrow(narrowing) ? [JSON.stringify(narrowing)] : []
  return ['tokens', sort, creator, String(graduated), search, ...bounds].join('\n')
}

function fromList(query: Query, after: readonly string[] | undefined): RawBuilder<unknown> {
  const { search } = query
  // `offset 0` keeps the planner from collecting every hit first.
  const hit =
    search === undefined
      ? sql``
      : sql`cross join lateral (select from launch_tokens t where t.id = c.id and ${Search.isHit(search)} offset 0) hit`
  return inHalves(query, sql`launch_curves c ${hit}`, after)
}

function fromHits(query: Query, search: string, after: readonly string[] | undefined): RawBuilder<unknown> {
  const hits = sql`(${Search.hits(search)} offset 0) h join launch_curves c on c.id = h.id`
  return query.sort === BY_NEW_HOLDERS ? inHalves(query, hits, after) : sorted(query, hits, after)
}

type Source = RawBuilder<unknown>

/** The index puts `graduated` first, so both halves are read and merged. */
function inHalves(query: Query, source: Source, after: readonly string[] | undefined): RawBuilder<unknown> {
  if (query.graduated !== undefined) return sorted(query, source, after)
  const [onCurve, inPool] = [false, true].map((graduated) => sorted({ ...query, graduated }, source, after))
  return sql`select * from (${onCurve} union all ${inPool}) halves order by value desc, id desc limit ${sql.lit(query.limit + 1)}`
}

function sorted(query: Query, source: Source, after: readonly string[] | undefined): RawBuilder<unknown> {
  const { sort, limit } = query
  const [value, matching] = [sortValue(sort), filtering(query)]
  const from =
    sort === BY_NEW_HOLDERS ? sql`${recentlyTraded(source, matching)} where true` : sql`${source} where ${matching}`
  return sql`
    (select c.id, ${value} as value from ${from} ${startingAfter(sort, after)}
    order by ${value} desc, c.id desc limit ${sql.lit(limit + 1)})`
}

function filtering({ creator, graduated, narrowing = {}, now = 0 }: Filter): RawBuilder<unknown> {
  const conditions = [
    ...(graduated === undefined ? [] : [sql`c.graduated = ${graduated}`]),
    ...(creator === undefined ? [] : [sql`c.creator = ${creator}`]),
    ...narrowed(narrowing, now),
  ]
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

function startingAfter(sort: Sort, after: readonly string[] | undefined): RawBuilder<unknown> {
  if (!after) return sql``
  const [value = '0', id = '0'] = after
  // A value of another type than the column's would prevent use of the index.
  const type = sql.raw(isPosition(sort) ? 'int8' : 'numeric')
  return sql`and (${sortValue(sort)}, c.id) < (${value}::${type}, ${id}::int8)`
}

function sortValue(sort: Sort): RawBuilder<unknown> {
  return sort === BY_NEW_HOLDERS ? newHolders : sql.ref(`c.${SORTS[sort]}`)
}

/** Whether the sort column is a log position, not an amount. */
function isPosition(sort: Sort): boolean {
  return sort === 'newest' || sort === 'lastTrade'
}
