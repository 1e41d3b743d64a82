import { type Address, encodeFunctionData, getAddress, type Hex, maxUint256, parseAbi, toHex, zeroAddress } from 'viem'
import type { Execution } from './Delegation.ts'
import type { Targets } from './Grant.ts'
import { read, write } from './Layout.ts'
import { FORMS } from './liquidityForms.ts'
import type { ExitOrder, Position } from './Order.ts'

const abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96)',
  'function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96)',
])

const WITHDRAWALS = { V3: FORMS.v3Decrease, V4: FORMS.v4Decrease } as const

export type Read = { to: Address; data: Hex }

export function managerOf({ positionManager, v4PositionManager }: Targets, protocol: Position['protocol']): Address {
  const manager = protocol === 'V3' ? positionManager : v4PositionManager
  if (!manager) throw new Error(`This chain has no position manager of ${protocol}.`)
  return manager
}

/** The one call that withdraws. Every token goes to the owner, fees included. */
export function exitCall(order: ExitOrder): Execution {
  const { protocol, tokenId, tokens, side } = order.position
  const words = {
    id: tokenId,
    liquidity: order.amount,
    amount0Min: side === 'below' ? order.outMin : 0n,
    amount1Min: side === 'above' ? order.outMin : 0n,
    deadline: order.until,
    owner: BigInt(order.owner),
    token0: BigInt(tokens?.[0] ?? 0),
    token1: BigInt(tokens?.[1] ?? 0),
  }
  return { to: order.token, value: 0n, data: write(WITHDRAWALS[protocol].layout, words) }
}

/** The read whose first word is the square-root price of the pool. */
export function priceRead({ protocol, pool }: Pick<Position, 'protocol' | 'pool'>, { v4StateView }: Targets): Read {
  if (protocol === 'V3') return { to: getAddress(pool), data: encodeFunctionData({ abi, functionName: 'slot0' }) }
  if (!v4StateView) throw new Error('This chain has no state view of v4.')
  return { to: v4StateView, data: encodeFunctionData({ abi, functionName: 'getSlot0', args: [pool] }) }
}

/** The bounds of the square-root price. */
export function priceBounds({ side, boundX96 }: Pick<Position, 'side' | 'boundX96'>): { min: bigint; max: bigint } {
  return side === 'below' ? { min: 0n, max: boundX96 } : { min: boundX96, max: maxUint256 }
}

type Condition = { source: Address; query: Hex; min: bigint; max: bigint }
type FoundExit = Pick<ExitOrder, 'amount' | 'outMin' | 'position'>

/** The exit that a call and its condition make; throws for another call. */
export function readExit(protocol: Position['protocol'], data: Hex, { source, query, min, max }: Condition): FoundExit {
  const words = read(WITHDRAWALS[protocol].layout, data)
  if (!words) throw new Error('Not a withdrawal.')
  const word = (name: string) => words[name] ?? 0n
  const side = max === maxUint256 ? 'above' : 'below'
  const tokens = [word('token0'), word('token1')].map(addressOf) as [Address, Address]
  const position: Position = {
    protocol,
    tokenId: word('id'),
    pool: protocol === 'V3' ? source : `0x${query.slice(10)}`,
    tokens: protocol === 'V4' ? tokens : undefined,
    side,
    boundX96: side === 'below' ? max : min,
  }
  return { amount: word('liquidity'), outMin: word(side === 'below' ? 'amount0Min' : 'amount1Min'), position }
}

function addressOf(word: bigint): Address {
  return getAddress(toHex(word, { size: 20 }))
}

type Limits = { pay: { token: Address; atMost: bigint }[]; receive: { token: Address; atLeast: bigint }[] }

/** The tip leaves, and the token that the price turns the position into comes in; if that is ETH, the tip comes out of it. */
export function exitLimits({ outMin, tip, position }: ExitOrder, tokens: readonly [Address, Address]): Limits {
  const token = position.side === 'below' ? tokens[0] : tokens[1]
  if (token !== zeroAddress)
    return { pay: [{ token: zeroAddress, atMost: tip }], receive: [{ token, atLeast: outMin }] }
  if (tip > outMin) return { pay: [{ token, atMost: tip - outMin }], receive: [] }
  return { pay: [], receive: [{ token, atLeast: outMin - tip }] }
}
