import type { Chain } from '#chain/Chain.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { marketPrice, positionPriceWarnings } from '#liquidity/answer/marketPrice.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'

type Priced = {
  readonly token0: Token
  readonly token1: Token
  readonly sqrtRatioX96: bigint
  readonly readLiquidity: () => Promise<bigint>
}

/** Warns of a pool whose price differs from the market: it may have been manipulated. */
export async function offMarket(
  chain: Chain,
  { token0, token1, sqrtRatioX96, readLiquidity }: Priced,
): Promise<Warning[]> {
  const market = await marketPrice(chain, { token0: token0.address, token1: token1.address })
  return positionPriceWarnings(market, { sqrtRatioX96, pair: [token0, token1], readLiquidity })
}
