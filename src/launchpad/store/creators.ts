import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import * as TokenPage from './TokenPage.ts'
import type * as TokenRow from './TokenRow.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** The trades of the launching account in its own token, and whether an older launch has the same name or symbol. */
export type OwnRow = {
  id: number
  bought: string
  sold: string
  sold_eth: string
  held: string
  first_sold_at: number | null
  is_copy: boolean
}

export function readCreator(db: Db, creator: string): Promise<Tables['launch_creators'] | undefined> {
  return db.selectFrom('launch_creators').selectAll().where('creator', '=', creator).executeTakeFirst()
}

/** The newest launches of a creator, newest first. */
export async function readLaunches(db: Db, creator: string, limit: number): Promise<TokenRow.TokenRow[]> {
  const { rows } = await TokenPage.read(db, { creator, sort: 'newest', limit })
  return rows
}

export async function readOwn(db: Db, creator: string, ids: readonly number[]): Promise<Map<number, OwnRow>> {
  const { rows } = await sql<OwnRow>`
    ${PREPARED} select t.id, coalesce(w.bought, 0)::text as bought, coalesce(w.sold, 0)::text as sold,
      coalesce(w.sold_eth, 0)::text as sold_eth, coalesce(w.held, 0)::text as held, w.first_sold_at,
      exists (select from launch_tokens o where o.name_key = t.name_key and o.id < t.id and o.creator <> t.creator)
        or exists (select from launch_tokens o where o.symbol_key = t.symbol_key and o.id < t.id and o.creator <> t.creator) as is_copy
    from launch_tokens t left join launch_wallet_tokens w on w.wallet = ${creator} and w.token_id = t.id
    where t.id = any(${ids}::int8[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
