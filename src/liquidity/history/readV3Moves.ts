import { type Hex, numberToHex, parseAbi, parseEventLogs } from 'viem'
import { encodeEventTopics } from 'viem/utils'
import type { Chain } from '#chain/Chain.ts'
import type { V3Deployment } from '#liquidity/deployment.ts'
import { type Move, type Read, requireFew, type Span } from './Move.ts'
import { type RawLog, readLogs, readTimes } from './readLogs.ts'

const ABI = parseAbi([
  'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1)',
])
const KINDS = { IncreaseLiquidity: 'deposit', DecreaseLiquidity: 'withdrawal', Collect: 'collection' } as const
const TOPICS = (Object.keys(KINDS) as (keyof typeof KINDS)[]).map(
  (eventName) => encodeEventTopics({ abi: ABI, eventName })[0] as Hex,
)

/** The changes of a v3 position, which its manager logs with their amounts. */
export async function readV3Moves(
  chain: Chain,
  { positionManager }: Pick<V3Deployment, 'positionManager'>,
  { tokenId, span }: { tokenId: bigint; span: Span },
): Promise<Read> {
  const filter = { address: positionManager, topics: [TOPICS, numberToHex(tokenId, { size: 32 })] }
  const { logs, to } = await readLogs(chain, filter, span)
  requireFew(logs)
  const times = await readTimes(
    chain,
    logs.map(({ blockNumber }) => Number(blockNumber)),
  )
  return { moves: logs.map((log) => toMove(log, times)), to }
}

function toMove(log: RawLog, times: ReadonlyMap<number, number>): Move {
  const [event] = parseEventLogs({ abi: ABI, logs: [log as never] })
  if (!event) throw new Error('A log of the position manager has an unknown form.')
  const { eventName, args } = event
  const block = Number(log.blockNumber)
  return {
    kind: KINDS[eventName],
    block,
    logIndex: Number(log.logIndex),
    at: times.get(block) ?? 0,
    transactionHash: log.transactionHash,
    liquidity: signed(eventName, 'liquidity' in args ? args.liquidity : 0n),
    amount0: args.amount0,
    amount1: args.amount1,
  }
}

function signed(eventName: keyof typeof KINDS, liquidity: bigint): bigint {
  return eventName === 'DecreaseLiquidity' ? -liquidity : liquidity
}
