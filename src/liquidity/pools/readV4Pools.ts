import type { Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { V4Deployment } from '#liquidity/deployment.ts'
import type { LensAnswer } from '#liquidity/lens.ts'
import { type PoolKey, poolIdOf } from '#uniswap/PoolKey.ts'
import { requireEqual } from './poolAddress.ts'
import { runLens } from './runLens.ts'
import { type Snapshot, type Token, toToken, toWallet, toWatch, type Watch, watchKey } from './Snapshot.ts'

/** A v4 pool. `sqrtRatioX96` is zero if none is initialised under the id. */
export type V4Pool = {
  readonly id: Hex
  /** Known after the first mint through a position manager. */
  readonly key: PoolKey | undefined
  /** Whether that was the permissioned position manager. */
  readonly isPermissioned: boolean
  readonly sqrtRatioX96: bigint
  readonly tick: number
  /** The current fee, which a hook may change. */
  readonly lpFee: number
  readonly liquidity: bigint
  readonly token0: Token | undefined
  readonly token1: Token | undefined
}

export type V4Request = { readonly ids: readonly Hex[]; readonly watch: Watch; readonly withGasPrice?: boolean }

/** Pools in the order asked. */
export function readV4Pools(
  chain: Chain,
  { stateView, positionManager, permissionedPositionManager }: V4Deployment,
  { ids, watch, withGasPrice = false }: V4Request,
): Promise<Snapshot<V4Pool>> {
  const { facts } = chain
  const key = `${ids.join()} ${watchKey(watch)}`
  const managers = [positionManager, ...(permissionedPositionManager ? [permissionedPositionManager] : [])]
  const args = [stateView, managers, ids, toWatch(facts, watch)] as const
  return runLens(
    chain,
    { name: 'v4Pools', key, args, size: ids.length, withGasPrice },
    ([head, holdings, pools], gasPrice) => ({
      ...toWallet(facts, head, { holdings, tokens: watch.tokens }),
      items: pools.map((raw, index) => toPool(facts, raw, ids[index])),
      gasPrice,
    }),
  )
}

function toPool(facts: ChainFacts, raw: LensAnswer<'v4Pools'>[2][number], id = raw.id): V4Pool {
  const isKnown = raw.key.tickSpacing !== 0
  requireEqual('the V4 pool', raw.id, id)
  if (isKnown) requireEqual('the key of the V4 pool', id, poolIdOf(raw.key))
  return {
    ...raw,
    key: isKnown ? raw.key : undefined,
    sqrtRatioX96: raw.sqrtPriceX96,
    token0: isKnown ? toToken(facts, raw.key.currency0, raw.meta0) : undefined,
    token1: isKnown ? toToken(facts, raw.key.currency1, raw.meta1) : undefined,
  }
}
