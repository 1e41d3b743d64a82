import { sql, type Transaction } from 'kysely'
import { zeroAddress } from 'viem'
import type {
  CreatorChange,
  HolderChange,
  LiquidityRow,
  TickChange,
  Totals,
} from '#launchpad/indexer/derive/Changes.ts'
import type { Tables } from '#launchpad/store/tables.ts'

type RewoundLiquidity = Omit<LiquidityRow, 'at' | 'transactionHash' | 'sender' | 'salt'>

/** The rows that a rewind removed, summed up so that stored sums can be corrected. */
export type RewoundRows = {
  tokens: { id: number; creator: string }[]
  /** Per token, including removed tokens. */
  trades: Map<number, RewoundTrades>
  notes: { tokenId: number; creator: string; kind: string; amount: bigint }[]
  balances: HolderChange[]
  liquidity: RewoundLiquidity[]
}

export type RewoundTrades = {
  tokenId: number
  creator: string
  trades: number
  volume: bigint
  trades24h: number
  volume24h: bigint
  backedVolume: bigint
  backedVolume24h: bigint
  outsideVolume: bigint
  outsideVolume24h: bigint
  outsideEth: bigint
  fees: bigint
  feeGrowth0: bigint
  feeGrowth1: bigint
  firstAt: number
}

type Db = Transaction<Tables>
type Bounds = { start: number; windowStart: number }

/** Deletes every log's row from position `start` on, with the launches that began there. */
export async function remove(db: Db, { start, windowStart }: Bounds): Promise<RewoundRows> {
  const trades = await removeTrades(db, { start, windowStart })
  const balances = await removeTransfers(db, start)
  const notes = await removeNotes(db, start)
  const liquidity = await removeLiquidity(db, start)
  await db.deleteFrom('launch_splits').where('position', '>=', start).execute()
  const tokens = await db.deleteFrom('launch_tokens').where('id', '>=', start).returning(['id', 'creator']).execute()
  await db.deleteFrom('launch_curves').where('id', '>=', start).execute()
  await db.deleteFrom('launch_candles').where('token_id', '>=', start).execute()
  await db.deleteFrom('launch_holders').where('token_id', '>=', start).execute()
  await db.deleteFrom('launch_ticks').where('token_id', '>=', start).execute()
  return { tokens, trades, notes, balances, liquidity }
}

async function removeTrades(db: Db, { start, windowStart }: Bounds): Promise<RewoundRows['trades']> {
  const { rows } = await sql<Record<keyof RewoundTrades, string>>`
    with gone as (delete from launch_trades where position >= ${start} 
      returning token_id, at, venue, is_buy, is_own, eth, fee, backed, fee_growth0, fee_growth1)
    select g.token_id as "tokenId", c.creator, count(*) as trades, sum(eth) as volume,
      count(*) filter (where at >= ${windowStart}) as "trades24h",
      coalesce(sum(eth) filter (where at >= ${windowStart}), 0) as "volume24h",
      sum(backed) as "backedVolume", coalesce(sum(backed) filter (where at >= ${windowStart}), 0) as "backedVolume24h",
      coalesce(sum(backed) filter (where not is_own), 0) as "outsideVolume",
      coalesce(sum(backed) filter (where not is_own and at >= ${windowStart}), 0) as "outsideVolume24h",
      coalesce(sum(case when is_buy then eth - fee else -(eth + fee) end) filter (where not is_own and venue = 'curve'), 0) as "outsideEth",
      coalesce(sum(fee), 0) as fees, coalesce(sum(g.fee_growth0), 0) as "feeGrowth0",
      coalesce(sum(g.fee_growth1), 0) as "feeGrowth1", min(at) as "firstAt"
    from gone g join launch_curves c on c.id = g.token_id group by 1, 2`.execute(db)
  const sums = rows.map((row) => ({
    tokenId: Number(row.tokenId),
    creator: row.creator,
    trades: Number(row.trades),
    volume: BigInt(row.volume),
    trades24h: Number(row.trades24h),
    volume24h: BigInt(row.volume24h),
    backedVolume: BigInt(row.backedVolume),
    backedVolume24h: BigInt(row.backedVolume24h),
    outsideVolume: BigInt(row.outsideVolume),
    outsideVolume24h: BigInt(row.outsideVolume24h),
    outsideEth: BigInt(row.outsideEth),
    fees: BigInt(row.fees),
    feeGrowth0: BigInt(row.feeGrowth0),
    feeGrowth1: BigInt(row.feeGrowth1),
    firstAt: Number(row.firstAt),
  }))
  return new Map(sums.map((sum) => [sum.tokenId, sum]))
}

