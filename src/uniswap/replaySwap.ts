import { divideUp } from '#core/bigint.ts'
import * as PoolLiquidity from './PoolLiquidity.ts'

/** Price and tick before a swap. */
export type PoolPrice = { sqrtPriceX96: bigint; tick: number }

const MILLION = 1_000_000n
const Q96 = 1n << 96n
const Q128 = 1n << 128n

/** A Swap event: the amounts the caller received, negative where it paid, and the resulting state. `fee` in millionths. */
export type SwapEvent = { amount0: bigint; amount1: bigint; sqrtPriceX96: bigint; liquidity: bigint; fee: number }

/**
 * The increase of the fee growth of the input currency (Q128 per unit of liquidity), as the pool manager computes it; changes
 * `liquidity` as the swap does. The event has only the amount paid and the final price, so that every step between ticks is
 * replayed with its own fee. Undefined if the event cannot follow from this state.
 */
export function replaySwap(
  liquidity: PoolLiquidity.PoolLiquidity,
  from: PoolPrice,
  swap: SwapEvent,
): bigint | undefined {
  const isDownward = isZeroForOne(swap)
  const fee = BigInt(swap.fee)
  const terms = { isDownward, fee, protocol: protocolFee(fee, BigInt(liquidity.terms.fee)), end: swap.sqrtPriceX96 }
  const replay = {
    liquidity,
    price: from.sqrtPriceX96,
    tick: from.tick,
    paid: isDownward ? -swap.amount0 : -swap.amount1,
    growth: 0n,
  }
  while (replay.paid > 0n) if (!step(replay, terms)) return undefined
  return replay.price === swap.sqrtPriceX96 && liquidity.active === swap.liquidity ? replay.growth : undefined
}

/** `paid` is the rest of the input, fee included. */
type Replay = {
  liquidity: PoolLiquidity.PoolLiquidity
  price: bigint
  tick: number
  paid: bigint
  growth: bigint
}
type Terms = { isDownward: boolean; fee: bigint; protocol: bigint; end: bigint }

/** Advances to the next tick or to the end of the swap; false if the amount paid does not lead there. */
function step(replay: Replay, terms: Terms): boolean {
  const { isDownward, fee, end } = terms
  const target = PoolLiquidity.nextTarget(replay.liquidity, replay.tick, isDownward)
  if (isDownward ? target.sqrtPriceX96 < end : target.sqrtPriceX96 > end) return finish(replay, terms)
  const amountIn = amountInUp(replay.liquidity.active, replay.price, target.sqrtPriceX96)
  const whole = amountIn + divideUp(amountIn * fee, MILLION - fee)
  const isRounded = replay.paid < whole && target.sqrtPriceX96 === end
  if (replay.paid < whole && !isRounded) return false
  pay(
    replay,
    terms,
    isRounded ? { amount: replay.paid, fee: feeOf(replay.paid, fee) } : { amount: whole, fee: whole - amountIn },
  )
  replay.liquidity.active += isDownward ? -target.net : target.net
  replay.price = target.sqrtPriceX96
  replay.tick = isDownward ? target.tick - 1 : target.tick
  return true
}

/** The last step, which ends between two ticks. */
function finish(replay: Replay, terms: Terms): boolean {
  const { paid, price, liquidity } = replay
  const fee = feeOf(paid, terms.fee)
  const isLed = isMove(liquidity.active, { from: price, to: terms.end, amount: paid - fee })
  pay(replay, terms, { amount: paid, fee })
  replay.price = terms.end
  return isLed
}

/** Adds the fee, without the protocol's part, to the growth per unit of active liquidity. */
function pay(replay: Replay, { protocol }: Terms, { amount, fee }: { amount: bigint; fee: bigint }): void {
  const { active } = replay.liquidity
  replay.paid -= amount
  if (active > 0n) replay.growth += ((fee - (amount * protocol) / MILLION) * Q128) / active
}

function feeOf(paid: bigint, fee: bigint): bigint {
  return paid - (paid * (MILLION - fee)) / MILLION
}

/** Whether currency 0 was paid in, which lowers the price. */
export function isZeroForOne({ amount0, amount1 }: Pick<SwapEvent, 'amount0' | 'amount1'>): boolean {
  return amount0 < 0n || amount1 > 0n
}

type Move = { from: bigint; to: bigint; amount: bigint }

/** Whether this amount moves the price that far, within the rounding of one price unit. */
function isMove(liquidity: bigint, { from, to, amount }: Move): boolean {
  const unit = to < from ? (liquidity * Q96) / (to * to) : liquidity / Q96
  const gap = amountInUp(liquidity, from, to) - amount
  return gap <= unit + 2n && gap >= -unit - 2n
}

/** The protocol's part of a swap's whole fee; zero unless Uniswap switched it on. */
function protocolFee(swapFee: bigint, lpFee: bigint): bigint {
  if (swapFee <= lpFee) return 0n
  for (let fee = swapFee - lpFee; ; fee++) if (fee + lpFee - (fee * lpFee) / MILLION >= swapFee) return fee
}

/** The input that moves the price from one root to the other, rounded up: currency 0 downward, currency 1 upward. */
function amountInUp(liquidity: bigint, from: bigint, to: bigint): bigint {
  if (to < from) return divideUp(divideUp(liquidity * Q96 * (from - to), from), to)
  return divideUp(liquidity * (to - from), Q96)
}
