import { type Address, zeroAddress } from 'viem'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { address, int, multicall, type Payload, selector, uint } from './abiWords.ts'

const INITIALISE = selector('createAndInitializePoolIfNecessary(address,address,uint24,uint160)')
const MINT = selector('mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))')
const INCREASE = selector('increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))')
const DECREASE = selector('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))')
const COLLECT = selector('collect((uint256,address,uint128,uint128))')
const UNWRAP = selector('unwrapWETH9(uint256,address)')
const SWEEP = selector('sweepToken(address,uint256,address)')
const BURN = selector('burn(uint256)')
const REFUND_ETH = selector('refundETH()')

const MAX_UINT128 = 'ffffffffffffffffffffffffffffffff'.padStart(64, '0')

type Side = 'token0' | 'token1'

export type Create = {
  readonly token0: Address
  readonly token1: Address
  readonly fee: number
  /** Set when the pool is created in the same transaction. */
  readonly initialSqrtRatioX96?: bigint | undefined
  readonly tickLower: number
  readonly tickUpper: number
  readonly desired: Amounts
  readonly minima: Amounts
  readonly recipient: Address
  readonly deadline: bigint
  /** The side paid in native ETH, which must be the wrapped token's. */
  readonly native?: Side | undefined
}

export type Increase = {
  readonly positionId: bigint
  readonly desired: Amounts
  readonly minima: Amounts
  readonly deadline: bigint
  readonly native?: Side | undefined
}

/** How collected tokens reach the wallet: as they are, or with the wrapped side unwrapped. */
export type Payout = {
  readonly recipient: Address
  readonly unwrap?: { readonly side: Side; readonly otherToken: Address } | undefined
}

export type Decrease = Payout & {
  readonly positionId: bigint
  readonly liquidity: bigint
  readonly minima: Amounts
  readonly deadline: bigint
  readonly burn: boolean
}

/** Mints a position, creating and initialising its pool first where asked. */
export function create(request: Create): Payload {
  const { token0, token1, fee, initialSqrtRatioX96, desired, minima } = request
  const pool = address(token0) + address(token1) + uint(fee)
  const calls: string[] = []
  if (initialSqrtRatioX96 !== undefined) calls.push(`${INITIALISE}${pool}${uint(initialSqrtRatioX96)}`)
  const range = int(request.tickLower) + int(request.tickUpper)
  calls.push(`${MINT}${pool}${range}${limits(desired, minima)}${address(request.recipient)}${uint(request.deadline)}`)
  return paid(calls, desired, request.native)
}

/** Adds liquidity to a position. */
export function increase({ positionId, desired, minima, deadline, native }: Increase): Payload {
  return paid([`${INCREASE}${uint(positionId)}${limits(desired, minima)}${uint(deadline)}`], desired, native)
}

/** Removes liquidity and collects it together with every uncollected fee. */
export function decrease(request: Decrease): Payload {
  const { positionId, liquidity, minima, deadline } = request
  const least = uint(minima.amount0) + uint(minima.amount1)
  const calls = [
    `${DECREASE}${uint(positionId)}${uint(liquidity)}${least}${uint(deadline)}`,
    ...collect(positionId, request, minima),
  ]
  if (request.burn) calls.push(`${BURN}${uint(positionId)}`)
  return { data: multicall(calls), value: 0n }
}

/** Collects every uncollected fee; where a side is unwrapped, at least the minima. */
export function claim(positionId: bigint, payout: Payout, minima: Amounts): Payload {
  return { data: multicall(collect(positionId, payout, minima)), value: 0n }
}

function paid(calls: string[], desired: Amounts, native: Side | undefined): Payload {
  const value = native === undefined ? 0n : desired[native === 'token0' ? 'amount0' : 'amount1']
  return { data: multicall(value > 0n ? [...calls, REFUND_ETH] : calls), value }
}

function limits(desired: Amounts, minima: Amounts): string {
  return uint(desired.amount0) + uint(desired.amount1) + uint(minima.amount0) + uint(minima.amount1)
}

// The manager holds the collected tokens and pays them out by unwrapping and sweeping. The minima catch what the code of
// a hostile token takes out in between; those of a decrease cover the removed liquidity alone.
function collect(positionId: bigint, { recipient, unwrap }: Payout, minima: Amounts): string[] {
  const receiver = unwrap ? zeroAddress : recipient
  const call = `${COLLECT}${uint(positionId)}${address(receiver)}${MAX_UINT128}${MAX_UINT128}`
  if (!unwrap) return [call]
  const [nativeMin, tokenMin] =
    unwrap.side === 'token0' ? [minima.amount0, minima.amount1] : [minima.amount1, minima.amount0]
  return [
    call,
    `${UNWRAP}${uint(nativeMin)}${address(recipient)}`,
    `${SWEEP}${address(unwrap.otherToken)}${uint(tokenMin)}${address(recipient)}`,
  ]
}
