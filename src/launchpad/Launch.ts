/** What changes about a token, as derived from every log so far. */
export type Launch = {
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

/** The Uniswap v4 pool a launch graduated into. */
export type PoolKey = { currency0: string; currency1: string; fee: number; tickSpacing: number; hooks: string }

/** What a launch is called and where it came from; none of it ever changes. */
export type Token = {
  id: number
  address: string
  creator: string
  name: string
  symbol: string
  createdAt: number
  transactionHash: string
  metadataUri: string | null
  referrer: string | null
}

/** One trade, on the curve or in the pool. */
export type Trade = {
  position: number
  tokenId: number
  token: string
  at: number
  transactionHash: string
  venue: 'curve' | 'pool'
  trader: string
  recipient: string
  isBuy: boolean
  eth: bigint
  tokens: bigint
  /** Known on the curve alone. */
  fee: bigint | null
  price: bigint
  /** What the trade left behind: the curve's state, or the root of the pool's price. */
  realEth: bigint | null
  sold: bigint | null
  sqrtPriceX96: bigint | null
}
