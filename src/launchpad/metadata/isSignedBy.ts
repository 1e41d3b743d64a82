import { type Address, encodeFunctionData, type Hex, hashTypedData, parseAbi, recoverAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import type { typedData } from './Content.ts'

const walletAbi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const MAGIC = '0x1626ba7e'

type Signed = { creator: Address; data: ReturnType<typeof typedData>; signature: Hex }

/** Whether the account signed: with its key, or, for a contract, by ERC-1271. */
export async function isSignedBy(chain: Chain, { creator, data, signature }: Signed): Promise<boolean> {
  const hash = hashTypedData(data)
  const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
  if (signer?.toLowerCase() === creator.toLowerCase()) return true
  const code = await chain.request('eth_getCode', [creator, 'latest'])
  return (
    code !== '0x' &&
    approves(
      chain,
      creator,
      encodeFunctionData({ abi: walletAbi, functionName: 'isValidSignature', args: [hash, signature] }),
    )
  )
}

async function approves(chain: Chain, wallet: Address, data: Hex): Promise<boolean> {
  try {
    return (await chain.call({ to: wallet, data })).startsWith(MAGIC)
  } catch (error) {
    if (error instanceof CallReverted) return false
    throw error
  }
}
