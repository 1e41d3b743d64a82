import { type Address, type Hex, pad } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { isLogRefusal } from './isLogRefusal.ts'

// Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Every position of a manager that the owner ever received, oldest first; undefined if the node does not serve the logs. */
export async function receivedIds(
  chain: Chain,
  { manager, owner }: { manager: Address; owner: Address },
): Promise<bigint[] | undefined> {
  const filter = { address: manager, topics: [TRANSFER, null, pad(owner)], fromBlock: '0x0', toBlock: 'latest' }
  try {
    const logs = await chain.state(`received ${manager} ${owner}`, () => chain.request('eth_getLogs', [filter]))
    const ids = (logs as { topics: Hex[] }[]).map(({ topics }) => BigInt(topics[3] ?? 0))
    return [...new Set(ids)]
  } catch (error) {
    if (isLogRefusal(error)) return undefined
    throw error
  }
}
