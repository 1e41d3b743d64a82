import { readAmount } from '#site/format.ts'
import { NATIVE, type PositionForm, type PositionProtocol } from '#site/positionUrl.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { FoundPool } from '../../api/liquidity.ts'
import type { TokenInfo } from '../../liquidity/tokens.ts'
import type { PriceScale } from './priceScale.ts'

/** The pool of the position: two tokens in its order, its price and its ticks. */
export type Market = {
  protocol: PositionProtocol
  tokenA: TokenInfo
  tokenB: TokenInfo
  token0: TokenInfo
  token1: TokenInfo
  isAFirst: boolean
  /** Undefined where the pool is to be opened. */
  pool: FoundPool | undefined
  fee: number
  /** Zero on v2, which has no ticks. */
  tickSpacing: number
  hooks: string
  /** Undefined while a new pool has no starting price, and in a v2 pair without liquidity. */
  sqrtRatioX96: bigint | undefined
}

/** The usual fees and their spacings, smallest first. */
export const USUAL_FEES = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 3_000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
] as const
const V2_FEE = 3_000
const DYNAMIC_FEE = 0x80_00_00

/** The token as pools of this protocol hold it: native ETH is wrapped on v2 and v3. */
export function heldAddress(address: string, protocol: PositionProtocol, wrappedNative: string | null): string {
  return address === NATIVE && protocol !== 'v4' ? (wrappedNative ?? address) : address
}

type MarketInput = {
  form: PositionForm & { protocol: PositionProtocol }
  tokenA: TokenInfo
  tokenB: TokenInfo
  pool: FoundPool | undefined
  wrappedNative: string | null
}

/** Puts a form, its tokens and its pool together. */
export function marketOf({ form, tokenA, tokenB, pool, wrappedNative }: MarketInput): Market {
  const { protocol } = form
  const [a, b] = [tokenA, tokenB].map(({ address }) => heldAddress(address, protocol, wrappedNative).toLowerCase())
  const isAFirst = (a ?? '') < (b ?? '')
  const [token0, token1] = isAFirst ? [tokenA, tokenB] : [tokenB, tokenA]
  const kind = protocol === 'v2' ? { fee: V2_FEE, tickSpacing: 0 } : newKind(form)
  const sqrtRatioX96 = pool ? BigInt(pool.sqrtRatioX96) : startRatio(form.startPrice, { token0, token1, isAFirst })
  return {
    protocol,
    tokenA,
    tokenB,
    token0,
    token1,
    isAFirst,
    pool,
    fee: pool?.fee ?? kind.fee,
    tickSpacing: pool?.tickSpacing ?? kind.tickSpacing,
    hooks: pool?.hookAddress ?? form.hooks ?? NATIVE,
    sqrtRatioX96: sqrtRatioX96 === 0n ? undefined : sqrtRatioX96,
  }
}

/** A fee without its spacing goes with the usual one. */
function newKind({ fee = 3_000, tickSpacing }: PositionForm): { fee: number; tickSpacing: number } {
  const usual = USUAL_FEES.find((one) => one.fee === fee)?.tickSpacing
  return { fee, tickSpacing: tickSpacing ?? usual ?? Math.max(1, Math.round(fee / 50)) }
}

const PLACES = 36

/** The square-root ratio of a starting price, which is counted in whole tokens B for one A. */
export function startRatio(
  startPrice: string | undefined,
  { token0, token1, isAFirst }: { token0: TokenInfo; token1: TokenInfo; isAFirst: boolean },
): bigint | undefined {
  const price = startPrice === undefined ? undefined : readAmount(startPrice, PLACES).value
  if (price === undefined || price === 0n) return undefined
  const one = 10n ** BigInt(PLACES)
  const [units1, units0] = isAFirst ? [price, one] : [one, price]
  const ratio = SqrtPrice.fromRatio(units1 * 10n ** BigInt(token1.decimals), units0 * 10n ** BigInt(token0.decimals))
  return ratio >= SqrtPrice.MIN && ratio < SqrtPrice.MAX ? ratio : undefined
}

export function tickOf({ sqrtRatioX96, pool }: Market): number {
  if (pool && pool.protocol !== 'V2') return pool.currentTick
  return sqrtRatioX96 === undefined ? 0 : Tick.fromSqrtRatio(sqrtRatioX96)
}

/** Prices as the form wants them: counted in B unless it says A. */
export function scaleOf({ token0, token1, isAFirst }: Market, quote: 'A' | 'B'): PriceScale {
  return { decimals0: token0.decimals, decimals1: token1.decimals, isFlipped: (quote === 'B') !== isAFirst }
}

/** Whether the hook of a pool is the launch contract, which opened it when its token graduated. */
export function isLaunchHook({ hooks }: Market, factory: string | null): boolean {
  return hooks.toLowerCase() === factory?.toLowerCase()
}

export function feeText(fee: number): string {
  return fee === DYNAMIC_FEE ? 'dynamic fee' : `fee ${fee / 10_000} %`
}
