import type { Launch } from '#launchpad/records/Launch.ts'
import type { Tables } from './tables.ts'

export type LaunchRow = Omit<Tables['launch_curves'], 'raised_by_others'> & { address: string }

export function toLaunch(row: LaunchRow): Launch {
  return {
    id: row.id,
    token: row.address,
    creator: row.creator,
    currentCreator: row.current_creator,
    pendingCreator: row.pending_creator,
    feeHolder: row.fee_holder,
    openingSeconds: row.opening_seconds,
    openingEndsAt: row.opening_ends_at,
    lockDays: row.lock_days,
    locked: BigInt(row.locked),
    released: BigInt(row.released),
    burned: BigInt(row.burned),
    realEth: BigInt(row.real_eth),
    sold: BigInt(row.sold),
    price: BigInt(row.price),
    marketCap: BigInt(row.market_cap),
    volume: BigInt(row.volume),
    volume24h: BigInt(row.volume_24h),
    backedVolume: BigInt(row.backed_volume),
    backedVolume24h: BigInt(row.backed_volume_24h),
    outsideVolume24h: BigInt(row.outside_volume_24h),
    outsideEth: BigInt(row.outside_eth),
    trades: row.trades,
    trades24h: row.trades_24h,
    holders: row.holders,
    lastTrade: row.last_trade,
    lastTradeAt: row.last_trade_at,
    curveFees: BigInt(row.curve_fees),
    poolFees: BigInt(row.pool_fees),
    claimed: BigInt(row.claimed),
    graduation: toGraduation(row),
    sqrtPriceX96: row.sqrt_price_x96 === null ? null : BigInt(row.sqrt_price_x96),
    poolTick: row.pool_tick,
    feeGrowth0: BigInt(row.fee_growth0),
    feeGrowth1: BigInt(row.fee_growth1),
    collectedGrowth0: BigInt(row.collected_growth0),
  }
}

function toGraduation(row: LaunchRow): Launch['graduation'] {
  const {
    graduated_position: position,
    graduated_at: at,
    graduated_tx: transactionHash,
    pool_id: poolId,
    pool_key: key,
  } = row
  if (position === null || at === null || transactionHash === null || poolId === null || key === null) return null
  return { position, at, transactionHash, poolId, key }
}
