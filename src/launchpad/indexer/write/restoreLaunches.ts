import { sql, type Transaction } from 'kysely'
import { zeroAddress } from 'viem'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Price from '#launchpad/contract/Price.ts'
import { BURNED, type Launch } from '#launchpad/records/Launch.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import * as Tick from '#uniswap/Tick.ts'
import * as Launches from './Launches.ts'
import type { RewoundRows } from './RewoundRows.ts'

type Db = Transaction<Tables>
type Options = {
  rewound: RewoundRows
  /** By how many the holders of each token changed. */
  holders: ReadonlyMap<number, number>
  /** Launches from here on are gone. */
  start: number
}
type LastTrade = { id: number } & Pick<
  Tables['launch_trades'],
  'position' | 'at' | 'real_eth' | 'sold' | 'sqrt_price_x96' | 'pool_tick'
>
type Rights = { id: number; creator: string | null; pending: string | null; growth: string | null }

/** Restores the launches that lost logs to the state that follows from their remaining logs. */
export async function restoreLaunches(db: Db, { rewound, holders, start }: Options): Promise<void> {
  const touched = new Set([
    ...rewound.trades.keys(),
    ...rewound.notes.map(({ tokenId }) => tokenId),
    ...rewound.liquidity.map(({ tokenId }) => tokenId),
    ...rewound.balances.map(({ tokenId }) => tokenId),
    ...holders.keys(),
  ])
  const ids = [...touched].filter((id) => id < start)
  if (ids.length === 0) return
  const launches = await Launches.loadById(db, ids)
  const lastTrades = await loadLastTrades(db, ids)
  const rights = await loadRights(db, ids)
  for (const launch of launches) {
    subtract(launch, rewound)
    launch.holders += holders.get(launch.id) ?? 0
    if (rewound.trades.has(launch.id) || hasMoved(rewound, launch)) goBack(launch, lastTrades.get(launch.id))
    const right = rights.get(launch.id)
    launch.currentCreator = right?.creator ?? launch.feeHolder
    launch.collectedGrowth0 = BigInt(right?.growth ?? 0)
    launch.pendingCreator = right?.pending && right.pending !== zeroAddress ? right.pending : null
  }
  await Launches.save(db, launches)
}

/** Whether burned tokens changed, on which the market cap depends. */
function hasMoved({ balances }: RewoundRows, { id }: Launch): boolean {
  return balances.some(({ tokenId, holder }) => tokenId === id && holder === BURNED)
}

function returnBalances(launch: Launch, { balances }: RewoundRows): void {
  for (const { tokenId, holder, amount } of balances) {
    if (tokenId !== launch.id) continue
    if (holder === BURNED) launch.burned += amount
    if (holder === launch.token) launch.locked += amount
  }
}

function subtract(launch: Launch, rewound: RewoundRows): void {
  const { trades, notes, liquidity } = rewound
  returnBalances(launch, rewound)
  const sums = trades.get(launch.id)
  if (sums) {
    launch.trades -= sums.trades
    launch.volume -= sums.volume
    launch.trades24h -= sums.trades24h
    launch.volume24h -= sums.volume24h
    launch.backedVolume -= sums.backedVolume
    launch.backedVolume24h -= sums.backedVolume24h
    launch.outsideVolume24h -= sums.outsideVolume24h
    launch.outsideEth -= sums.outsideEth
    launch.curveFees -= sums.fees
    launch.feeGrowth0 -= sums.feeGrowth0
    launch.feeGrowth1 -= sums.feeGrowth1
  }
  for (const donated of liquidity.filter(({ tokenId }) => tokenId === launch.id)) {
    launch.feeGrowth0 -= donated.feeGrowth0
    launch.feeGrowth1 -= donated.feeGrowth1
  }
  for (const { kind, amount } of notes.filter(({ tokenId }) => tokenId === launch.id)) {
    if (kind === 'poolFees') launch.poolFees -= amount
    if (kind === 'claimed') launch.claimed -= amount
    if (kind === 'released') launch.released -= amount
    if (kind === 'graduated') Object.assign(launch, { graduation: null, sqrtPriceX96: null, poolTick: null })
  }
}

/** After a trade in the pool the curve keeps its state at graduation. */
function goBack(launch: Launch, last: LastTrade | undefined): void {
  launch.lastTrade = last?.position ?? 0
  launch.lastTradeAt = last?.at ?? null
  if (last?.sqrt_price_x96) {
    const sqrtPriceX96 = BigInt(last.sqrt_price_x96)
    Object.assign(launch, { sqrtPriceX96, poolTick: last.pool_tick }, Price.inPool(sqrtPriceX96, launch.burned))
    return
  }
  if (launch.graduation)
    Object.assign(launch, {
      sqrtPriceX96: Curve.pool.sqrtPriceX96,
      poolTick: Tick.fromSqrtRatio(Curve.pool.sqrtPriceX96),
    })
  launch.realEth = BigInt(last?.real_eth ?? 0)
  launch.sold = BigInt(last?.sold ?? 0)
  Object.assign(launch, Price.onCurve(launch, launch.burned))
}

async function loadLastTrades(db: Db, ids: readonly number[]): Promise<Map<number, LastTrade>> {
  const { rows } = await sql<LastTrade>`
    select t.id, l.* from unnest(${ids}::int8[]) as t(id) cross join lateral (
      select position, at, real_eth, sold, sqrt_price_x96, pool_tick from launch_trades
      where token_id = t.id order by at desc, position desc limit 1
    ) l`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The creator's right according to the remaining notes: an offer counts until it is accepted or replaced. */
async function loadRights(db: Db, ids: readonly number[]): Promise<Map<number, Rights>> {
  const { rows } = await sql<Rights>`
    select t.id, a.details ->> 'to' as creator, o.details ->> 'to' as pending, f.details ->> 'growth' as growth from unnest(${ids}::int8[]) as t(id)
    left join lateral (
      select position, details from launch_notes where token_id = t.id and kind = 'accepted' order by position desc limit 1
    ) a on true
    left join lateral (
      select details from launch_notes where token_id = t.id and kind = 'offered' and position > coalesce(a.position, 0)
      order by position desc limit 1
    ) o on true
    left join lateral (
      select details from launch_notes where token_id = t.id and kind = 'poolFees' order by position desc limit 1
    ) f on true`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
