import { type Address, concat, toFunctionSelector, toHex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Scene } from '#explain/rules/Effects.ts'
import { READS_MAX } from './readSurroundings.ts'

const OWNER_OF = toFunctionSelector('ownerOf(uint256)')

type Named = { readonly manager: Address; readonly id: bigint }
type Owner = { readonly signer: Address; readonly isLater: boolean }

/**
 * The positions that the signer adds to but does not own. Positions beyond the maximum of reads count as not owned; for
 * calls that execute later, so do positions that do not exist yet.
 */
export async function readForeign(
  chain: Chain,
  named: readonly Named[],
  { signer, isLater }: Owner,
): Promise<NonNullable<Scene['foreign']>> {
  if (named.length === 0) return []
  const reads = named
    .slice(0, READS_MAX)
    .map(({ manager, id }) => ({ to: manager, data: concat([OWNER_OF, toHex(id, { size: 32 })]) }))
  const { results } = await chain.agreed().read(reads)
  return named.filter((_, index) => {
    const result = results[index]
    if (result?.ok !== true || result.data.length !== 66) return isLater || index >= READS_MAX
    return BigInt(result.data) !== BigInt(signer)
  })
}
