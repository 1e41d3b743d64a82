import type { Address, Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { NO_WALLET } from '#liquidity/answer/marketPrice.ts'
import { v3Of, v4Of } from '#liquidity/deployment.ts'
import { readV3Pools } from './readV3Pools.ts'
import { readV4Pools } from './readV4Pools.ts'

/** The liquidity in range of a v3 pool. */
export async function readV3Liquidity(chain: Chain, pool: Address): Promise<bigint> {
  const { items } = await readV3Pools(chain, v3Of(chain.facts).factory, { queries: [{ pool }], watch: NO_WALLET })
  return items[0]?.liquidity ?? 0n
}

/** The liquidity in range of a v4 pool. */
export async function readV4Liquidity(chain: Chain, poolId: Hex): Promise<bigint> {
  const { items } = await readV4Pools(chain, v4Of(chain.facts), { ids: [poolId], watch: NO_WALLET })
  return items[0]?.liquidity ?? 0n
}
