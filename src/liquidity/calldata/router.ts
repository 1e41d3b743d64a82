import { type Address, type Hex, zeroAddress } from 'viem'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { address, bytes, bytesArray, type Payload, selector, uint } from './abiWords.ts'
import * as v3 from './v3.ts'
import { type Action, actionList, type Mint, mintFromManager, poolKey } from './v4.ts'

const EXECUTE = selector('execute(bytes,bytes[],uint256)')

const V3_SWAP_EXACT_IN = '00'
const PERMIT2_TRANSFER_FROM = '02'
const SWEEP_TOKEN = '04'
const WRAP_ETH = '0b'
const UNWRAP_WETH = '0c'
const V4_SWAP = '10'
const V3_POSITION_CALL = '12'
const V4_POSITION_CALL = '14'

const SWAP_EXACT_IN_SINGLE = '06'
const SETTLE = '0b'
const TAKE = '0e'

/** In the router's calldata this address means the router itself. */
export const ROUTER = '0x0000000000000000000000000000000000000002'

/** As an amount: everything that the router holds of the token. */
export const WHOLE_BALANCE = 1n << 255n

type Command = readonly [code: string, input: string]

export type ZapIn = {
  readonly mint: Mint
  readonly zeroForOne: boolean
  /** The part of the payment that is swapped, and the minimum that it must return. */
  readonly swapped: bigint
  readonly minimumOut: bigint
  /** The rest of the payment. */
  readonly kept: bigint
  /** Set where the payment is a token outside the pool: all of it is swapped in another pool first. */
  readonly first?: FirstSwap | undefined
  readonly manager: Address
  readonly deadline: bigint
}

type FirstSwap = Swapped & { readonly key: Mint['key'] }
type Swapped = Omit<ZapIn, 'mint' | 'manager' | 'deadline' | 'kept' | 'first'>

/**
 * Swaps a part of one token and mints a position from both. Funds are in the position manager only while no code but
 * that of the token paid in can run; native currency stays in the router, which is locked, until the mint.
 */
export function zapIn(zap: ZapIn): Payload {
  const { mint, manager, deadline, kept, first, ...swap } = zap
  if (first) return zapThrough({ ...zap, first })
  const [paid, received] = endsOf(mint.key, swap.zeroForOne)
  const isNative = paid === zeroAddress
  const actions: Action[] = [
    [SWAP_EXACT_IN_SINGLE, swapSingle(mint, swap)],
    [SETTLE, address(paid) + uint(swap.swapped) + uint(isNative ? 0 : 1)],
    takeFor(received, manager),
  ]
  const rest: Command = [PERMIT2_TRANSFER_FROM, address(paid) + address(manager) + uint(kept)]
  const commands: Command[] = [
    [V4_SWAP, actionList(actions)],
    ...(isNative || kept === 0n ? [] : [rest]),
    [V4_POSITION_CALL, mintFromManager({ ...mint, deadline })],
  ]
  return { data: execute(commands, deadline), value: isNative ? swap.swapped + kept : 0n }
}

/**
 * The same from a token outside the pool, all of which is swapped first. The pool manager keeps the proceeds until both
 * swaps are done and paid for; the token between the two pools arrives last, because only its code is trusted.
 */
function zapThrough({ mint, manager, deadline, first, ...swap }: ZapIn & { readonly first: FirstSwap }): Payload {
  const [paid] = endsOf(first.key, first.zeroForOne)
  const [between, received] = endsOf(mint.key, swap.zeroForOne)
  const isNative = paid === zeroAddress
  const actions: Action[] = [
    [SWAP_EXACT_IN_SINGLE, swapSingle(first, first)],
    [SWAP_EXACT_IN_SINGLE, swapSingle(mint, swap)],
    [SETTLE, address(paid) + uint(first.swapped) + uint(isNative ? 0 : 1)],
    takeFor(received, manager),
    takeFor(between, manager),
  ]
  const commands: Command[] = [
    [V4_SWAP, actionList(actions)],
    [V4_POSITION_CALL, mintFromManager({ ...mint, deadline })],
  ]
  return { data: execute(commands, deadline), value: isNative ? first.swapped : 0n }
}

function endsOf({ currency0, currency1 }: Mint['key'], zeroForOne: boolean): readonly [Address, Address] {
  return zeroForOne ? [currency0, currency1] : [currency1, currency0]
}

// The mint takes native currency as the value of its call, and tokens from the position manager.
function takeFor(currency: Address, manager: Address): Action {
  return [TAKE, address(currency) + address(currency === zeroAddress ? ROUTER : manager) + uint(0)]
}

/**
 * One encoding for every version of the router: older ones read the word after the minimum as the offset of the empty
 * hook data; newer ones read it as a minimum price of 320 / 2^36, which never binds, and the next word as the offset.
 */
function swapSingle({ key }: Pick<Mint, 'key'>, { zeroForOne, swapped, minimumOut }: Swapped) {
  const terms = uint(zeroForOne ? 1 : 0) + uint(swapped) + uint(minimumOut)
  return uint(32) + poolKey(key) + terms + uint(320) + uint(320) + uint(0)
}

export type SwapV4 = {
  readonly key: Mint['key']
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly minimumOut: bigint
  readonly wallet: Address
  readonly deadline: bigint
}

