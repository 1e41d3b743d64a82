import type { Address, Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { type MarketPrice, marketPrice } from '#liquidity/answer/marketPrice.ts'
import { permissionedManagerOf, v4Of } from '#liquidity/deployment.ts'
import { type Arrival, afterArrival } from '#liquidity/deposits/Arrival.ts'
import { watchedTokens } from '#liquidity/deposits/Deposit.ts'
import { findKey } from '#liquidity/pools/findKey.ts'
import { readV4Pools, type V4Pool } from '#liquidity/pools/readV4Pools.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { withStated } from '#liquidity/request/nativeBudget.ts'
import { requireOrder, type TokenPair } from '#liquidity/request/TokenPair.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import type { CreateIntent } from './CreateIntent.ts'
import { alreadyThere, noSuchPool } from './poolErrors.ts'
import type { RequestedPool } from './v4Pool.ts'

export type V4CreateRead = {
  readonly snapshot: Snapshot<V4Pool>
  readonly pool: { readonly key: PoolKey; readonly sqrtRatioX96: bigint; readonly liquidity?: bigint }
  readonly manager: Address
  readonly market: MarketPrice | undefined
}

type Reader = Pick<CreateIntent, 'wallet' | 'tokenPair' | 'stated'> & {
  /** Whose allowance at Permit2 counts. Default: the position manager's. */
  readonly spender?: Address
  readonly arrival?: Arrival | undefined
}

/** Reads pool, wallet and market price together; only an unusual key takes a further round trip. */
export async function readV4(
  chain: Chain,
  { id, created, hasPermit }: RequestedPool,
  { wallet, tokenPair, stated, spender, arrival }: Reader,
): Promise<V4CreateRead> {
  const contracts = v4Of(chain.facts)
  const watch = {
    wallet,
    tokens: watchedTokens(tokenPair, wallet, hasPermit),
    spender: chain.facts.permit2,
    permit2Spender: spender ?? contracts.positionManager,
    followsPermissions: true,
  }
  const withGasPrice = tokenPair.native !== undefined && stated !== undefined
  const [read, market] = await Promise.all([
    readV4Pools(chain, contracts, { ids: [id], watch, withGasPrice }),
    marketPrice(chain, tokenPair),
  ])
  const found = read.items[0] as V4Pool
  const pool = created ? requireNew(found, created) : await existing(chain, found, tokenPair)
  const isPermissioned = found.isPermissioned || read.holdings.some((holding) => holding.isPermissioned)
  const manager = isPermissioned ? permissionedManagerOf(chain.facts) : contracts.positionManager
  const snapshot = afterArrival(withStated(read, stated), tokenPair, arrival)
  const sqrtRatioX96 = arrival?.sqrtRatioX96 ?? pool.sqrtRatioX96
  return { snapshot, pool: { ...pool, sqrtRatioX96 }, manager, market }
}

function requireNew<Pool>({ id, sqrtRatioX96 }: V4Pool, created: Pool): Pool {
  if (sqrtRatioX96 > 0n) throw alreadyThere(id)
  return created
}

async function existing(chain: Chain, { id, sqrtRatioX96, liquidity, key: known }: V4Pool, tokenPair: TokenPair) {
  if (sqrtRatioX96 === 0n) throw noSuchPool('V4', id, chain)
  const tokens = [tokenPair.token0, tokenPair.token1] as const
  const key = known ?? (await findKey(chain, v4Of(chain.facts), { id, tokens }))
  if (!key) throw unknownKey(id)
  requireOrder(tokenPair, { token0: key.currency0, token1: key.currency1 }, `Pool ${id}`)
  return { key, sqrtRatioX96, liquidity }
}

function unknownKey(id: Hex): ApiError {
  return new ApiError(
    'not_found',
    `Pool ${id} exists, but neither a position manager nor the chain's logs have its fee, tick spacing and hook. Check token0Address and token1Address, or use a node that serves logs.`,
    { details: [{ type: 'poolReference', value: id }] },
  )
}
