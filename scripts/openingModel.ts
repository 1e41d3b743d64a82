import * as Curve from '#launchpad/contract/Curve.ts'

// Models the effect of an opening on early and late buyers, with the contract's arithmetic.

/** How the first buyer is surcharged: its tokens are burned, as in the contract, or it pays ETH. */
type Surcharge = 'tokens' | 'eth'

/** A first buy of `value` wei, and a crowd that buys for `crowd` wei after it. */
type Snipe = { value: bigint; surchargeBps: number; crowd: bigint; kind?: Surcharge }

/** The results of early buyers and of the crowd after them, in wei; `price` is the crowd's average price per token. */
export type Outcome = { early: bigint; crowd: bigint; crowdPrice: bigint }

const ONE = 10n ** 18n
const BPS = 10_000n

/** Buys first, lets others fill the curve, and sells first in the pool. */
export function snipeToGraduation(value: bigint, surchargeBps: number): bigint {
  const { tokensOut, ethUsed } = Curve.buyQuote(Curve.untouched, value, surchargeBps)
  return sellInPool(tokensOut) - ethUsed
}

/** Buys first, waits until a crowd has bought for `crowd` wei after the opening, and sells to the curve before the crowd does. */
export function snipeCrowd({ value, surchargeBps, crowd, kind = 'tokens' }: Snipe): Outcome {
  const first = kind === 'tokens' ? value : value - (value * BigInt(surchargeBps)) / BPS
  const bought = Curve.buyQuote(Curve.untouched, first, kind === 'tokens' ? surchargeBps : 0)
  return sellBeforeCrowd(
    { state: Curve.afterBuy(Curve.untouched, bought), tokens: bought.tokensOut, cost: value },
    crowd,
  )
}

/** A crowd with nobody before it. */
export function crowdAlone(crowd: bigint): Outcome {
  return sellBeforeCrowd({ state: Curve.untouched, tokens: 0n, cost: 0n }, crowd)
}

/**
 * Rivals with `unit` wei each come one after the other. In every second of an opening (or at once, without one)
 * each one buys that expects no loss if only the crowd buys later, and all rivals sell together before the crowd.
 */
export function rivalsBeforeCrowd(seconds: number, unit: bigint, crowd: bigint): Outcome & { spent: bigint } {
  let early: Early = { state: Curve.untouched, tokens: 0n, cost: 0n }
  for (let elapsed = 0; elapsed <= seconds; elapsed++) {
    const surcharge = Curve.surchargeBps(seconds, elapsed)
    for (let next = joined(early, { unit, surcharge, crowd }); next; next = joined(early, { unit, surcharge, crowd }))
      early = next
  }
  return { ...sellBeforeCrowd(early, crowd), spent: early.cost }
}

/** The first second at which a gain that rises with time is at least zero. */
export function breakEvenSecond(seconds: number, gain: (surchargeBps: number) => bigint): number {
  for (let elapsed = 0; elapsed < seconds; elapsed++)
    if (gain(Curve.surchargeBps(seconds, elapsed)) >= 0n) return elapsed
  return seconds
}

type Early = { state: Curve.State; tokens: bigint; cost: bigint }
type Entry = { unit: bigint; surcharge: number; crowd: bigint }

/** The early buyers with one more, unless it would expect to lose. */
function joined(early: Early, { unit, surcharge, crowd }: Entry): Early | undefined {
  const bought = Curve.buyQuote(early.state, unit, surcharge)
  const state = Curve.afterBuy(early.state, bought)
  if (Curve.isFull(state)) return undefined
  const filled = Curve.afterBuy(state, Curve.buyQuote(state, crowd))
  if (Curve.isFull(filled)) return undefined
  const tokens = early.tokens + bought.tokensOut
  const share = (Curve.sellQuote(filled, tokens).ethOut * bought.tokensOut) / tokens
  return share < unit ? undefined : { state, tokens, cost: early.cost + unit }
}

/** The crowd buys, the early ones sell everything, then the crowd does. */
function sellBeforeCrowd({ state, tokens, cost }: Early, crowd: bigint): Outcome {
  const bought = Curve.buyQuote(state, crowd)
  const filled = Curve.afterBuy(state, bought)
  const sale = Curve.sellQuote(filled, tokens)
  const left = Curve.afterSell(filled, tokens, sale)
  return {
    early: sale.ethOut - cost,
    crowd: Curve.sellQuote(left, bought.tokensOut).ethOut - bought.ethUsed,
    crowdPrice: (bought.ethUsed * ONE) / bought.tokensOut,
  }
}

/** A sale in the untouched pool, which takes its fee of what comes in. */
function sellInPool(tokens: bigint): bigint {
  const { ethLiquidity, tokenLiquidity, fee } = Curve.pool
  const net = (tokens * BigInt(1_000_000 - fee)) / 1_000_000n
  return (ethLiquidity * net) / (tokenLiquidity + net)
}