async function removeTransfers(db: Db, start: number): Promise<HolderChange[]> {
  const { rows } = await sql<{ tokenId: number; holder: string; amount: string }>`
    with gone as (delete from launch_transfers where position >= ${start} returning *),
    returned as (
      select token_id, recipient as holder, -amount as amount from gone
      union all
      select token_id, sender, amount from gone where sender <> ${zeroAddress}
    )
    select token_id as "tokenId", holder, sum(amount) as amount from returned group by 1, 2`.execute(db)
  return rows.map(({ tokenId, holder, amount }) => ({ tokenId, holder, amount: BigInt(amount) }))
}

async function removeNotes(db: Db, start: number): Promise<RewoundRows['notes']> {
  const { rows } = await sql<{ tokenId: number; creator: string; kind: string; amount: string | null }>`
    delete from launch_notes n using launch_curves c where c.id = n.token_id and n.position >= ${start}
    returning n.token_id as "tokenId", c.creator, n.kind, coalesce(n.details ->> 'amount', n.details ->> 'eth') as amount`.execute(
    db,
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount ?? 0) }))
}

async function removeLiquidity(db: Db, start: number): Promise<RewoundLiquidity[]> {
  const rows = await db.deleteFrom('launch_liquidity').where('position', '>=', start).returningAll().execute()
  return rows.map((row) => ({
    position: row.position,
    tokenId: row.token_id,
    tickLower: row.tick_lower,
    tickUpper: row.tick_upper,
    delta: BigInt(row.delta),
    feeGrowth0: BigInt(row.fee_growth0),
    feeGrowth1: BigInt(row.fee_growth1),
  }))
}

/** The sums of all removed rows. */
export function totals({ tokens, trades, notes }: RewoundRows): Totals {
  const sums = [...trades.values()]
  return {
    tokens: tokens.length,
    graduated: notes.filter(({ kind }) => kind === 'graduated').length,
    trades: sums.reduce((sum, item) => sum + item.trades, 0),
    volume: sums.reduce((sum, item) => sum + item.volume, 0n),
    trades24h: sums.reduce((sum, item) => sum + item.trades24h, 0),
    volume24h: sums.reduce((sum, item) => sum + item.volume24h, 0n),
    backedVolume: sums.reduce((sum, item) => sum + item.backedVolume, 0n),
    backedVolume24h: sums.reduce((sum, item) => sum + item.backedVolume24h, 0n),
  }
}

export function creatorChanges({ tokens, trades, notes }: RewoundRows): CreatorChange[] {
  const changes = new Map<string, CreatorChange>()
  const of = (creator: string) => {
    const known = changes.get(creator) ?? {
      ...{ creator, tokens: 0, graduated: 0 },
      ...{ volume: 0n, backedVolume: 0n, outsideVolume: 0n },
    }
    changes.set(creator, known)
    return known
  }
  for (const { creator } of tokens) of(creator).tokens -= 1
  for (const { creator, volume, backedVolume, outsideVolume } of trades.values()) {
    of(creator).outsideVolume -= outsideVolume
    of(creator).volume -= volume
    of(creator).backedVolume -= backedVolume
  }
  for (const { creator, kind } of notes) if (kind === 'graduated') of(creator).graduated -= 1
  return [...changes.values()]
}

/** The liquidity changes of pools whose launches remain. */
export function tickChanges({ liquidity }: RewoundRows, start: number): TickChange[] {
  const changes = new Map<string, TickChange>()
  const add = (tokenId: number, tick: number, { gross, net }: { gross: bigint; net: bigint }) => {
    const known = changes.get(`${tokenId} ${tick}`) ?? { tokenId, tick, gross: 0n, net: 0n }
    changes.set(`${tokenId} ${tick}`, { ...known, gross: known.gross + gross, net: known.net + net })
  }
  for (const { tokenId, tickLower, tickUpper, delta } of liquidity) {
    if (tokenId >= start || delta === 0n) continue
    add(tokenId, tickLower, { gross: -delta, net: -delta })
    add(tokenId, tickUpper, { gross: -delta, net: delta })
  }
  return [...changes.values()]
}
