import { type Address, type Hex, zeroAddress } from 'viem'
import { NOTHING } from '#uniswap/amounts.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import { address, bytes, bytesArray, int, multicall, type Payload, selector, uint } from './abiWords.ts'
import { type PermitBatch, permitBatch } from './permit2.ts'

// The position manager reads this recipient as its caller.
const CALLER = '0000000000000000000000000000000000000000000000000000000000000001'
const INITIALIZE_POOL = selector('initializePool((address,address,uint24,int24,address),uint160)')
const MODIFY_LIQUIDITIES = selector('modifyLiquidities(bytes,uint256)')
const NO_HOOK_DATA = '0'.repeat(64)

const INCREASE = '00'
const DECREASE = '01'
const MINT = '02'
const BURN = '03'
const SETTLE = '0b'
const SETTLE_PAIR = '0d'
const TAKE = '0e'
const TAKE_PAIR = '11'
const CLOSE_CURRENCY = '12'
const SWEEP = '14'
const WRAP = '15'
const UNWRAP = '16'

// The position manager reads this recipient as itself.
const MANAGER = uint(2)
/** As an amount: everything that the manager holds. */
const WHOLE_BALANCE = 1n << 255n

export type SignedPermit = { readonly owner: Address; readonly batch: PermitBatch; readonly signature: Hex }

export type Create = {
  readonly key: PoolKey
  /** Set when the pool is initialised in the same transaction. */
  readonly initialSqrtRatioX96?: bigint | undefined
  readonly permit?: SignedPermit | undefined
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
  readonly maxima: Amounts
  readonly owner: Address
  readonly deadline: bigint
}

type Currencies = Pick<PoolKey, 'currency0' | 'currency1'>

export type Increase = Currencies & {
  readonly positionId: bigint
  readonly permit?: SignedPermit | undefined
  readonly liquidity: bigint
  readonly maxima: Amounts
  readonly deadline: bigint
}

export type Decrease = Currencies & {
  readonly positionId: bigint
  readonly liquidity: bigint
  readonly minima: Amounts
  readonly deadline: bigint
  readonly burn: boolean
}

export type Claim = Currencies & { readonly positionId: bigint; readonly deadline: bigint }

export type Action = readonly [code: string, params: string]

/** Mints a position, initialising its pool and consuming a permit first where asked. */
export function create(request: Create): Payload {
  const { key } = request
  const actions: Action[] = [mint(request), [SETTLE_PAIR, pair(key)]]
  return paid(opening(request), actions, request)
}

export type Mint = Pick<Create, 'key' | 'tickLower' | 'tickUpper' | 'liquidity' | 'maxima' | 'owner'>

function mint({ key, tickLower, tickUpper, liquidity, maxima, owner }: Mint): Action {
  const range = int(tickLower) + int(tickUpper)
  const params = poolKey(key) + range + uint(liquidity) + limits(maxima) + address(owner) + uint(384) + NO_HOOK_DATA
  return [MINT, params]
}

/** Initialises a pool and does nothing else. */
export function initializePool(key: PoolKey, sqrtRatioX96: bigint): Hex {
  return `0x${initialize(key, sqrtRatioX96)}`
}

function opening({ key, initialSqrtRatioX96 }: Pick<Create, 'key' | 'initialSqrtRatioX96'>): string[] {
  return initialSqrtRatioX96 === undefined ? [] : [initialize(key, initialSqrtRatioX96)]
}

function initialize(key: PoolKey, sqrtRatioX96: bigint): string {
  return `${INITIALIZE_POOL}${poolKey(key)}${uint(sqrtRatioX96)}`
}

/** Adds liquidity. Each currency is closed, not settled, because accrued fees may exceed the deposit on a side. */
export function increase(request: Increase): Payload {
  const { positionId, liquidity, maxima, currency0, currency1 } = request
  const actions: Action[] = [
    [INCREASE, change(positionId, liquidity, maxima)],
    [CLOSE_CURRENCY, address(currency0)],
    [CLOSE_CURRENCY, address(currency1)],
  ]
  return paid([], actions, { ...request, key: request })
}

/** Removes liquidity and takes it together with every fee; with `burn` the whole position and its token go. */
export function decrease(request: Decrease): Payload {
  const { positionId, liquidity, minima } = request
  const removed = request.burn ? undefined : liquidity
  return unpaid([removal(positionId, removed, minima), take(request)], request.deadline)
}

function removal(positionId: bigint, liquidity: bigint | undefined, minima: Amounts): Action {
  return liquidity === undefined ? burn(positionId, minima) : [DECREASE, change(positionId, liquidity, minima)]
}

function burn(positionId: bigint, minima: Amounts): Action {
  return [BURN, uint(positionId) + limits(minima) + uint(128) + NO_HOOK_DATA]
}

/** Takes every fee: a decrease by nothing. */
export function claim(request: Claim): Payload {
  return decrease({ ...request, liquidity: 0n, minima: NOTHING, burn: false })
}

/**
 * Takes every fee where the pool's hook keeps a share of them. The manager cannot book that share as a decrease, only as
 * an increase by nothing that may cost up to `maxima`.
 */
export function claimWithHook({ positionId, deadline, ...currencies }: Claim, maxima: Amounts): Payload {
  return compound({ positionId, deadline, ...currencies, liquidity: 0n, maxima })
}

export type ClaimMany = {
  readonly positionIds: readonly bigint[]
  readonly currencies: readonly Address[]
  readonly deadline: bigint
}

