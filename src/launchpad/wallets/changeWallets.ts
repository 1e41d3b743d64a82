import { sql, type Transaction } from 'kysely'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { EMPTY, type Position } from './Fifo.ts'

export type PositionChange = { wallet: string; before: Position | undefined; after: Position | undefined }

type Sums = {
  wallet: string
  tokens: number
  trades: number
  boughtEth: bigint
  soldEth: bigint
  realised: bigint
  unpricedEth: bigint
  wins: number
  losses: number
}

/** Adds the changes of positions to the sums of their wallets. */
export async function changeWallets(db: Transaction<Tables>, changes: readonly PositionChange[]): Promise<void> {
  const sums = new Map<string, Sums>()
  for (const change of changes) sums.set(change.wallet, add(sums.get(change.wallet), change))
  const rows = sqlRows([...sums.values()], {
    wallet: ['hex', ({ wallet }) => wallet],
    tokens: ['int8', ({ tokens }) => tokens],
    trades: ['int8', ({ trades }) => trades],
    bought_eth: ['numeric', ({ boughtEth }) => boughtEth],
    sold_eth: ['numeric', ({ soldEth }) => soldEth],
    realised: ['numeric', ({ realised }) => realised],
    unpriced_eth: ['numeric', ({ unpricedEth }) => unpricedEth],
    wins: ['int8', ({ wins }) => wins],
    losses: ['int8', ({ losses }) => losses],
  })
  await sql`
    insert into launch_wallets as w (wallet, tokens, trades, bought_eth, sold_eth, realised, unpriced_eth, wins, losses)
    select * from ${rows} on conflict (wallet) do update set tokens = w.tokens + excluded.tokens,
      trades = w.trades + excluded.trades, bought_eth = w.bought_eth + excluded.bought_eth,
      sold_eth = w.sold_eth + excluded.sold_eth, realised = w.realised + excluded.realised,
      unpriced_eth = w.unpriced_eth + excluded.unpriced_eth, wins = w.wins + excluded.wins,
      losses = w.losses + excluded.losses`.execute(db)
}

function add(sums: Sums | undefined, { wallet, before = EMPTY, after = EMPTY }: PositionChange): Sums {
  return {
    wallet,
    tokens: (sums?.tokens ?? 0) + count(after.acquired > 0n) - count(before.acquired > 0n),
    trades: (sums?.trades ?? 0) + after.trades - before.trades,
    boughtEth: (sums?.boughtEth ?? 0n) + after.boughtEth - before.boughtEth,
    soldEth: (sums?.soldEth ?? 0n) + after.soldEth - before.soldEth,
    realised: (sums?.realised ?? 0n) + after.realised - before.realised,
    unpricedEth: (sums?.unpricedEth ?? 0n) + after.unpricedEth - before.unpricedEth,
    wins: (sums?.wins ?? 0) + count(after.realised > 0n) - count(before.realised > 0n),
    losses: (sums?.losses ?? 0) + count(after.realised < 0n) - count(before.realised < 0n),
  }
}

function count(isSo: boolean): number {
  return isSo ? 1 : 0
}
