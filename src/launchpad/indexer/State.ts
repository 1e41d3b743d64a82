import type { PoolKey } from './Event.ts'

/** What changes about a token, as derived from every log so far. */
export type State = {
  /** The position of its creation. */
  id: number
  token: string
  creator: string
  currentCreator: string
  pendingCreator: string | null
  realEth: bigint
  sold: bigint
  price: bigint
  marketCap: bigint
  volume: bigint
  volume24h: bigint
  trades: number
  trades24h: number
  /** Without the launchpad and the pool. */
  holders: number
  /** Position of the last trade, zero before the first. */
  lastTrade: number
  lastTradeAt: number | null
  /** Fees of trades on the curve. */
  curveFees: bigint
  /** ETH collected from the pool. */
  poolFees: bigint
  claimed: bigint
  graduation: { position: number; at: number; transactionHash: string; poolId: string; key: PoolKey } | null
  /** The root of the pool's price, once there is a pool. */
  sqrtPriceX96: bigint | null
}
