import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  maxUint256,
  parseAbiParameters,
  slice,
  toHex,
} from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import { ANYBODY, type Caveat, type Delegation } from './Delegation.ts'
import { AMOUNT_MAX, UNTIL_MAX } from './Grant.ts'
import type { Order } from './Order.ts'
import { orderAbi, queryOf, tradeOf } from './orderTrade.ts'

const TERMS = parseAbiParameters([
  'Order order',
  'struct Order { Call[] calls; uint256 tip; address source; bytes query; uint256 min; uint256 max; }',
  'struct Call { address target; uint256 value; bytes data; }',
])

/** Until when, how often, and exactly which calls at which price. Anybody may execute it. */
function orderCaveats(order: Order, launchpad: Address): Caveat[] {
  return [
    {
      enforcer: FRAMEWORK.TimestampEnforcer,
      terms: `0x${'00'.repeat(16)}${toHex(order.until, { size: 16 }).slice(2)}`,
    },
    { enforcer: FRAMEWORK.NonceEnforcer, terms: toHex(order.nonce, { size: 32 }) },
    { enforcer: FRAMEWORK.LimitedCallsEnforcer, terms: toHex(1n, { size: 32 }) },
    { enforcer: ORDER_CONDITION, terms: conditionOf(order, launchpad) },
  ]
}

export function orderDelegation(order: Order, launchpad: Address, salt: bigint): Delegation {
  return { delegate: ANYBODY, delegator: order.owner, caveats: orderCaveats(order, launchpad), salt }
}

function conditionOf(order: Order, launchpad: Address): Hex {
  const { to: target, value, data } = tradeOf(order, launchpad)
  const bounds = { min: order.outMin, max: order.outMax }
  const calls = [{ target, value, data }]
  return encodeAbiParameters(TERMS, [{ calls, tip: order.tip, source: launchpad, query: queryOf(order), ...bounds }])
}

/** The order of a delegation; undefined unless its caveats are exactly those that the order compiles to. */
export function recogniseOrder(delegation: Delegation, launchpad: Address): Order | undefined {
  try {
    const order = orderOf(delegation)
    const isSame = JSON.stringify(orderCaveats(order, launchpad)) === JSON.stringify(delegation.caveats)
    return isSame && delegation.delegate === ANYBODY && isSensibleOrder(order) ? order : undefined
  } catch {
    return undefined
  }
}

function orderOf({ delegator, caveats }: Delegation): Order {
  const [timestamp, nonce, , condition] = caveats.map(({ terms }) => terms) as [Hex, Hex, Hex, Hex]
  const [{ calls, tip, min, max }] = decodeAbiParameters(TERMS, condition)
  const [call] = calls as [(typeof calls)[number]]
  const { functionName, args } = decodeFunctionData({ abi: orderAbi, data: call.data })
  const [token, second] = args as readonly [Address, bigint]
  const isBuy = functionName === 'buy'
  return {
    kind: kindOf(isBuy, max),
    owner: delegator,
    token,
    amount: isBuy ? call.value : second,
    outMin: min,
    outMax: max,
    tip,
    until: BigInt(slice(timestamp, 16)),
    nonce: BigInt(nonce),
  }
}

function kindOf(isBuy: boolean, max: bigint): Order['kind'] {
  if (isBuy) return 'limitBuy'
  return max === maxUint256 ? 'takeProfit' : 'stopLoss'
}

/** Whether the numbers could have been prepared here. */
function isSensibleOrder({ kind, amount, outMin, outMax, tip, until }: Order): boolean {
  const isBounded = [amount, outMin, tip].every((one) => one <= AMOUNT_MAX) && until <= UNTIL_MAX
  const isOrdered = kind === 'stopLoss' ? outMin < outMax && outMax <= AMOUNT_MAX : outMax === maxUint256
  return isBounded && isOrdered && amount > 0n && outMin > 0n && until > 0n && (kind === 'limitBuy' || tip < outMin)
}
