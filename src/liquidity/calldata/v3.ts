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
  return paid([...opening(request), mint(request)], request.desired, request.native)
}

function opening(request: Omit<Create, 'native'>): string[] {
  const { initialSqrtRatioX96 } = request
  return initialSqrtRatioX96 === undefined ? [] : [`${INITIALISE}${poolOf(request)}${uint(initialSqrtRatioX96)}`]
}

function poolOf({ token0, token1, fee }: Pick<Create, 'token0' | 'token1' | 'fee'>): string {
  return address(token0) + address(token1) + uint(fee)
}

function mint(request: Omit<Create, 'initialSqrtRatioX96' | 'native'>): string {
  const range = int(request.tickLower) + int(request.tickUpper)
  const amounts = limits(request.desired, request.minima)
  return `${MINT}${poolOf(request)}${range}${amounts}${address(request.recipient)}${uint(request.deadline)}`
}

/** Adds liquidity to a position. */
export function increase({ positionId, desired, minima, deadline, native }: Increase): Payload {
  return paid([`${INCREASE}${uint(positionId)}${limits(desired, minima)}${uint(deadline)}`], desired, native)
}

/** Removes liquidity and collects it together with every uncollected fee. */
export function decrease(request: Decrease): Payload {
  const { positionId, minima } = request
  const calls = [remove(request), ...collect(positionId, request, minima)]
  if (request.burn) calls.push(`${BURN}${uint(positionId)}`)
  return { data: multicall(calls), value: 0n }
}

/** `decreaseLiquidity` alone: the position owes the amounts until they are collected. */
export function remove({ positionId, liquidity, minima, deadline }: Omit<Decrease, 'burn' | keyof Payout>): string {
  const least = uint(minima.amount0) + uint(minima.amount1)
  return `${DECREASE}${uint(positionId)}${uint(liquidity)}${least}${uint(deadline)}`
}

/** Collects every uncollected fee; where a side is unwrapped, at least the minima. */
export function claim(positionId: bigint, payout: Payout, minima: Amounts): Payload {
  return { data: multicall(collect(positionId, payout, minima)), value: 0n }
}

/** Collects the fees of several positions to the wallet. */
export function claimMany(positionIds: readonly bigint[], recipient: Address): Payload {
  return { data: multicall(positionIds.map((id) => collectTo(id, recipient))), value: 0n }
}

/** The least of a token that is paid out of the manager. */
export type PaidOut = { readonly token: Address; readonly atLeast: bigint }

/** The same by way of the manager, which unwraps the wrapped token and pays out each other token at once. */
export function claimManyUnwrapped(
  positionIds: readonly bigint[],
  recipient: Address,
  { wrapped, others }: { wrapped: bigint; others: readonly PaidOut[] },
): Payload {
  const collects = positionIds.map((id) => collectTo(id, zeroAddress))
  const sweeps = others.map(({ token, atLeast }) => sweep(token, atLeast, recipient))
  return { data: multicall([...collects, unwrapTo(wrapped, recipient), ...sweeps]), value: 0n }
}

export type Compound = Increase & {
  readonly recipient: Address
  readonly token0: Address
  readonly token1: Address
  /** The fees that must arrive, or it reverts. */
  readonly fees: Amounts
}

/**
 * Collects the fees and adds them to the position. The manager takes deposits only from the wallet, so the fees go
 * there first, with minima that leave nothing of the deposit to be paid by the wallet itself.
 */
export function compound({ recipient, token0, token1, fees, ...deposit }: Compound): Payload {
  const sides = [
    { side: 'token0', token: token0, atLeast: fees.amount0 },
    { side: 'token1', token: token1, atLeast: fees.amount1 },
  ]
  const payouts = sides.map(({ side, token, atLeast }) =>
    side === deposit.native ? unwrapTo(atLeast, recipient) : sweep(token, atLeast, recipient),
  )
  const { positionId, desired, minima, deadline, native } = deposit
  const increased = `${INCREASE}${uint(positionId)}${limits(desired, minima)}${uint(deadline)}`
  return paid([collectTo(positionId, zeroAddress), ...payouts, increased], desired, native)
}

export type Rerange = Omit<Create, 'native'> & {
  readonly positionId: bigint
  readonly liquidity: bigint
  /** The least that the old range pays out. */
  readonly removed: Amounts
}

/**
 * Empties a position and mints another from its payout, in a pool that it opens first if requested. The wallet holds
 * the tokens in between.
 */
export function rerange({ positionId, liquidity, removed, ...minted }: Rerange): Payload {
  const { recipient, deadline } = minted
  const decreased = remove({ positionId, liquidity, minima: removed, deadline })
  return { data: multicall([...opening(minted), decreased, collectTo(positionId, recipient), mint(minted)]), value: 0n }
}

function paid(calls: string[], desired: Amounts, native: Side | undefined): Payload {
  const value = native === undefined ? 0n : desired[native === 'token0' ? 'amount0' : 'amount1']
  return { data: multicall(value > 0n ? [...calls, REFUND_ETH] : calls), value }
}

function limits(desired: Amounts, minima: Amounts): string {
  return uint(desired.amount0) + uint(desired.amount1) + uint(minima.amount0) + uint(minima.amount1)
}

// The manager holds the collected tokens and pays them out by unwrapping and sweeping. The minima detect amounts that
// the code of a hostile token takes out in between; those of a decrease cover the removed liquidity alone.
function collect(positionId: bigint, { recipient, unwrap }: Payout, minima: Amounts): string[] {
  const receiver = unwrap ? zeroAddress : recipient
  const call = collectTo(positionId, receiver)
  if (!unwrap) return [call]
  const [nativeMin, tokenMin] =
    unwrap.side === 'token0' ? [minima.amount0, minima.amount1] : [minima.amount1, minima.amount0]
  return [call, unwrapTo(nativeMin, recipient), sweep(unwrap.otherToken, tokenMin, recipient)]
}

/** Everything that a position owes, to a receiver. */
export function collectTo(positionId: bigint, receiver: Address): string {
  return `${COLLECT}${uint(positionId)}${address(receiver)}${MAX_UINT128}${MAX_UINT128}`
}

function unwrapTo(atLeast: bigint, recipient: Address): string {
  return `${UNWRAP}${uint(atLeast)}${address(recipient)}`
}

function sweep(token: Address, atLeast: bigint, recipient: Address): string {
  return `${SWEEP}${address(token)}${uint(atLeast)}${address(recipient)}`
}
