import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'

const ABI = parseAbi(['function ownerOf(uint256 tokenId) view returns (address)'])

/** The block that minted a position that exists in block `to`; zero if the node does not serve the state of old blocks. */
export async function readMint(
  chain: Chain,
  { manager, tokenId, to }: { manager: Address; tokenId: bigint; to: number },
): Promise<number> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [tokenId] })
  let [low, high] = [0, to]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const isMinted = await exists(chain, { to: manager, data, block: BigInt(middle) })
    if (isMinted === undefined) return 0
    if (isMinted) high = middle
    else low = middle + 1
  }
  return low
}

async function exists(chain: Chain, request: Parameters<Chain['call']>[0]): Promise<boolean | undefined> {
  try {
    // Before the manager was deployed, a call of its address returns nothing.
    return (await chain.call(request)) !== '0x'
  } catch (error) {
    return error instanceof CallReverted ? false : undefined
  }
}
