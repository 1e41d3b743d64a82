import { isDeepStrictEqual } from 'node:util'
import type { EthereumProvider } from 'hardhat/types/providers'
import * as Curve from '#launchpad/Curve.ts'
import { amount, numbers } from './numbers.ts'
import { type Artifact, place, read } from './padOnChain.ts'

type Step = {
  isBuy: boolean
  amountIn: bigint
  amountOut: bigint
  fee: bigint
  used: bigint
  realEth: bigint
  sold: bigint
}

const IS_BUY = 1n << 255n
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

/** A trade: bit 255 tells a buy from a sale, the rest is the amount. */
function word(seed: bigint): bigint {
  return (seed & 3n) === 0n ? amount(seed, 27n) : IS_BUY | amount(seed, 19n)
}

function compareSteps(path: bigint[], theirs: Step[]): void {
  let state = Curve.opening
  for (const [index, step] of theirs.entries()) {
    if (Curve.isFull(state)) break
    const ours = walk(state, path[index] ?? 0n)
    if (!isDeepStrictEqual(ours, step)) throw new Error(`Step ${index} differs: ${show(ours)} and ${show(step)}`)
    state = { realEth: ours.realEth, sold: ours.sold }
  }
}

function walk(state: Curve.State, step: bigint): Step {
  const amount = step & (IS_BUY - 1n)
  if ((step & IS_BUY) !== 0n || state.sold === 0n) {
    const quote = Curve.buyQuote(state, amount)
    const { tokensOut: amountOut, fee, ethUsed: used } = quote
    return { isBuy: true, amountIn: amount, amountOut, fee, used, ...Curve.afterBuy(state, quote) }
  }
  const amountIn = amount < state.sold ? amount : state.sold
  const quote = Curve.sellQuote(state, amountIn)
  const after = Curve.afterSell(state, amountIn, quote)
  return { isBuy: false, amountIn, amountOut: quote.ethOut, fee: quote.fee, used: 0n, ...after }
}

function show(step: Step): string {
  return JSON.stringify(step, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
