import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { v3Of } from '#liquidity/deployment.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import type { ZapInRequest } from './request.ts'

/** A zap whose pool and range are known, also where the request names a position. */
export type PoolZap = ZapInRequest & { readonly existingPool: NonNullable<ZapInRequest['existingPool']> }

/** Reads pool and range of the position that a zap adds to; refused if the wallet does not own it. */
export async function inPool(chain: Chain, request: ZapInRequest): Promise<PoolZap> {
  const { tokenId, existingPool, protocol } = request
  if (tokenId === undefined) {
    if (!existingPool) throw invalidField('existingPool', 'must be sent, or tokenId instead')
    return { ...request, existingPool }
  }
  const read = await (protocol === 'V3' ? readV3 : readV4)(chain, request, tokenId)
  const { token0, token1, tickLower, tickUpper, poolReference } = read
  return {
    ...request,
    existingPool: { token0Address: token0.address, token1Address: token1.address, poolReference },
    tickBounds: { tickLower, tickUpper },
  }
}

async function readV3(chain: Chain, { walletAddress: wallet }: ZapInRequest, id: bigint) {
  const { items } = await readV3Positions(chain, v3Of(chain.facts), { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireOwner(items[0], { id, protocol: 'V3', wallet }, chain)
  return { ...position, poolReference: position.pool }
}

async function readV4(chain: Chain, { walletAddress: wallet }: ZapInRequest, id: bigint) {
  const { position } = await readV4Position(chain, { id, wallet, permissioned: undefined })
  return { ...requireOwner(position, { id, protocol: 'V4', wallet }, chain), poolReference: position.poolId }
}
