import { type Address, encodeFunctionData, type Hex, hashTypedData, parseAbi, recoverAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { typedData } from './Content.ts'

const walletAbi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const MAGIC = '0x1626ba7e'

type Signed = { accounts: readonly Address[]; data: ReturnType<typeof typedData>; signature: Hex }

/** The account that signed, with its key or, for a contract, by ERC-1271; undefined if none of them did. */
export async function findSigner(chain: Chain, { accounts, data, signature }: Signed): Promise<Address | undefined> {
  const hash = hashTypedData(data)
  const recovered = await recoverAddress({ hash, signature }).catch(() => undefined)
  if (recovered && accounts.includes(recovered)) return recovered
  const call = encodeFunctionData({ abi: walletAbi, functionName: 'isValidSignature', args: [hash, signature] })
  const { results } = await chain.read(accounts.map((to) => ({ to, data: call })))
  return accounts[results.findIndex((result) => result.ok && result.data.startsWith(MAGIC))]
}
