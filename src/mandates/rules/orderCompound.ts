import { type Address, concat, getAddress, type Hex, maxUint256, slice, toFunctionSelector, toHex } from 'viem'
import { min } from '#core/bigint.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import type { Execution } from './Delegation.ts'
import type { Targets } from './Grant.ts'
import { read, words, write } from './Layout.ts'
import { FORMS } from './liquidityForms.ts'
import type { Compound, CompoundOrder } from './Order.ts'
import type { Read } from './orderExit.ts'
import { rangeOf, wordOfTick } from './rangeWords.ts'

const COMPOUND = FORMS.v4Compound.layout

const SELECTORS = {
  growth: toFunctionSelector('getFeeGrowthInside(bytes32,int24,int24)'),
  position: toFunctionSelector('getPositionInfo(bytes32,address,int24,int24,bytes32)'),
}

/** The one call of a compound. It settles nothing, so it reverts unless the fees of the position pay for all of it. */
export function compoundCall({ token, amount, until, compound }: CompoundOrder): Execution {
  const { tokenId, tokens, amount0Max, amount1Max } = compound
  const [token0, token1] = tokens.map(BigInt) as [bigint, bigint]
  const filled = { id: tokenId, liquidity: amount, amount0: amount0Max, amount1: amount1Max, deadline: until }
  return { to: token, value: 0n, data: write(COMPOUND, { ...filled, token0, token1 }) }
}

/** The read of the growth of the fees. It names the range of the position, which the call does not. */
export function growthRead({ compound }: Pick<CompoundOrder, 'compound'>, targets: Targets): Read {
  const { pool, tickLower, tickUpper } = compound
  return {
    to: stateViewOf(targets),
    data: concat([SELECTORS.growth, pool, words(wordOfTick(tickLower), wordOfTick(tickUpper))]),
  }
}

/** The read of the liquidity of the position, and of the growth that its fees were last paid at. */
export function feesRead({ token, compound }: CompoundOrder, targets: Targets): Read {
  const { pool, tokenId, tickLower, tickUpper } = compound
  const place = words(BigInt(token), wordOfTick(tickLower), wordOfTick(tickUpper), tokenId)
  return { to: stateViewOf(targets), data: concat([SELECTORS.position, pool, place]) }
}

type Condition = { query: Hex; min: bigint; max: bigint }
type FoundCompound = Pick<CompoundOrder, 'amount' | 'outMin' | 'compound'>

/** The compound that a call and its read make; undefined for another call. */
export function readCompound(data: Hex, { query }: Condition): FoundCompound | undefined {
  const found = read(COMPOUND, data)
  if (!found) return undefined
  const word = (name: string) => found[name] ?? 0n
  const compound: Compound = {
    tokenId: word('id'),
    pool: slice(query, 4, 36),
    tokens: [word('token0'), word('token1')].map((one) => getAddress(toHex(one, { size: 20 }))) as [Address, Address],
    ...rangeOf(slice(query, 36, 68), slice(query, 68, 100)),
    amount0Max: word('amount0'),
    amount1Max: word('amount1'),
  }
  return { amount: word('liquidity'), outMin: word('liquidity'), compound }
}

export type FeeState = {
  /** The growth of the fees of one unit of liquidity in the range, now and when they were last paid. */
  growth: readonly [bigint, bigint]
  paidAt: readonly [bigint, bigint]
  liquidity: bigint
  priceX96: bigint
}

/** The part of the order's liquidity that the fees pay for now; zero while the price is outside of the signed amounts. */
export function payable({ amount, compound }: Pick<CompoundOrder, 'amount' | 'compound'>, state: FeeState): bigint {
  const { amount0Max, amount1Max } = compound
  const bounds = Liquidity.boundsOf(compound)
  const needed = Liquidity.amountsUp(state.priceX96, bounds, amount)
  if (needed.amount0 > amount0Max || needed.amount1 > amount1Max) return 0n
  const fees = feesOf(state)
  if (needed.amount0 <= fees.amount0 && needed.amount1 <= fees.amount1) return amount
  return min(Liquidity.forAmounts(state.priceX96, bounds, fees), amount - 1n)
}

/** The fees that the position has earned. */
export function feesOf({ growth, paidAt, liquidity }: FeeState): Liquidity.Amounts {
  const [amount0 = 0n, amount1 = 0n] = growth.map(
    (now, index) => (BigInt.asUintN(256, now - (paidAt[index] ?? 0n)) * liquidity) >> 128n,
  )
  return { amount0, amount1 }
}

/** Every figure: the fees and the signed amounts are the condition. */
export const ANY_FIGURE = { min: 0n, max: maxUint256 } as const

function stateViewOf({ v4StateView }: Targets): Address {
  if (!v4StateView) throw new Error('This chain has no state view of v4.')
  return v4StateView
}
