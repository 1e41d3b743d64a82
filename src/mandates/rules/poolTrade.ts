import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import type { Execution } from './Delegation.ts'
import type { Targets } from './Grant.ts'
import { layoutOf, mark, read, words, write } from './Layout.ts'
import { isSale, type Pool, type TradeOrder } from './Order.ts'
import { priceRead, type Read } from './orderExit.ts'

/** The fee and the tick spacing of the pool that a token graduates into; the launch contract is its hook. */
const FEE = 10_000
const TICK_SPACING = 200
/** No pool has this price, but every open pool has at least it. */
const OPEN = 1n

const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const NAMES = ['token', 'launchpad', 'amount', 'outMin', 'owner', 'deadline']
const V4_SWAP = '0x10'
/** Every version of the router reads this place of the empty hook data, or takes it for a price that never binds. */
const HOOK_DATA = 320n
const TUPLE = 32n
/** All that the swap brings. */
const ALL = 0n

const key = [0n, 'token', BigInt(FEE), BigInt(TICK_SPACING), 'launchpad'] as const
const swap = (direction: bigint) => words(TUPLE, ...key, direction, 'amount', 'outMin', HOOK_DATA, HOOK_DATA, 0n)

function execute(actions: Hex, params: readonly Hex[]): Hex {
  const input = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [actions, params])
  return encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: [V4_SWAP, [input], mark('deadline')] })
}

/** A buy is paid with the value of its call; a sale is paid by the router, to which the call before sends the tokens. */
const BUY = layoutOf(execute('0x060c0e', [swap(1n), words(0n, 'amount'), words('token', 'owner', ALL)]), NAMES)
const SELL = layoutOf(execute('0x060b0e', [swap(0n), words('token', 'amount', 0n), words(0n, 'owner', ALL)]), NAMES)
const TRANSFER = toFunctionSelector('transfer(address,uint256)')
const QUOTE = toFunctionSelector('quoteExactInputSingle(((address,address,uint24,int24,address),bool,uint128,bytes))')

/** The pool of a token, with the price that an order in it waits for. */
export function poolOf({ token }: Pick<TradeOrder, 'token'>, { launchpad }: Targets, leastX96 = OPEN): Pool {
  const currencies = { currency0: zeroAddress, currency1: token }
  return { id: poolIdOf({ ...currencies, fee: FEE, tickSpacing: TICK_SPACING, hooks: launchpad }), leastX96 }
}

/** The least square-root price at which `amount` units are worth at most `worth` wei. */
export function triggerAt(amount: bigint, worth: bigint): bigint {
  const below = SqrtPrice.fromRatio(amount, worth)
  return worthAt(amount, below) > worth || below === 0n ? below + 1n : below
}

/** The wei that units are worth at a square-root price, rounded down. */
export function worthAt(amount: bigint, priceX96: bigint): bigint {
  return priceX96 === 0n ? maxUint256 : (amount << 192n) / (priceX96 * priceX96)
}

/** The calls of a trade in the pool. Nothing stays in the router, and no allowance is given. */
export function poolCalls(order: TradeOrder, targets: Targets): Execution[] {
  const to = routerOf(targets)
  const { token, amount, outMin, owner, until } = order
  const named = { token: BigInt(token), launchpad: BigInt(targets.launchpad), owner: BigInt(owner) }
  const filled = { ...named, amount, outMin, deadline: until }
  if (!isSale(order)) return [{ to, value: amount, data: write(BUY, filled) }]
  const paying = { to: token, value: 0n, data: concat([TRANSFER, words(BigInt(to), amount)]) }
  return [paying, { to, value: 0n, data: write(SELL, filled) }]
}

/** The read whose first word is the square-root price of the pool; 0 before graduation. */
export function poolPriceRead({ id }: Pool, targets: Targets): Read {
  return priceRead({ protocol: 'V4', pool: id }, targets)
}

/** The read whose first word is the result of the trade. It needs a call that may write, so no contract can ask it for a condition. */
export function poolQuoteRead(order: Pick<TradeOrder, 'kind' | 'token' | 'amount'>, targets: Targets): Read {
  const { launchpad, v4Quoter } = targets
  if (!v4Quoter) throw new Error('This chain has no quoter of v4.')
  const pool = [0n, BigInt(order.token), BigInt(FEE), BigInt(TICK_SPACING), BigInt(launchpad)]
  const asked = words(TUPLE, ...pool, isSale(order) ? 0n : 1n, order.amount, 256n, 0n)
  return { to: v4Quoter, data: concat([QUOTE, asked]) }
}

type Signed = { readonly target: Address; readonly value: bigint; readonly data: Hex }
type FoundTrade = Pick<TradeOrder, 'kind' | 'token' | 'amount' | 'outMin' | 'outMax' | 'pool'>

/** The trade that calls to the router and a least price make; throws for other calls. */
export function readPoolTrade(calls: readonly Signed[], leastX96: bigint, targets: Targets): FoundTrade {
  const [last] = calls.slice(-1)
  const isBuy = calls.length === 1
  const found = last && read(isBuy ? BUY : SELL, last.data)
  if (!found) throw new Error('Not a trade in a pool.')
  const [amount = 0n, outMin = 0n] = [found['amount'], found['outMin']]
  const token = getAddress(toHex(found['token'] ?? 0n, { size: 20 }))
  const isStop = !isBuy && leastX96 > OPEN
  const saleKind = isStop ? 'stopLoss' : 'takeProfit'
  const kind = isBuy ? 'limitBuy' : saleKind
  const outMax = isStop ? worthAt(amount, leastX96) : maxUint256
  // The words of the other kinds name no price, so none may hide in their condition.
  return { kind, token, amount, outMin, outMax, pool: poolOf({ token }, targets, isStop ? leastX96 : OPEN) }
}

function routerOf({ universalRouter }: Targets): Address {
  if (!universalRouter) throw new Error('This chain has no Universal Router.')
  return universalRouter
}
