/** Recipes on v4, where a position pays for another deposit inside the pool manager and only the rest is paid out. */

import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { marketPrice, positionPriceWarnings } from '#liquidity/answer/marketPrice.ts'
import { depositHookWarnings } from '#liquidity/answer/poolWarnings.ts'
import { v4Of } from '#liquidity/deployment.ts'
import { readV4Liquidity } from '#liquidity/pools/readPoolLiquidity.ts'
import type { V4Position } from '#liquidity/pools/readV4Positions.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'

type PaidOut = {
  readonly wallet: Address
  /** The rest, at the price that was read. */
  readonly amounts: Amounts
  /** The most that it may become. */
  readonly most: Amounts
  /** The pool that takes the deposit. Default: that of the position. */
  readonly into?: PoolKey
}

/** The transfer fees of the rest, and the warnings about the pool and its tokens. */
export async function readPool(chain: Chain, position: V4Position, { wallet, amounts, most, into }: PaidOut) {
  const { key, sqrtRatioX96, poolId } = position
  const { poolManager: holder } = v4Of(chain.facts)
  const [tax, market] = await Promise.all([
    withdrawalTax(chain, { ...position, amounts, most, holder, wallet }),
    marketPrice(chain, { token0: key.currency0, token1: key.currency1 }),
  ])
  const offMarket = await positionPriceWarnings(market, {
    sqrtRatioX96,
    pair: [position.token0, position.token1],
    readLiquidity: () => readV4Liquidity(chain, poolId),
  })
  return { tax, warnings: [...depositHookWarnings(chain.facts, into ?? key), ...tax.warnings, ...offMarket] }
}
