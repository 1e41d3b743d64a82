import { type Kysely, sql } from 'kysely'
import { HOLDER_FLOOR } from '#launchpad/records/Launch.ts'
import type { Tables } from './tables.ts'

/** A role of a wallet in a launch at the newest block of the index. One holder badge at most: the highest. */
export type Badge =
  | 'creator'
  | 'fee_holder'
  | 'liquidity_provider'
  | 'holder'
  | 'holder_0.1_percent'
  | 'holder_1_percent'
  | 'holder_5_percent'

const SUPPLY = 10n ** 27n
/** The highest first; the lowest is the balance that counts as a holder everywhere else. */
const BRACKETS: readonly [atLeast: bigint, badge: Badge][] = [
  [SUPPLY / 20n, 'holder_5_percent'],
  [SUPPLY / 100n, 'holder_1_percent'],
  [SUPPLY / 1_000n, 'holder_0.1_percent'],
  [HOLDER_FLOOR, 'holder'],
]

type Row = { wallet: string; is_creator: boolean; is_fee_holder: boolean; balance: string }

/** The badges of wallets in lower case. `providers` are those that own liquidity in the pool. */
export async function readBadges(
  db: Kysely<Tables>,
  { token, wallets, providers }: { token: string; wallets: readonly string[]; providers: ReadonlySet<string> },
): Promise<Map<string, Badge[]>> {
  const { rows } = await sql<Row>`
    select w.wallet, w.wallet = t.creator as is_creator, coalesce(h.balance, 0)::text as balance,
      w.wallet = c.current_creator or exists (
        select from launch_splits s where s.split = c.current_creator and s.account = w.wallet) as is_fee_holder
    from unnest(${wallets}::text[]) as w (wallet) cross join launch_tokens t join launch_curves c on c.id = t.id
    left join launch_holders h on h.token_id = t.id and h.holder = w.wallet where t.address = ${token}`.execute(db)
  return new Map(rows.map((row) => [row.wallet, badgesOf(row, providers)]))
}

function badgesOf({ wallet, is_creator, is_fee_holder, balance }: Row, providers: ReadonlySet<string>): Badge[] {
  const held = BRACKETS.find(([atLeast]) => BigInt(balance) >= atLeast)
  return [
    ...(is_creator ? (['creator'] as const) : []),
    ...(is_fee_holder ? (['fee_holder'] as const) : []),
    ...(providers.has(wallet) ? (['liquidity_provider'] as const) : []),
    ...(held ? [held[1]] : []),
  ]
}
