import { BPS, divideUp } from '#core/bigint.ts'

// The launch contract's arithmetic, integer for integer. Divisions round down as they do there.

/** The constants of every curve, as `cfg()` returns them. */
export const cfg = {
  totalSupply: 1_000_000_000n * 10n ** 18n,
  curveSupply: 800_000_000n * 10n ** 18n,
  virtualEth: 980_821_917_808_219_178n,
  virtualToken: 1_073_972_602_739_726_027_374_301_676n,
  gradEthTarget: 2_864_000_000_000_000_000n,
  tradeFeeBps: 100,
  gradFeeBps: 200,
  creatorFeeShareBps: 5_000,
} as const

/** The Uniswap v4 pool into which every token graduates: native ETH against the token, with the launchpad as its hook. */
export const pool = {
  fee: 10_000,
  tickSpacing: 200,
  sqrtPriceX96: 668_798_109_658_601_078_908_016_402_645_069n,
  liquidity: 23_692_699_297_462_921_204_456n,
  ethLiquidity: 2_806_719_999_999_998_711n,
  tokenLiquidity: 199_999_999_999_999_999_999_994_512n,
} as const

export const DEFAULT_SLIPPAGE_BPS = 200

/** The state of a curve: wei raised net of fees, and token units sold. */
export type State = { realEth: bigint; sold: bigint }

/** A buy; `withheld` are the tokens that an opening burns instead of giving them to the buyer. */
export type BuyQuote = { tokensOut: bigint; withheld: bigint; fee: bigint; ethUsed: bigint; refund: bigint }
export type ExactOutQuote = { ethIn: bigint; fee: bigint }
export type SellQuote = { ethOut: bigint; fee: bigint }

/** A curve without trades. */
export const untouched: State = { realEth: 0n, sold: 0n }

/** The shortest and longest opening in seconds, and the share of a buy that it withholds at its start. */
export const openingLimits = { secondsMin: 60, secondsMax: 3_600, surchargeBpsMax: 9_900 } as const

const ONE = 10n ** 18n
const TRADE_FEE_BPS = BigInt(cfg.tradeFeeBps)

/**
 * A buy with `ethIn` wei. The buy that fills the curve spends only the missing amount; the rest is refunded. A surcharge
 * does not change how the curve moves.
 */
export function buyQuote(state: State, ethIn: bigint, surcharge = 0): BuyQuote {
  const room = cfg.gradEthTarget - state.realEth
  const ethUsed = ethIn - feeDown(ethIn) > room ? grossFor(room) : ethIn
  const fee = feeDown(ethUsed)
  const sold = tokensOutDown(state, ethUsed - fee)
  const withheld = withheldUp(sold, surcharge)
  return { tokensOut: sold - withheld, withheld, fee, ethUsed, refund: ethIn - ethUsed }
}

/** The smallest value that buys at least `tokensOut`; `undefined` if the curve has fewer. */
export function buyQuoteExactOut(state: State, tokensOut: bigint, surcharge = 0): ExactOutQuote | undefined {
  const left = available(state)
  if (tokensOut > left - withheldUp(left, surcharge)) return undefined
  const rest = BPS - BigInt(surcharge)
  const ethIn = grossFor(ethInUp(state, divideUp(tokensOut * BPS, rest)))
  return { ethIn, fee: feeDown(ethIn) }
}

/** A first buy that is locked for at least this long is exempt from the opening. */
export const EXEMPT_LOCK_DAYS = 30

type LaunchTerms = { openingSeconds: number; lockDays: number }

/** The surcharge of the creator's first buy, in basis points. */
export function firstBuySurchargeBps({ openingSeconds, lockDays }: LaunchTerms): number {
  return lockDays >= EXEMPT_LOCK_DAYS ? 0 : surchargeBps(openingSeconds, 0)
}

/** The share of a buy, in basis points, that is withheld `elapsed` seconds into an opening of `seconds`. */
export function surchargeBps(seconds: number, elapsed: number): number {
  return elapsed < seconds ? Math.floor((openingLimits.surchargeBpsMax * (seconds - elapsed)) / seconds) : 0
}

