import { sql, type Transaction } from 'kysely'
import type { Launch } from '#launchpad/records/Launch.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import * as Launches from './Launches.ts'
import type { Leadership } from './leaderTransaction.ts'

export type Holding = { tokenId: number; holder: string }
export type HoldingBalance = { token: string; holder: string; balance: bigint }

/** Launches set aside are not compared, but the launchpad counts them, also those whose creation was left out. */
export async function countTokens(tx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select tokens + (select count(*) from launch_set_aside a where not exists (
      select from launch_tokens t where t.address = a.token)) as tokens from launch_chain`.execute(tx)
  return rows[0]?.tokens ?? 0
}

export async function loadAside(tx: Transaction<Tables>, tokens: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('launch_set_aside')
    .select('token')
    .where('token', 'in', ['', ...tokens])
    .execute()
  return new Set(rows.map(({ token }) => token))
}

/** Those of the tokens that are indexed or set aside. */
export async function knownTokens({ db }: Leadership, tokens: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from launch_tokens where address = any(${tokens}) union select token from launch_set_aside`.execute(
    db,
  )
  return new Set(rows.map(({ address }) => address))
}

const NOT_ASIDE = sql<boolean>`not exists (select from launch_set_aside a where a.token = t.address)`

export async function nextTokens(
  tx: Transaction<Tables>,
  { after, limit }: { after: number; limit: number },
): Promise<Launch[]> {
  const rows = await tx
    .selectFrom('launch_tokens as t')
    .select('id')
    .where('id', '>', after)
    .where(NOT_ASIDE)
    .orderBy('id')
    .limit(limit)
    .execute()
  const launches = await Launches.loadById(
    tx,
    rows.map(({ id }) => id),
  )
  return launches.sort((a, b) => a.id - b.id)
}

type HoldingRow = { tokenId: number; token: string; holder: string; balance: string }

export async function nextHoldings(
  tx: Transaction<Tables>,
  { after, limit }: { after: Holding; limit: number },
): Promise<(HoldingBalance & Holding)[]> {
  const { rows } = await sql<HoldingRow>`
    select h.token_id as "tokenId", t.address as token, h.holder, h.balance from (
      select * from launch_holders where (token_id, holder) > (${after.tokenId}, ${after.holder})
        and token_id not in (select t.id from launch_set_aside a join launch_tokens t on t.address = a.token)
      order by token_id, holder limit ${limit}
    ) h join launch_tokens t on t.id = h.token_id order by h.token_id, h.holder`.execute(tx)
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
}

/** An account without a row holds nothing; launches that were rewound are left out. */
export async function loadHoldings(tx: Transaction<Tables>, holdings: readonly Holding[]): Promise<HoldingBalance[]> {
  const { rows } = await sql<HoldingRow>`
    select t.id as "tokenId", t.address as token, r.holder, coalesce(h.balance, 0) as balance from ${sqlRows(holdings, {
      token_id: ['int8', ({ tokenId }) => tokenId],
      holder: ['hex', (item) => item.holder],
    })} join launch_tokens t on t.id = r.token_id left join launch_holders h on h.token_id = r.token_id and h.holder = r.holder
    where ${NOT_ASIDE}`.execute(tx)
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
}
