import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  zeroAddress,
} from 'viem'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import type { Position } from '#mandates/rules/Order.ts'
import { managerOf } from '#mandates/rules/orderExit.ts'
import { type PoolKey, poolIdOf } from '#uniswap/PoolKey.ts'

export type FoundPosition = {
  manager: Address
  owner: Address
  pool: Hex
  tokens: readonly [Address, Address]
  liquidity: bigint
  tickLower: number
  tickUpper: number
  hooks: Address
  /** The key of a v4 pool. */
  key?: PoolKey
}
type PositionName = Pick<Position, 'protocol' | 'tokenId'>
type Reads = Pick<Context, 'chain' | 'targets'>

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function getPoolAndPositionInfo(uint256 tokenId) view returns (PoolKey key, uint256 info)',
  'function getPositionLiquidity(uint256 tokenId) view returns (uint128)',
])

/** A position as the chain has it, with the pool that it is in. */
export async function readPosition(context: Reads, asked: PositionName): Promise<FoundPosition> {
  requireServed(context, asked)
  return asked.protocol === 'V3' ? readV3(context, asked) : readV4(context, asked)
}

export function requireOwned({ owner }: FoundPosition, asked: Address): void {
  if (!isAddressEqual(owner, asked))
    throw invalidField('tokenId', `must be a position of ${asked}; this one belongs to ${owner}`)
}

export function requireLiquidity({ liquidity }: FoundPosition): void {
  if (liquidity === 0n) throw new ApiError('failed_precondition', 'The position has no liquidity to withdraw.')
}

const TAKES_WITHDRAWALS = 1n
const TAKES_DEPOSITS = 2n

/** A hook that may take a share of a withdrawal may take all but the one minimum of an exit. */
export function requirePlainHook({ hooks }: FoundPosition, field: string): void {
  if ((BigInt(hooks) & TAKES_WITHDRAWALS) !== 0n)
    throw invalidField(
      field,
      'names a position whose hook can take the withdrawn amounts. Withdraw with /lp/decrease instead',
    )
}

/** A hook that may take a share of a deposit or a withdrawal may take a part that was to become liquidity. */
export function requireModestHook(
  { hooks }: FoundPosition,
  field: string,
  instead: '/lp/compound' | '/lp/rerange',
): void {
  if ((BigInt(hooks) & (TAKES_DEPOSITS | TAKES_WITHDRAWALS)) !== 0n)
    throw invalidField(field, `names a position whose hook can take fees and deposits. Use ${instead}`)
}

function requireServed({ targets }: Reads, { protocol }: PositionName): void {
  const { positionManager, v3Factory, v4PositionManager, v4StateView } = targets
  const isServed = protocol === 'V3' ? positionManager && v3Factory : v4PositionManager && v4StateView
  if (!isServed) throw invalidField('protocol', 'is not on this chain: send the other one')
}

async function readV3(context: Reads, { tokenId }: PositionName): Promise<FoundPosition> {
  const manager = managerOf(context.targets, 'V3')
  const args = [tokenId] as const
  const [owner, position] = await readBoth(context, manager, [
    encodeFunctionData({ abi, functionName: 'ownerOf', args }),
    encodeFunctionData({ abi, functionName: 'positions', args }),
  ])
  const [, , token0, token1, fee, tickLower, tickUpper, liquidity] = decodeFunctionResult({
    abi,
    functionName: 'positions',
    data: position,
  })
  const data = encodeFunctionData({ abi, functionName: 'getPool', args: [token0, token1, fee] })
  const [pool] = await readAll(context, [{ to: context.targets.v3Factory as Address, data }])
  return {
    manager,
    owner: decodeFunctionResult({ abi, functionName: 'ownerOf', data: owner }),
    pool: decodeFunctionResult({ abi, functionName: 'getPool', data: pool as Hex }),
    tokens: [token0, token1],
    ...{ liquidity, tickLower, tickUpper, hooks: zeroAddress },
  }
}

async function readV4(context: Reads, { tokenId }: PositionName): Promise<FoundPosition> {
  const manager = managerOf(context.targets, 'V4')
  const args = [tokenId] as const
  const [owner, found, liquidity] = await readBoth(context, manager, [
    encodeFunctionData({ abi, functionName: 'ownerOf', args }),
    encodeFunctionData({ abi, functionName: 'getPoolAndPositionInfo', args }),
    encodeFunctionData({ abi, functionName: 'getPositionLiquidity', args }),
  ])
  const [key, info] = decodeFunctionResult({ abi, functionName: 'getPoolAndPositionInfo', data: found })
  return {
    manager,
    owner: decodeFunctionResult({ abi, functionName: 'ownerOf', data: owner }),
    pool: poolIdOf(key),
    tokens: [key.currency0, key.currency1],
    liquidity: decodeFunctionResult({ abi, functionName: 'getPositionLiquidity', data: liquidity as Hex }),
    tickLower: tickAt(info, LOWER_BIT),
    tickUpper: tickAt(info, UPPER_BIT),
    hooks: key.hooks,
    key,
  }
}

const TICK_BITS = 24
/** Places of the ticks in the packed word of a v4 position. */
const LOWER_BIT = 8n
const UPPER_BIT = 32n

function tickAt(info: bigint, place: bigint): number {
  return Number(BigInt.asIntN(TICK_BITS, info >> place))
}

async function readBoth(context: Reads, to: Address, calls: readonly Hex[]): Promise<[Hex, Hex, Hex?]> {
  const answers = await readAll(
    context,
    calls.map((data) => ({ to, data })),
  )
  return answers as [Hex, Hex, Hex?]
}

async function readAll({ chain }: Reads, calls: readonly { to: Address; data: Hex }[]): Promise<Hex[]> {
  const { results } = await chain.read([...calls])
  if (results.some(({ ok, data }) => !ok || data === '0x'))
    throw invalidField('tokenId', 'must be the number of a position that exists')
  return results.map(({ data }) => data)
}
