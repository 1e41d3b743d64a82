import type { Chain } from '#chain/Chain.ts'
import { toAddress } from '#core/wire.ts'
import { requireTokens } from '#liquidity/checks/requireTokens.ts'
import { readV3 } from '#liquidity/endpoints/create/readV3.ts'
import { readV4 } from '#liquidity/endpoints/create/readV4.ts'
import { requestedPool } from '#liquidity/endpoints/create/v3Pool.ts'
import { readDepth } from '#liquidity/pools/readDepth.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { draftSwapV3, draftSwapV4, type Swapping } from '#liquidity/recipes/draftSwap.ts'
import { readSwappedPool } from '#liquidity/recipes/readSwappedPool.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { SwappedPool } from '#uniswap/exactIn.ts'
import type { PoolZap } from './inPool.ts'
import { requirePlannable, requirePoolId } from './readZap.ts'

/** The pool that a zap of v3 or v4 swaps in and adds to, with the wallet. */
export type ZapTarget = {
  readonly snapshot: Pick<Snapshot<unknown>, 'holdings' | 'nativeBalance' | 'block'>
  readonly tickSpacing: number
  /** The pool with the fee of one direction. */
  readonly swapped: (zeroForOne: boolean) => SwappedPool
  readonly draftSwap: (swapping: Swapping) => ReturnType<typeof draftSwapV3>
}

type Reading = { readonly tokenPair: TokenPair; readonly existingPool: PoolZap['existingPool'] }

export async function readTargetV3(
  chain: Chain,
  { walletAddress: wallet }: PoolZap,
  { tokenPair, existingPool }: Reading,
): Promise<ZapTarget> {
  const wanted = requestedPool({ existingPool, newPool: undefined }, tokenPair)
  const { snapshot, pool } = await readV3(chain, wanted, { wallet, tokenPair, stated: undefined })
  requireTokens(chain.facts, snapshot.holdings)
  const { fee, tickSpacing } = pool
  const at = { tick: snapshot.items[0]?.tick ?? 0, tickSpacing }
  const depth = await readDepth(chain, { protocol: 'V3', address: toAddress(wanted.reference) }, at)
  const swapped = { ...depth, tickSpacing, fee }
  return {
    ...{ snapshot, tickSpacing },
    swapped: () => swapped,
    draftSwap: (swapping) => draftSwapV3(chain, fee, swapping),
  }
}

export async function readTargetV4(
  chain: Chain,
  { walletAddress: wallet }: PoolZap,
  { tokenPair, existingPool: { poolReference } }: Reading,
): Promise<ZapTarget> {
  const id = requirePoolId(poolReference)
  const read = await readV4(chain, { id, hasPermit: false }, { wallet, tokenPair, stated: undefined })
  const { snapshot, manager } = read
  const { key } = read.pool
  requireTokens(chain.facts, snapshot.holdings)
  requirePlannable(chain, key, manager)
  const pool = { id, key, tick: snapshot.items[0]?.tick ?? 0 }
  const [down, up] = await Promise.all([readSwappedPool(chain, pool, true), readSwappedPool(chain, pool, false)])
  return {
    ...{ snapshot, tickSpacing: key.tickSpacing },
    swapped: (zeroForOne) => (zeroForOne ? down : up),
    draftSwap: (swapping) => draftSwapV4(chain, key, swapping),
  }
}
