import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  parseEventLogs,
} from 'viem'
import { encodeEventTopics } from 'viem/utils'
import type { Chain } from '#chain/Chain.ts'
import type { V4Deployment } from '#liquidity/deployment.ts'
import { NOTHING } from '#uniswap/amounts.ts'
import * as Fees from '#uniswap/Fees.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { type Move, type Read, requireFew, type Span, Unreadable } from './Move.ts'
import { type RawLog, readLogs, readTimes } from './readLogs.ts'

const ABI = parseAbi([
  'event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 tickLower, int24 tickUpper, int256 liquidityDelta, bytes32 salt)',
  'event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)',
  'event Initialize(bytes32 indexed id, address indexed currency0, address indexed currency1, uint24 fee, int24 tickSpacing, address hooks, uint160 sqrtPriceX96, int24 tick)',
  'event Donate(bytes32 indexed id, address indexed sender, uint256 amount0, uint256 amount1)',
  'function getSlot0(bytes32 id) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)',
  'function getPositionInfo(bytes32 id, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns (uint128 liquidity, uint256 growth0, uint256 growth1)',
])
const topicOf = (eventName: 'ModifyLiquidity' | 'Swap' | 'Initialize' | 'Donate') =>
  encodeEventTopics({ abi: ABI, eventName })[0] as Hex
const MODIFY = topicOf('ModifyLiquidity')
const OTHERS = [topicOf('Swap'), topicOf('Initialize'), topicOf('Donate')]

export type V4Place = { tokenId: bigint; poolId: Hex; tickLower: number; tickUpper: number }
type Contracts = Pick<V4Deployment, 'poolManager' | 'stateView' | 'positionManager'>
type Modification = { log: RawLog; delta: bigint }
type Stored = { sqrtPriceX96: bigint; liquidity: bigint; growth0: bigint; growth1: bigint }

/** The changes of a v4 position. Amounts and fees follow from prices and fee growth, which are read at each change. */
export async function readV4Moves(chain: Chain, contracts: Contracts, place: V4Place & { span: Span }): Promise<Read> {
  // No topic has the salt, so a node serves the changes of every position in the pool.
  const filter = {
    address: contracts.poolManager,
    topics: [MODIFY, place.poolId, pad(contracts.positionManager)],
    keep: (log: RawLog) => toModification(log).salt === place.tokenId,
  }
  const { logs, to } = await readLogs(chain, filter, place.span)
  requireFew(logs)
  const own = logs.map(toModification)
  const times = await readTimes(
    chain,
    own.map(({ log }) => Number(log.blockNumber)),
  )
  const moves: Move[] = []
  for (const [block, changes] of Map.groupBy(own, ({ log }) => Number(log.blockNumber)))
    moves.push(...(await movesOf({ chain, contracts, place }, { block, at: times.get(block) ?? 0, changes })))
  return { moves, to }
}

function toModification(log: RawLog): Modification & { salt: bigint } {
  const [event] = parseEventLogs({ abi: ABI, eventName: 'ModifyLiquidity', logs: [log as never] })
  if (!event) throw new Error('A log of the pool manager has an unknown form.')
  return { log, delta: event.args.liquidityDelta, salt: BigInt(event.args.salt) }
}

type Reader = { chain: Chain; contracts: Contracts; place: V4Place }
type Changes = { block: number; at: number; changes: readonly Modification[] }

async function movesOf(reader: Reader, { block, at, changes }: Changes): Promise<Move[]> {
  const { chain, contracts, place } = reader
  const filter = { address: contracts.poolManager, topics: [OTHERS, place.poolId] }
  const [before, after, { logs: others }] = await Promise.all([
    readState(reader, block - 1),
    readState(reader, block),
    readLogs(chain, filter, { from: block, to: block }),
  ])
  requireOneLiquidity(changes, others, block)
  const bounds = Liquidity.boundsOf(place)
  return changes.flatMap(({ log, delta }, index) => {
    const common = { block, at, logIndex: Number(log.logIndex), transactionHash: log.transactionHash }
    const price = priceBefore(others, log) ?? before.sqrtPriceX96
    const amounts =
      delta > 0n ? Liquidity.amountsUp(price, bounds, delta) : Liquidity.amountsDown(price, bounds, -delta)
    const fees = index === 0 ? feesOf(before, after) : NOTHING
    const change = { ...common, kind: delta > 0n ? 'deposit' : 'withdrawal', liquidity: delta, ...amounts } as const
    const paid = { ...common, kind: 'fees', liquidity: 0n, ...fees } as const
    return [...(delta === 0n ? [] : [change]), ...(fees.amount0 + fees.amount1 === 0n ? [] : [paid])]
  })
}

/**
 * Fees follow from growth and liquidity, so the liquidity of the position must be the same for all growth of a block.
 */
function requireOneLiquidity(changes: readonly Modification[], others: readonly RawLog[], block: number): void {
  const first = Number(changes.find(({ delta }) => delta !== 0n)?.log.logIndex ?? Number.MAX_SAFE_INTEGER)
  const last = Number(changes.at(-1)?.log.logIndex ?? 0)
  const isMixed = others.some(({ logIndex }) => Number(logIndex) > first && Number(logIndex) < last)
  if (isMixed)
    throw new Unreadable(
      `Block ${block} changed the position twice with trades in between, and no log has the fees of each part.`,
    )
}

function feesOf(before: Stored, after: Stored): Liquidity.Amounts {
  return {
    amount0: Fees.earned(before.liquidity, after.growth0, before.growth0),
    amount1: Fees.earned(before.liquidity, after.growth1, before.growth1),
  }
}

function priceBefore(others: readonly RawLog[], { logIndex }: RawLog): bigint | undefined {
  const events = parseEventLogs({ abi: ABI, eventName: ['Swap', 'Initialize'], logs: others as never })
  const last = events.findLast((event) => Number(event.logIndex) < Number(logIndex))
  return last?.args.sqrtPriceX96
}

/** The price of the pool, and its record of the position, at the end of a block. */
async function readState({ chain, contracts, place }: Reader, block: number): Promise<Stored> {
  const { tokenId, poolId, tickLower, tickUpper } = place
  const salt = numberToHex(tokenId, { size: 32 })
  const args = [poolId, contracts.positionManager, tickLower, tickUpper, salt] as const
  const calls: { to: Address; data: Hex }[] = [
    { to: contracts.stateView, data: encodeFunctionData({ abi: ABI, functionName: 'getSlot0', args: [poolId] }) },
    { to: contracts.stateView, data: encodeFunctionData({ abi: ABI, functionName: 'getPositionInfo', args }) },
  ]
  const { results } = await chain.read(calls, { block: BigInt(block) }).catch((error: unknown) => {
    throw new Unreadable(`The node of ${chain.facts.name} does not serve the state of block ${block}.`, {
      cause: error,
    })
  })
  const [slot0, info] = results
  if (!slot0?.ok || !info?.ok) throw new Unreadable(`The state of block ${block} could not be read.`)
  const [sqrtPriceX96] = decodeFunctionResult({ abi: ABI, functionName: 'getSlot0', data: slot0.data })
  const [liquidity, growth0, growth1] = decodeFunctionResult({
    abi: ABI,
    functionName: 'getPositionInfo',
    data: info.data,
  })
  return { sqrtPriceX96, liquidity, growth0, growth1 }
}