/** A sale of `tokenAmount` units; the contract refuses one that returns nothing or exceeds `state.sold`. */
export function sellQuote(state: State, tokenAmount: bigint): SellQuote {
  const { x, y } = reserves(state)
  const gross = (x * tokenAmount) / (y + tokenAmount)
  const fee = feeDown(gross)
  return { ethOut: gross - fee, fee }
}

/** The curve after a buy that `buyQuote` described. */
export function afterBuy(state: State, { tokensOut, withheld, fee, ethUsed }: BuyQuote): State {
  return { realEth: state.realEth + ethUsed - fee, sold: state.sold + tokensOut + withheld }
}

/** The curve after a sale that `sellQuote` described. */
export function afterSell(state: State, tokenAmount: bigint, { ethOut, fee }: SellQuote): State {
  return { realEth: state.realEth - ethOut - fee, sold: state.sold - tokenAmount }
}

/** The minimum to accept of a quoted amount. */
export function minOut(amountOut: bigint, slippageBps: number = DEFAULT_SLIPPAGE_BPS): bigint {
  return amountOut - (amountOut * BigInt(slippageBps)) / BPS
}

/**
 * `minTokensOut` for `createToken` with `value` wei as its initial buy, zero without one. Up to the value that fills
 * the curve it is the specified `expected - expected * slippageBps / 10000`; beyond that, `expected` is the amount that
 * the curve can deliver.
 */
export function initialMinTokensOut(value: bigint, slippageBps: number = DEFAULT_SLIPPAGE_BPS): bigint {
  return minOut(buyQuote(untouched, value).tokensOut, slippageBps)
}

/** Token units that can still be bought. */
export function available(state: State): bigint {
  return tokensOutDown(state, cfg.gradEthTarget - state.realEth)
}

/** Whether the curve is full: its token trades in the pool. */
export function isFull({ realEth }: State): boolean {
  return realEth >= cfg.gradEthTarget
}

/** Raised part of the target, 0 to 10,000. */
export function progressBps({ realEth }: State): number {
  return Number((realEth * BPS) / cfg.gradEthTarget)
}

/** Price of one whole token in wei. */
export function price(state: State): bigint {
  const { x, y } = reserves(state)
  return (x * ONE) / y
}

/** Price of the whole supply in wei. */
export function marketCap(state: State): bigint {
  const { x, y } = reserves(state)
  return (x * cfg.totalSupply) / y
}

/** Price of one whole token in wei at a price of the pool. */
export function poolPrice(sqrtPriceX96: bigint): bigint {
  return (ONE << 192n) / (sqrtPriceX96 * sqrtPriceX96)
}

/** Price of the whole supply in wei at a price of the pool. */
export function poolMarketCap(sqrtPriceX96: bigint): bigint {
  return (cfg.totalSupply << 192n) / (sqrtPriceX96 * sqrtPriceX96)
}

/** The creator's share of fees; the rest is the treasury's. */
export function creatorShare(fees: bigint): bigint {
  return (fees * BigInt(cfg.creatorFeeShareBps)) / BPS
}

/** The treasury's part of the fees on a fee-backed volume; the pool's fee is the same 1 %. */
export function treasuryFees(volume: bigint): bigint {
  const fees = feeDown(volume)
  return fees - creatorShare(fees)
}

function reserves({ realEth, sold }: State): { x: bigint; y: bigint } {
  return { x: cfg.virtualEth + realEth, y: cfg.virtualToken - sold }
}

function feeDown(gross: bigint): bigint {
  return (gross * TRADE_FEE_BPS) / BPS
}

/** The smallest value that leaves exactly `net` after the fee. */
function grossFor(net: bigint): bigint {
  return net === 0n ? 0n : ((net - 1n) * BPS) / (BPS - TRADE_FEE_BPS) + 1n
}

export function withheldUp(tokens: bigint, surcharge: number): bigint {
  return divideUp(tokens * BigInt(surcharge), BPS)
}

function tokensOutDown(state: State, net: bigint): bigint {
  const { x, y } = reserves(state)
  return (y * net) / (x + net)
}

function ethInUp(state: State, tokens: bigint): bigint {
  const { x, y } = reserves(state)
  const left = y - tokens
  return divideUp(x * tokens, left)
}
