import { type Kysely, type RawBuilder, sql } from 'kysely'
import * as Cursor from '#launchpad/Cursor.ts'
import * as UntrustedText from '#launchpad/UntrustedText.ts'
import type { Tables } from './tables.ts'
import { columns, metadataJoin, type Row } from './tokenRows.ts'

/** What a list can be ordered by, and the column that keeps it; ties go to the newer launch. */
export const SORTS = {
  newest: 'id',
  progress: 'real_eth',
  volume: 'volume_24h',
  marketCap: 'market_cap',
  lastTrade: 'last_trade',
} as const

export type Sort = keyof typeof SORTS
export type Filter = { creator?: string | undefined; graduated?: boolean | undefined; search?: string | undefined }
export type Query = Filter & { sort: Sort; limit: number; cursor?: string | undefined }
export type Page = { rows: Row[]; nextCursor?: string }

type Db = Kysely<Tables>
const ADDRESS = /^0x[0-9a-f]{40}$/

/** One page, from an index whatever the sort and filter; only a search looks at all that it matches. */
export async function readPage(db: Db, query: Query): Promise<Page> {
  const { sort, limit, cursor } = query
  const scope = scopeOf(query)
  const after = cursor === undefined ? undefined : Cursor.decode(scope, cursor)
  const ids = query.search === undefined ? byIndex(query, after) : bySearch(query, after)
  const { rows } = await sql<Row>`
    with page as (${ids})
    select ${columns} from page p join launch_curves c on c.id = p.id join launch_tokens t on t.id = p.id ${metadataJoin}
    order by p.value desc, p.id desc`.execute(db)
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return { rows }
  return { rows: rows.slice(0, limit), nextCursor: Cursor.encode(scope, [String(last[SORTS[sort]]), String(last.id)]) }
}

/** How many launches the filter matches: from counters, and counted only for a search. */
export async function readTotal(db: Db, filter: Filter): Promise<number> {
  if (filter.search !== undefined) return countSearch(db, filter)
  const counters = filter.creator
    ? db.selectFrom('launch_creators').select(['tokens', 'graduated']).where('creator', '=', filter.creator)
    : db.selectFrom('launch_chain').select(['tokens', 'graduated'])
  const { tokens, graduated } = (await counters.executeTakeFirst()) ?? { tokens: 0, graduated: 0 }
  if (filter.graduated === undefined) return tokens
  return filter.graduated ? graduated : tokens - graduated
}

function scopeOf({ sort, creator = '', graduated, search = '' }: Query): string {
  return ['tokens', sort, creator, String(graduated), search].join('\n')
}

/** Trading and graduated launches stand in one index after another: both are read, and the best of both kept. */
function byIndex(
  { sort, creator, graduated, limit }: Query,
  after: readonly string[] | undefined,
): RawBuilder<unknown> {
  const column = sql.ref(`c.${SORTS[sort]}`)
  const part = (isGraduated: boolean) => sql`
    (select c.id, ${column} as value from launch_curves c where c.graduated = ${isGraduated}
      ${creator === undefined ? sql`` : sql`and c.creator = ${creator}`} ${startingAfter(sort, after)}
    order by ${column} desc, c.id desc limit ${limit + 1})`
  if (graduated !== undefined) return part(graduated)
  return sql`select * from (${part(false)} union all ${part(true)}) halves order by value desc, id desc limit ${limit + 1}`
}

function bySearch(query: Query, after: readonly string[] | undefined): RawBuilder<unknown> {
  const column = sql.ref(`c.${SORTS[query.sort]}`)
  return sql`
    select c.id, ${column} as value from launch_tokens t join launch_curves c on c.id = t.id
    where ${matching(query)} ${startingAfter(query.sort, after)}
    order by ${column} desc, c.id desc limit ${query.limit + 1}`
}

function startingAfter(sort: Sort, after: readonly string[] | undefined): RawBuilder<unknown> {
  if (!after) return sql``
  const [value = '0', id = '0'] = after
  return sql`and (${sql.ref(`c.${SORTS[sort]}`)}, c.id) < (${value}::numeric, ${id}::int8)`
}

async function countSearch(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int8 as count from launch_tokens t join launch_curves c on c.id = t.id where ${matching(filter)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

function matching({ creator, graduated, search = '' }: Filter): RawBuilder<unknown> {
  return sql`${sql.join(
    [
      textMatch(search),
      ...(creator === undefined ? [] : [sql`c.creator = ${creator}`]),
      ...(graduated === undefined ? [] : [sql`c.graduated = ${graduated}`]),
    ],
    sql` and `,
  )}`
}

/** An address is a token or its creator; one or two characters begin a name or symbol; three or more may stand anywhere. */
function textMatch(search: string): RawBuilder<unknown> {
  const address = search.trim().toLowerCase()
  if (ADDRESS.test(address)) return sql`(t.address = ${address} or t.creator = ${address})`
  const key = UntrustedText.fold(search)
  if (key === '') return sql`false`
  const pattern = key.replaceAll(/[\\%_]/g, '\\$&')
  if ([...key].length < 3) return sql`(t.name_key like ${`${pattern}%`} or t.symbol_key like ${`${pattern}%`})`
  return sql`t.search like ${`%${pattern}%`}`
}
