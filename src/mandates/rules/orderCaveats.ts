import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  isAddressEqual,
  maxUint256,
  parseAbiParameters,
  slice,
  toHex,
} from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import { ANYBODY, type Caveat, type Delegation } from './Delegation.ts'
import { AMOUNT_MAX, type Targets, UNTIL_MAX } from './Grant.ts'
import { isSale, type Order, type TradeOrder } from './Order.ts'
import { readCompound } from './orderCompound.ts'
import { readExit } from './orderExit.ts'
import { readRerange } from './orderRerange.ts'
import { boundsOf, deedsOf, figureRead, orderAbi } from './orderTrade.ts'
import { readPoolTrade } from './poolTrade.ts'

const TERMS = parseAbiParameters([
  'Order order',
  'struct Order { Call[] calls; uint256 tip; address source; bytes query; uint256 min; uint256 max; }',
  'struct Call { address target; uint256 value; bytes data; }',
])

/** Until when, how often, and exactly which calls at which price. Anybody may execute it. */
function orderCaveats(order: Order, targets: Targets): Caveat[] {
  return [
    {
      enforcer: FRAMEWORK.TimestampEnforcer,
      terms: `0x${'00'.repeat(16)}${toHex(order.until, { size: 16 }).slice(2)}`,
    },
    { enforcer: FRAMEWORK.NonceEnforcer, terms: toHex(order.nonce, { size: 32 }) },
    { enforcer: FRAMEWORK.LimitedCallsEnforcer, terms: toHex(1n, { size: 32 }) },
    { enforcer: ORDER_CONDITION, terms: conditionOf(order, targets) },
  ]
}

export function orderDelegation(order: Order, targets: Targets, salt: bigint): Delegation {
  return { delegate: ANYBODY, delegator: order.owner, caveats: orderCaveats(order, targets), salt }
}

function conditionOf(order: Order, targets: Targets): Hex {
  const calls = deedsOf(order, targets).map(({ to: target, value, data }) => ({ target, value, data }))
  const { to: source, data: query } = figureRead(order, targets)
  return encodeAbiParameters(TERMS, [{ calls, tip: order.tip, source, query, ...boundsOf(order) }])
}

/** The order of a delegation; undefined unless its caveats are exactly those that the order compiles to. */
export function recogniseOrder(delegation: Delegation, targets: Targets): Order | undefined {
  try {
    const order = orderOf(delegation, targets)
    const isSame = JSON.stringify(orderCaveats(order, targets)) === JSON.stringify(delegation.caveats)
    return isSame && delegation.delegate === ANYBODY && isSensibleOrder(order) ? order : undefined
  } catch {
    return undefined
  }
}

function orderOf({ delegator, caveats }: Delegation, targets: Targets): Order {
  const [timestamp, nonce, , condition] = caveats.map(({ terms }) => terms) as [Hex, Hex, Hex, Hex]
  const [terms] = decodeAbiParameters(TERMS, condition)
  const [call] = terms.calls as [(typeof terms.calls)[number]]
  const common = {
    owner: delegator,
    tip: terms.tip,
    until: BigInt(slice(timestamp, 16)),
    nonce: BigInt(nonce),
  }
  const protocol = protocolOf(call.target, targets)
  const { target: last } = terms.calls.at(-1) ?? call
  const isInPool = targets.universalRouter && isAddressEqual(last, targets.universalRouter)
  if (isInPool) return { ...common, ...readPoolTrade(terms.calls, terms.min, targets) }
  if (!protocol) return { ...common, ...readTrade(call, terms) }
  const compound = protocol === 'V4' ? readCompound(call.data, terms) : undefined
  if (compound) return { ...common, kind: 'compound', token: call.target, outMax: maxUint256, ...compound }
  const rerange = protocol === 'V4' ? readRerange(call.data, terms) : undefined
  if (rerange) return { ...common, kind: 'rerange', token: call.target, outMax: maxUint256, ...rerange }
  const exit = readExit(protocol, call.data, terms)
  return { ...common, kind: 'exit', token: call.target, outMax: maxUint256, ...exit }
}

function protocolOf(target: Address, { positionManager, v4PositionManager }: Targets): 'V3' | 'V4' | undefined {
  if (positionManager && isAddressEqual(target, positionManager)) return 'V3'
  return v4PositionManager && isAddressEqual(target, v4PositionManager) ? 'V4' : undefined
}

type Bounds = { min: bigint; max: bigint }

function readTrade({ value, data }: { value: bigint; data: Hex }, { min, max }: Bounds) {
  const { functionName, args } = decodeFunctionData({ abi: orderAbi, data })
  const [token, second] = args as readonly [Address, bigint]
  const isBuy = functionName === 'buy'
  return { kind: kindOf(isBuy, max), token, amount: isBuy ? value : second, outMin: min, outMax: max }
}

function kindOf(isBuy: boolean, max: bigint): TradeOrder['kind'] {
  if (isBuy) return 'limitBuy'
  return max === maxUint256 ? 'takeProfit' : 'stopLoss'
}

/** Whether the numbers could have been prepared here. */
function isSensibleOrder(order: Order): boolean {
  const { kind, amount, outMin, outMax, tip, until } = order
  const isBounded = [amount, outMin, tip].every((one) => one <= AMOUNT_MAX) && until <= UNTIL_MAX
  const isOrdered = kind === 'stopLoss' ? outMin < outMax && outMax <= AMOUNT_MAX : outMax === maxUint256
  const isPaid = isSale(order) ? tip < outMin : true
  return isBounded && isOrdered && isPaid && amount > 0n && outMin > 0n && until > 0n
}