/** Swaps an amount of the wallet in one v4 pool and pays the wallet. */
export function swapV4({ key, zeroForOne, amountIn, minimumOut, wallet, deadline }: SwapV4): Payload {
  const [paid, received] = endsOf(key, zeroForOne)
  const isNative = paid === zeroAddress
  const actions: Action[] = [
    [SWAP_EXACT_IN_SINGLE, swapSingle({ key }, { zeroForOne, swapped: amountIn, minimumOut })],
    [SETTLE, address(paid) + uint(amountIn) + uint(isNative ? 0 : 1)],
    [TAKE, address(received) + address(wallet) + uint(0)],
  ]
  return { data: execute([[V4_SWAP, actionList(actions)]], deadline), value: isNative ? amountIn : 0n }
}

export type SwapV3 = Omit<SwapV4, 'key' | 'zeroForOne'> & {
  readonly token: Address
  readonly fee: number
  readonly received: Address
  /** Whether the wallet pays in native currency, which the router wraps. */
  readonly isWrapped: boolean
}

/** The same in one v3 pool. */
export function swapV3({ token, fee, received, amountIn, minimumOut, wallet, isWrapped, deadline }: SwapV3): Payload {
  const path = bytes(pathOf({ token, fee }, received).slice(2))
  const ends = uint(192) + uint(isWrapped ? 0 : 1) + uint(192 + path.length / 2)
  const commands: Command[] = [
    ...(isWrapped ? [[WRAP_ETH, address(ROUTER) + uint(amountIn)] as const] : []),
    [V3_SWAP_EXACT_IN, address(wallet) + uint(amountIn) + uint(minimumOut) + ends + path + uint(0)],
  ]
  return { data: execute(commands, deadline), value: isWrapped ? amountIn : 0n }
}

function execute(commands: readonly Command[], deadline: bigint): Hex {
  const codes = bytes(commands.map(([code]) => code).join(''))
  const inputs = bytesArray(commands.map(([, input]) => input))
  return `0x${EXECUTE}${uint(96)}${uint(96 + codes.length / 2)}${uint(deadline)}${codes}${inputs}`
}

/** The end of a withdrawal in one token: everything that the router holds of it goes to the wallet, or it reverts. */
export type PaidOut = {
  /** The token as the pool holds it. */
  readonly token: Address
  readonly isUnwrapped: boolean
  readonly atLeast: bigint
  readonly wallet: Address
}

export type ZapOutV3 = {
  readonly positionId: bigint
  readonly liquidity: bigint
  readonly minima: Amounts
  readonly router: Address
  readonly swapped: { readonly token: Address; readonly fee: number }
  readonly paidOut: PaidOut
  readonly deadline: bigint
}

/** Removes liquidity of a v3 position, or fees alone, into the router, which is locked, swaps all of one token and pays out the other. */
export function zapOutV3({ positionId, router, swapped, paidOut, deadline, ...removed }: ZapOutV3): Payload {
  const commands: Command[] = [
    ...(removed.liquidity > 0n ? [[V3_POSITION_CALL, v3.remove({ positionId, deadline, ...removed })] as const] : []),
    [V3_POSITION_CALL, v3.collectTo(positionId, router)],
    [V3_SWAP_EXACT_IN, swapWholeV3(swapped, paidOut.token)],
    payOut(paidOut),
  ]
  return { data: execute(commands, deadline), value: 0n }
}

export type FeesOutV3 = {
  /** By pool; without a swap where its other token has no fees. */
  readonly pools: readonly PoolFeesOut[]
  readonly router: Address
  readonly paidOut: PaidOut
  /** Tokens that are not swapped; any amount of them goes to the wallet. */
  readonly others: readonly Address[]
  readonly deadline: bigint
}

export type PoolFeesOut = { readonly positionIds: readonly bigint[]; readonly swapped?: SwappedFees | undefined }
type SwappedFees = ZapOutV3['swapped'] & { readonly minimumOut: bigint }

/** Collects the fees of many v3 positions into the router, which is locked, and swaps those of each pool in that pool. */
export function feesOutV3({ pools, router, paidOut, others, deadline }: FeesOutV3): Payload {
  const commands = pools.flatMap(({ positionIds, swapped }): Command[] => [
    ...positionIds.map((id) => [V3_POSITION_CALL, v3.collectTo(id, router)] as const),
    ...(swapped ? [[V3_SWAP_EXACT_IN, swapWholeV3(swapped, paidOut.token, swapped.minimumOut)] as const] : []),
  ])
  const { wallet } = paidOut
  const rests = others.map((token) => payOut({ token, isUnwrapped: false, atLeast: 0n, wallet }))
  return { data: execute([...commands, payOut(paidOut), ...rests], deadline), value: 0n }
}

// Without a minimum that of the payout bounds the sum. Newer routers read the empty list at the end; older ones ignore it.
function swapWholeV3(swapped: ZapOutV3['swapped'], received: Address, minimumOut = 0n): string {
  const path = bytes(pathOf(swapped, received).slice(2))
  const ends = uint(192) + uint(0) + uint(192 + path.length / 2)
  return address(ROUTER) + uint(WHOLE_BALANCE) + uint(minimumOut) + ends + path + uint(0)
}

/** A swap in one v3 pool: token, fee, token. */
export function pathOf({ token, fee }: ZapOutV3['swapped'], received: Address): Hex {
  return `0x${address(token).slice(24)}${uint(fee).slice(58)}${address(received).slice(24)}`
}

function payOut({ token, isUnwrapped, atLeast, wallet }: PaidOut): Command {
  if (isUnwrapped) return [UNWRAP_WETH, address(wallet) + uint(atLeast)]
  return [SWEEP_TOKEN, address(token) + address(wallet) + uint(atLeast)]
}
