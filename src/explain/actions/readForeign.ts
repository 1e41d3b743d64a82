import { type Address, concat, toFunctionSelector, toHex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Scene } from '#explain/rules/Effects.ts'
import { depositsIn } from '#explain/rules/orderCalls.ts'
import { READS_MAX } from './readSurroundings.ts'

const OWNER_OF = toFunctionSelector('ownerOf(uint256)')

/** The positions that an order adds to and that its signer does not have; those beyond the reads count as such. */
export async function readForeign(
  chain: Chain,
  message: Readonly<Record<string, unknown>>,
  book: Scene['book'],
): Promise<NonNullable<Scene['foreign']>> {
  const named = depositsIn(message, book)
  if (named.length === 0) return []
  const reads = named
    .slice(0, READS_MAX)
    .map(({ manager, id }) => ({ to: manager, data: concat([OWNER_OF, toHex(id, { size: 32 })]) }))
  const { results } = await chain.agreed().read(reads)
  const signer = BigInt(message['delegator'] as Address)
  const isOwn = (index: number) => {
    const result = results[index]
    return result?.ok === true && result.data.length === 66 && BigInt(result.data) === signer
  }
  return named.filter((_, index) => !isOwn(index))
}
