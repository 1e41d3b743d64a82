/** The burn address: tokens sent here can never move again. */
export const BURNED = '0x000000000000000000000000000000000000dead'

/** Smaller balances do not count as holders: 10^-5 of the supply. Without a floor a thousand holders cost only gas. */
export const HOLDER_FLOOR = 10_000n * 10n ** 18n

/** The mutable state of a token, derived from its logs. */
export type Launch = {
  /** The log position of its creation. */
  id: number
  token: string
  creator: string
  currentCreator: string
  pendingCreator: string | null
  /** The first holder of the creator's right. */
  feeHolder: string
  /** How long after the creation buys get fewer tokens; zero without an opening. */
  openingSeconds: number
  openingEndsAt: number
  /** Days over which the first buy is released; zero without a lock. */
  lockDays: number
  /** Tokens held by the token contract, and those released to the holder of the creator's right. */
  locked: bigint
  released: bigint
  /** Tokens that can never move again. */
  burned: bigint
  realEth: bigint
  sold: bigint
  price: bigint
  marketCap: bigint
  volume: bigint
  volume24h: bigint
  /** The part of the volume that paid a fee to the launchpad. */
  backedVolume: bigint
  backedVolume24h: bigint
  /** The same without trades of the creator's own accounts. */
  outsideVolume24h: bigint
  /** ETH that accounts other than the creator's put into the curve, less the ETH that they took out. */
  outsideEth: bigint
  trades: number
  trades24h: number
  /** Accounts with at least `HOLDER_FLOOR`, without launchpad, pool, burn address and lock. */
  holders: number
  /** Log position of the last trade; zero before the first. */
  lastTrade: number
  lastTradeAt: number | null
  /** Fees of trades on the curve. */
  curveFees: bigint
  /** ETH collected from the pool. */
  poolFees: bigint
  claimed: bigint
  graduation: { position: number; at: number; transactionHash: string; poolId: string; key: PoolKey } | null
  /** Square root price and tick of the pool; null before graduation. */
  sqrtPriceX96: bigint | null
  poolTick: number | null
  /** The pool manager's fee growth per unit of liquidity, in ETH and in tokens. */
  feeGrowth0: bigint
  feeGrowth1: bigint
  /** `feeGrowth0` when the launchpad last collected. */
  collectedGrowth0: bigint
}

/** The Uniswap v4 pool a launch graduated into. */
export type PoolKey = { currency0: string; currency1: string; fee: number; tickSpacing: number; hooks: string }

/** The immutable part of a launch. */
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
  /** Whether the creator, a fee holder or an account of its fee split traded. */
  isOwn: boolean
  eth: bigint
  tokens: bigint
  /** The part of the ETH that paid a fee to the launchpad: all of it on the curve, its share of the liquidity in the pool. */
  backed: bigint
  /** Null in the pool. */
  fee: bigint | null
  price: bigint
  /** State after the trade: that of the curve, or the pool's square root price. */
  realEth: bigint | null
  sold: bigint | null
  sqrtPriceX96: bigint | null
  poolTick: number | null
  /** Increase of the pool's fee growth. */
  feeGrowth0: bigint | null
  feeGrowth1: bigint | null
}
