/** Where tokens go that nobody may ever move again. */
export const BURNED = '0x000000000000000000000000000000000000dead'

/** What changes about a token, as derived from every log so far. */
export type Launch = {
  /** The position of its creation. */
  id: number
  token: string
  creator: string
  currentCreator: string
  pendingCreator: string | null
  /** Who held the creator's right at first. */
  feeHolder: string
  /** For how long after its creation buys get fewer tokens; zero for a plain launch. */
  openingSeconds: number
  openingEndsAt: number
  /** Over how many days its first buy is released; zero for at once. */
  lockDays: number
  /** Tokens that the token itself holds, and those it has released to the holder of the creator's right. */
  locked: bigint
  released: bigint
  /** Tokens that nobody can move any more. */
  burned: bigint
  realEth: bigint
  sold: bigint
  price: bigint
  marketCap: bigint
  volume: bigint
  volume24h: bigint
  /** Of these, what paid a fee to the launchpad. */
  backedVolume: bigint
  backedVolume24h: bigint
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
  /** The root of the pool's price, and its tick, once there is a pool. */
  sqrtPriceX96: bigint | null
  poolTick: number | null
  /** Fees per unit of liquidity that the pool has earned in ETH and in tokens, as the pool manager counts them. */
  feeGrowth0: bigint
  feeGrowth1: bigint
  /** The first of these when the launchpad last collected. */
  collectedGrowth0: bigint
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
  /** How much of the ETH paid a fee to the launchpad: all of it on the curve, its share of the liquidity in the pool. */
  backed: bigint
  /** Known on the curve alone. */
  fee: bigint | null
  price: bigint
  /** What the trade left behind: the curve's state, or the root of the pool's price. */
  realEth: bigint | null
  sold: bigint | null
  sqrtPriceX96: bigint | null
  poolTick: number | null
  /** What it added to the pool's fee growth. */
  feeGrowth0: bigint | null
  feeGrowth1: bigint | null
}
