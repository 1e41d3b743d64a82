import type { Address, Hex } from 'viem'
import type { Decoded } from '#liquidity/calldata/decode.ts'

export type Stated = {
  readonly wallet: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** The contracts it may go to. */
  readonly targets: readonly Address[]
  readonly deadline?: bigint | undefined
  readonly ticks?: { readonly tickLower: number; readonly tickUpper: number } | undefined
  readonly positionId?: bigint | undefined
  /** Instead of `positionId` where it changes several. */
  readonly positionIds?: readonly bigint[] | undefined
  /** Whether nothing may leave the wallet: every deposit is paid from the amounts that the same transaction removes. */
  readonly isFree?: boolean | undefined
  /** A list where several calls have one, in their order. */
  readonly liquidity?: bigint | readonly bigint[] | undefined
  /** Further arguments by their names in the calldata, for the second reading. */
  readonly terms?: Readonly<Record<string, unknown>> | undefined
  /** Set for a swap and a deposit through the router. */
  readonly zap?: Zap | undefined
  /** Set for a withdrawal through the router that ends in one token. */
  readonly zapOut?: ZapOut | undefined
  /** Set for fees of many positions that the router turns into one token. */
  readonly feesOut?: FeesOut | undefined
  /** Set for a swap alone. */
  readonly swap?: Swap | undefined
  /** Set for a move between two v4 pools that changes native currency into its wrapped form, or back. */
  readonly rewrap?: Rewrap | undefined
  /** The amounts that move, by token as the pool holds it; the zero address is native ETH. */
  readonly moves: readonly Move[]
}

export type Move = {
  readonly token: Address
  readonly amount: bigint
  readonly isPaid: boolean
  /** The maximum that may be paid, or the minimum that must arrive; absent if the calldata has no such limit. */
  readonly limit?: bigint | undefined
}

export type Zap = {
  /** The position manager. */
  readonly manager: Address
  readonly paid: { readonly token: Address; readonly amount: bigint }
  readonly swap: ZapSwap
  /** The swap in another pool before it, and what that one pays. */
  readonly first?: (ZapSwap & { readonly received: Address }) | undefined
  /** The most of each token that becomes liquidity. */
  readonly maxima: { readonly amount0: bigint; readonly amount1: bigint }
}

type ZapSwap = { readonly zeroForOne: boolean; readonly amountIn: bigint; readonly minimumOut: bigint }

export type Rewrap = {
  /** The currency that is converted, its result, and the other currency of both pools. */
  readonly from: Address
  readonly to: Address
  readonly other: Address
  /** The minimum that the removal pays, and the maximum that the mint takes, each in the order of its pool. */
  readonly minima: { readonly amount0: bigint; readonly amount1: bigint }
  readonly maxima: { readonly amount0: bigint; readonly amount1: bigint }
}

export type Swap = {
  /** The zero address is native currency. */
  readonly paid: { readonly token: Address; readonly amount: bigint }
  readonly received: { readonly token: Address; readonly atLeast: bigint }
  /** The tokens as the pool holds them. */
  readonly path: readonly [Address, Address]
}

export type ZapOut = {
  /** Whether only fees are collected, and no liquidity is removed. */
  readonly isFees?: boolean
  readonly minima: { readonly amount0: bigint; readonly amount1: bigint }
  /** The token of which everything is swapped, and the fee of the pool. */
  readonly swapped: { readonly token: Address; readonly fee: number }
  readonly paidOut: { readonly token: Address; readonly isUnwrapped: boolean; readonly atLeast: bigint }
}

export type FeesOut = {
  /** For each pool, the number of its positions and the swap that follows. */
  readonly pools: readonly { readonly count: number; readonly swapped?: SwappedFees | undefined }[]
  readonly paidOut: ZapOut['paidOut']
  /** Tokens that are not swapped; any amount of them is paid out too. */
  readonly others: readonly Address[]
}

type SwappedFees = ZapOut['swapped'] & { readonly minimumOut: bigint }

/** Throws unless deadline, range, positions and liquidity are the stated ones. */
export function checkScalars(calls: readonly Decoded[], stated: Stated): void {
  const { deadline, ticks, positionId, positionIds, liquidity } = stated
  if (positionIds) checkIds(calls, positionIds)
  equal(calls, 'deadline', deadline)
  equal(calls, 'tickLower', ticks?.tickLower)
  equal(calls, 'tickUpper', ticks?.tickUpper)
  equal(calls, 'tokenId', positionId)
  if (typeof liquidity === 'object') checkLiquidities(calls, liquidity)
  else equal(calls, 'liquidity', liquidity)
}

function checkIds(calls: readonly Decoded[], positionIds: readonly bigint[]): void {
  const found = calls.map(({ args }) => args['tokenId']).filter((id) => id !== undefined)
  if (found.join() !== positionIds.join()) throw wrong(`its positions are ${found.join()}`)
}

function checkLiquidities(calls: readonly Decoded[], liquidities: readonly bigint[]): void {
  const found = calls.map(({ args }) => args['liquidity']).filter((liquidity) => liquidity !== undefined)
  if (found.join() !== liquidities.join()) throw wrong(`its liquidities are ${found.join()}`)
}

// v3 mints carry no liquidity: the manager computes it from the amounts.
function equal(calls: readonly Decoded[], field: string, stated: bigint | number | undefined): void {
  if (stated === undefined) return
  let isFound = field === 'liquidity'
  for (const { name, args } of calls) {
    const value = args[field]
    if (value === undefined) continue
    if (value !== stated) throw wrong(`${name}.${field} is ${value}`)
    isFound = true
  }
  if (!isFound) throw wrong(`${field} is missing`)
}

export function wrong(problem: string): Error {
  return new Error(`The built transaction does not match its statement: ${problem}.`)
}