/** Takes every fee of several positions, each currency once. */
export function claimMany({ positionIds, currencies, deadline }: ClaimMany): Payload {
  const nothing = { amount0: 0n, amount1: 0n }
  const updates = positionIds.map((id): Action => [DECREASE, change(id, 0n, nothing)])
  // An amount of zero means everything that is owed.
  const takes = currencies.map((currency): Action => [TAKE, address(currency) + CALLER + uint(0)])
  return unpaid([...updates, ...takes], deadline)
}

export type Compound = Claim & { readonly liquidity: bigint; readonly maxima: Amounts }

/** Adds liquidity that the position's own fees pay for, and takes the rest of them; reverts if they do not suffice. */
export function compound({ positionId, liquidity, maxima, deadline, ...currencies }: Compound): Payload {
  return unpaid([[INCREASE, change(positionId, liquidity, maxima)], take(currencies)], deadline)
}

export type Rerange = Mint & {
  /** The price at which the pool of the mint is opened first. */
  readonly initialSqrtRatioX96?: bigint | undefined
  readonly positionId: bigint
  /** The part of the liquidity that leaves. Default: all of it, and the position is burned. */
  readonly removed?: bigint | undefined
  readonly minima: Amounts
  readonly deadline: bigint
}

/** Burns a position or a part of it, mints one that it and its fees pay for, and takes the rest; reverts if they do not suffice. */
export function rerange({ positionId, removed, minima, deadline, ...minted }: Rerange): Payload {
  return unpaid([removal(positionId, removed, minima), mint(minted), take(minted.key)], deadline, opening(minted))
}

export type Rewrap = Rerange & { readonly leaving: Currencies; readonly wrapped: Address }

/**
 * The same between a pool of native currency and one of its wrapped form, which the manager changes on the way. It is
 * locked meanwhile, so that nobody else can sweep it, and pays the rest out as native currency.
 */
export function rewrap({ positionId, removed, minima, deadline, leaving, wrapped, ...minted }: Rewrap): Payload {
  const isWrapping = leaving.currency0 === zeroAddress
  const [from, to] = isWrapping ? [zeroAddress, wrapped] : [wrapped, zeroAddress]
  const other = leaving.currency0 === from ? leaving.currency1 : leaving.currency0
  const unwrap: Action = [UNWRAP, uint(WHOLE_BALANCE)]
  const actions: Action[] = [
    removal(positionId, removed, minima),
    [TAKE, address(from) + MANAGER + uint(0)],
    isWrapping ? [WRAP, uint(WHOLE_BALANCE)] : unwrap,
    mint(minted),
    [SETTLE, address(to) + uint(0) + uint(0)],
    ...(isWrapping ? [unwrap] : []),
    [SWEEP, address(zeroAddress) + CALLER],
    [TAKE, address(other) + CALLER + uint(0)],
  ]
  return unpaid(actions, deadline, opening(minted))
}

function unpaid(actions: readonly Action[], deadline: bigint, prelude: readonly string[] = []): Payload {
  return { data: multicall([...prelude, modifyLiquidities(actions, deadline)]), value: 0n }
}

type Funding = {
  readonly key: Currencies
  readonly maxima: Amounts
  readonly permit?: SignedPermit | undefined
  readonly deadline: bigint
}

function paid(prelude: string[], actions: Action[], { key, maxima, permit, deadline }: Funding): Payload {
  if (permit) prelude.push(permitBatch(permit.owner, permit.batch, permit.signature))
  const native = key.currency0 === zeroAddress
  if (native) actions.push([SWEEP, address(zeroAddress) + CALLER])
  return { data: multicall([...prelude, modifyLiquidities(actions, deadline)]), value: native ? maxima.amount0 : 0n }
}

/** A mint inside Universal Router, paid from the funds in the manager; the rest goes to the owner. */
export function mintFromManager({ deadline, ...minted }: Mint & { readonly deadline: bigint }): string {
  const { key, owner } = minted
  const currencies = [key.currency0, key.currency1]
  const settles = currencies.map((currency): Action => [SETTLE, address(currency) + uint(0) + uint(0)])
  const sweeps = currencies.map((currency): Action => [SWEEP, address(currency) + address(owner)])
  return modifyLiquidities([mint(minted), ...settles, ...sweeps], deadline)
}

function modifyLiquidities(actions: readonly Action[], deadline: bigint): string {
  return `${MODIFY_LIQUIDITIES}${uint(64)}${uint(deadline)}${bytes(actionList(actions))}`
}

/** The codes and parameters of actions with which position manager and router unlock the pool manager. */
export function actionList(actions: readonly Action[]): string {
  let codes = ''
  for (const [code] of actions) codes += code
  const list = bytes(codes)
  const params = bytesArray(actions.map((action) => action[1]))
  return uint(64) + uint(64 + list.length / 2) + list + params
}

function change(positionId: bigint, liquidity: bigint, limit: Amounts): string {
  return uint(positionId) + uint(liquidity) + limits(limit) + uint(160) + NO_HOOK_DATA
}

function limits({ amount0, amount1 }: Amounts): string {
  return uint(amount0) + uint(amount1)
}

export function poolKey({ currency0, currency1, fee, tickSpacing, hooks }: PoolKey): string {
  return address(currency0) + address(currency1) + uint(fee) + int(tickSpacing) + address(hooks)
}

function pair({ currency0, currency1 }: Currencies): string {
  return address(currency0) + address(currency1)
}

function take(currencies: Currencies): Action {
  return [TAKE_PAIR, pair(currencies) + CALLER]
}
