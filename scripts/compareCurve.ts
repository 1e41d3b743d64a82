import { isDeepStrictEqual } from 'node:util'
import type { EthereumProvider } from 'hardhat/types/providers'
import * as Curve from '#launchpad/contract/Curve.ts'
import { amount, numbers } from './numbers.ts'
import { type Artifact, place, read } from './padOnChain.ts'

type Step = {
  isBuy: boolean
  amountIn: bigint
  amountOut: bigint
  withheld: bigint
  exactIn: bigint
  fee: bigint
  used: bigint
  realEth: bigint
  sold: bigint
}

const IS_BUY = 1n << 255n
/** Where the surcharge of a buy begins in its word. */
const SURCHARGE_AT = 241n
const PATHS_PER_CALL = 100
const STEPS = 24

/** Walks `count` random paths with Curve.ts and with the compiled CurveMath, and compares every number of every step. */
export async function compareCurve(provider: EthereumProvider, harness: Artifact, count: number): Promise<void> {
  const address = await place(provider, harness.bytecode)
  const next = numbers('curve')
  for (let done = 0; done < count; done += PATHS_PER_CALL) {
    const paths = Array.from({ length: PATHS_PER_CALL }, () => Array.from({ length: STEPS }, () => word(next())))
    const theirs = await read(provider, address, { abi: harness.abi, name: 'walks', args: [paths] })
    for (const [index, steps] of (theirs as Step[][]).entries()) compareSteps(paths[index] ?? [], steps)
  }
}

/** A trade: bit 255 distinguishes a buy from a sale, the next 14 are a buy's surcharge, none for half of them, the rest is the amount. */
function word(seed: bigint): bigint {
  if ((seed & 3n) === 0n) return amount(seed, 27n)
  const surcharge = (seed & 4n) === 0n ? 0n : (seed >> 240n) % 9_901n
  return IS_BUY | (surcharge << SURCHARGE_AT) | amount(seed, 19n)
}

function compareSteps(path: bigint[], theirs: Step[]): void {
  let state = Curve.untouched
  for (const [index, step] of theirs.entries()) {
    if (Curve.isFull(state)) break
    const ours = walk(state, path[index] ?? 0n)
    if (!isDeepStrictEqual(ours, step)) throw new Error(`Step ${index} differs: ${show(ours)} and ${show(step)}`)
    state = { realEth: ours.realEth, sold: ours.sold }
  }
}

function walk(state: Curve.State, step: bigint): Step {
  const amount = step & ((1n << SURCHARGE_AT) - 1n)
  if ((step & IS_BUY) !== 0n || state.sold === 0n) {
    const surcharge = Number((step & (IS_BUY - 1n)) >> SURCHARGE_AT)
    const quote = Curve.buyQuote(state, amount, surcharge)
    const { tokensOut: amountOut, withheld, fee, ethUsed: used } = quote
    const exactIn = Curve.buyQuoteExactOut(state, amountOut, surcharge)?.ethIn ?? 0n
    return { isBuy: true, amountIn: amount, amountOut, withheld, exactIn, fee, used, ...Curve.afterBuy(state, quote) }
  }
  const amountIn = amount < state.sold ? amount : state.sold
  const quote = Curve.sellQuote(state, amountIn)
  const after = Curve.afterSell(state, amountIn, quote)
  return {
    isBuy: false,
    amountIn,
    amountOut: quote.ethOut,
    withheld: 0n,
    exactIn: 0n,
    fee: quote.fee,
    used: 0n,
    ...after,
  }
}

function show(step: Step): string {
  return JSON.stringify(step, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
