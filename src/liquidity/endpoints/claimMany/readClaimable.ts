import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { permissionedManagerOf, v3Of, v4Of } from '#liquidity/deployment.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { readV4Positions } from '#liquidity/pools/readV4Positions.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { type Claimable, claimableOf, type LeftOut } from './Claimable.ts'
import type { ClaimManyRequest } from './request.ts'

type PositionRequest = ClaimManyRequest['positions'][number]
type Read = { readonly block: Block; readonly found: readonly (Claimable | LeftOut)[] }

/** All positions of the request: one read for each position manager, all at once. */
export async function readClaimable(chain: Chain, request: ClaimManyRequest): Promise<Read> {
  const { positions } = request
  const byManager = Object.values(Object.groupBy(positions, (asked) => managerOf(chain, asked)))
  const reads = await Promise.all(
    byManager.filter((asked) => asked !== undefined).map((asked) => readAll(chain, request, asked)),
  )
  // All figures are at least as new as the oldest block.
  const oldest = reads.map(({ block }) => block).reduce((a, b) => (a.number <= b.number ? a : b))
  return { block: oldest, found: reads.flatMap(({ found }) => found) }
}

function managerOf({ facts }: Chain, { protocol, permissioned }: PositionRequest): Address {
  if (protocol === 'V3') return v3Of(facts).positionManager
  return permissioned ? permissionedManagerOf(facts) : v4Of(facts).positionManager
}

async function readAll(chain: Chain, request: ClaimManyRequest, asked: readonly PositionRequest[]): Promise<Read> {
  const { walletAddress: wallet, tokenOutAddress: tokenOut } = request
  const isMandated = request.mandate !== undefined
  const [first] = asked
  if (!first) throw new TypeError('The request names no position.')
  const { protocol } = first
  const manager = managerOf(chain, first)
  const query = { ids: asked.map(({ tokenId }) => tokenId), watch: { wallet, tokens: [] } }
  const { items, block } =
    protocol === 'V3'
      ? await readV3Positions(chain, v3Of(chain.facts), query)
      : await readV4Positions(chain, { ...v4Of(chain.facts), positionManager: manager }, query)
  const found = asked.map(({ tokenId: id }, index) =>
    claimableOf(chain, items[index], { protocol, id, manager, wallet, tokenOut, isMandated }),
  )
  return { block, found }
}
