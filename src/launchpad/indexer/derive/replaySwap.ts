import * as Curve from '#launchpad/contract/Curve.ts'
import type { Swap } from '#launchpad/indexer/chain/Event.ts'
import * as PoolLiquidity from './PoolLiquidity.ts'

/** Where a pool stands before a swap. */
export type PoolPrice = { sqrtPriceX96: bigint; tick: number }

const MILLION = 1_000_000n
const Q96 = 1n << 96n
const Q128 = 1n << 128n
const LP_FEE = BigInt(Curve.pool.fee)

/**
 * By how much a swap raises the fee growth of the currency paid in, as the pool manager counts it (Q128 per unit of
 * liquidity); leaves `liquidity` as the swap does. The log says what was paid and where the price ended; in between every
 * tick on the way is crossed with a fee of its own. Nothing where the log cannot follow from this state.
 */
export function replaySwap(liquidity: PoolLiquidity.PoolLiquidity, from: PoolPrice, swap: Swap): bigint | undefined {
  const isDownward = isEthIn(swap)
  const fee = BigInt(swap.fee)
  const terms = { isDownward, fee, protocol: protocolFee(fee), end: swap.sqrtPriceX96 }
  const replay = {
    liquidity,
    price: from.sqrtPriceX96,
    tick: from.tick,
    paid: isDownward ? -swap.eth : -swap.tokens,
    growth: 0n,
  }
  while (replay.paid > 0n) if (!step(replay, terms)) return undefined
  return replay.price === swap.sqrtPriceX96 && liquidity.active === swap.liquidity ? replay.growth : undefined
}

/** `paid` is what is left of the input, fee included. */
type Replay = {
  liquidity: PoolLiquidity.PoolLiquidity
  price: bigint
  tick: number
  paid: bigint
  growth: bigint
}
type Terms = { isDownward: boolean; fee: bigint; protocol: bigint; end: bigint }

/** As far as the next tick, or to where the swap ended; false where what was paid does not lead there. */
function step(replay: Replay, terms: Terms): boolean {
  const { isDownward, fee, end } = terms
  const target = PoolLiquidity.nextTarget(replay.liquidity, replay.tick, isDownward)
  if (isDownward ? target.sqrtPriceX96 < end : target.sqrtPriceX96 > end) return finish(replay, terms)
  const amountIn = amountInUp(replay.liquidity.active, replay.price, target.sqrtPriceX96)
  const whole = amountIn + ceilDiv(amountIn * fee, MILLION - fee)
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

/** Liquidity in use gets the fee, without the protocol's part, per unit of it. */
function pay(replay: Replay, { protocol }: Terms, { amount, fee }: { amount: bigint; fee: bigint }): void {
  const { active } = replay.liquidity
  replay.paid -= amount
  if (active > 0n) replay.growth += ((fee - (amount * protocol) / MILLION) * Q128) / active
}

function feeOf(paid: bigint, fee: bigint): bigint {
  return paid - (paid * (MILLION - fee)) / MILLION
}

/** Whether ETH was paid in, which lowers the price of ETH in tokens. */
export function isEthIn({ eth, tokens }: Pick<Swap, 'eth' | 'tokens'>): boolean {
  return eth < 0n || tokens > 0n
}

type Move = { from: bigint; to: bigint; amount: bigint }

/** Whether this amount moves the price so far, give or take what one unit of the price is worth. */
function isMove(liquidity: bigint, { from, to, amount }: Move): boolean {
  const unit = to < from ? (liquidity * Q96) / (to * to) : liquidity / Q96
  const gap = amountInUp(liquidity, from, to) - amount
  return gap <= unit + 2n && gap >= -unit - 2n
}

/** The protocol's part of a swap's whole fee; zero unless Uniswap switched it on. */
function protocolFee(swapFee: bigint): bigint {
  if (swapFee <= LP_FEE) return 0n
  for (let fee = swapFee - LP_FEE; ; fee++) if (fee + LP_FEE - (fee * LP_FEE) / MILLION >= swapFee) return fee
}

/** What moves the price from one root to the other, rounded up: ETH on the way down, tokens on the way up. */
function amountInUp(liquidity: bigint, from: bigint, to: bigint): bigint {
  if (to < from) return ceilDiv(ceilDiv(liquidity * Q96 * (from - to), from), to)
  return ceilDiv(liquidity * (to - from), Q96)
}

function ceilDiv(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
