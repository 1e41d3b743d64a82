import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { CallReverted } from '#chain/failures.ts'

/** One `eth_call`; rejects with `CallReverted` when it reverted, with `unavailable` when no RPC answered. */
export type EthCall = (request: {
  chainId: number
  to: Address
  data: Hex
  gas: bigint
  timeoutMs: number
}) => Promise<Hex>

export type ContractSignature = { chainId: number; address: Address; hash: Hex; signature: Hex }

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const GAS_MAX = 5_000_000n
const TIMEOUT_MS = 3_000
/** The EIP-1271 magic value as one padded word. */
const YES = `0x1626ba7e${'0'.repeat(56)}`

/** Whether the contract accepts the signature (EIP-1271). */
export async function isContractSignature(call: EthCall, check: ContractSignature): Promise<boolean> {
  const { chainId, address, hash, signature } = check
  const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args: [hash, signature] })
  const answer = call({ chainId, to: address, data, gas: GAS_MAX, timeoutMs: TIMEOUT_MS })
  return (await answer.catch(nothingIfReverted)) === YES
}

function nothingIfReverted(error: unknown): Hex {
  if (error instanceof CallReverted) return '0x'
  throw error
}
