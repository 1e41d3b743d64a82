import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { Work } from '#launchpad/indexer/Work.ts'
import { knownTokens } from '#launchpad/indexer/write/auditRows.ts'

const PAGE = 500

/** The first token of the launchpad's own list that the tables lack. */
export async function findUnknownToken(
  { chain, leadership, factory }: Work,
  block: number,
): Promise<string | undefined> {
  for (let from = 0; ; from += PAGE) {
    const call = { abi: launchpadAbi, functionName: 'tokens', args: [BigInt(from), BigInt(PAGE)] } as const
    const to = factory.address as Address
    const data = await chain.call({ to, data: encodeFunctionData(call), block: BigInt(block) })
    const listed = decodeFunctionResult({ ...call, data }).map((token) => token.toLowerCase())
    const known = await knownTokens(leadership, listed)
    const unknown = listed.find((token) => !known.has(token))
    if (unknown || listed.length < PAGE) return unknown
  }
}
