import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

export type HolderRow = { holder: string; balance: string }
type Query = { tokenId: number; except: readonly string[]; after: readonly string[] | undefined; limit: number }

/** Largest balance first; one row more than `limit` if another page follows. */
export async function readHolders(db: Kysely<Tables>, { tokenId, except, after, limit }: Query): Promise<HolderRow[]> {
  const [balance = '0', holder = ''] = after ?? []
  const { rows } = await sql<HolderRow>`
    select holder, balance::text as balance from launch_holders
    where token_id = ${tokenId} and holder <> all(${except}) ${after ? sql`and (balance, holder) < (${balance}::numeric, ${holder})` : sql``}
    order by launch_holders.balance desc, holder desc limit ${limit + 1}`.execute(db)
  return rows
}

/** The balance of each account, in the order given; zero for an account without one. */
export async function readBalances(
  db: Kysely<Tables>,
  tokenId: number,
  accounts: readonly string[],
): Promise<HolderRow[]> {
  const rows = await db
    .selectFrom('launch_holders')
    .select(['holder', 'balance'])
    .where('token_id', '=', tokenId)
    .where('holder', 'in', [...accounts])
    .execute()
  const balances = new Map(rows.map(({ holder, balance }) => [holder, balance]))
  return accounts.map((holder) => ({ holder, balance: balances.get(holder) ?? '0' }))
}

type Span = { tokenId: number; seconds: number; from: number; to: number; limit: number }
type HistoryRow = Pick<Tables['launch_holder_history'], 'start' | 'holders' | 'top10'>

/** The newest `limit` points of a span of time, oldest first. */
export async function readHolderHistory(db: Kysely<Tables>, span: Span): Promise<HistoryRow[]> {
  const rows = await db
    .selectFrom('launch_holder_history')
    .select(['start', 'holders', 'top10'])
    .where('token_id', '=', span.tokenId)
    .where('seconds', '=', span.seconds)
    .where('start', '>=', span.from)
    .where('start', '<=', span.to)
    .orderBy('start', 'desc')
    .limit(span.limit)
    .execute()
  return rows.reverse()
}
