import { numberToHex, parseAbi, parseEventLogs } from 'viem'
import { encodeEventTopics } from 'viem/utils'
import { V3_POSITION_MANAGER } from '#devnet/addresses.ts'
import type { SiteUnderTest } from './openSite.ts'

const ABI = parseAbi([
  'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

/** The deposits into a v3 position, from the raw logs of the chain. */
export async function depositsOf({ rpc }: SiteUnderTest, tokenId: bigint): Promise<{ count: number; amount0: bigint }> {
  const topics = [...encodeEventTopics({ abi: ABI }), numberToHex(tokenId, { size: 32 })]
  const raw = await rpc('eth_getLogs', [{ address: V3_POSITION_MANAGER, topics, fromBlock: '0x0', toBlock: 'latest' }])
  const logs = parseEventLogs({ abi: ABI, logs: raw as never })
  return { count: logs.length, amount0: logs.reduce((sum, { args }) => sum + args.amount0, 0n) }
}
