import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { type MarketPrice, readMarket } from '#liquidity/pools/readMarket.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describePrice } from './describe.ts'
import type { Warning } from './Limits.ts'

/** For reads of pools alone. */
export const NO_WALLET = { wallet: zeroAddress, tokens: [] }
/** The distance from the market, in percent, above which a starting price is warned of. */
const DISTANCE_PERCENT = 5

export type { MarketPrice }

type Pair = { readonly token0: Address; readonly token1: Address }

/** The price of the deepest pool of the same tokens with a usual fee; native and wrapped currency count as one. */
export function marketPrice(chain: Chain, tokens: Pair): Promise<MarketPrice | undefined> {
  return chain.state(`market ${tokens.token0} ${tokens.token1}`, async () => deepest(await readMarket(chain, tokens)))
}

function deepest(pools: readonly MarketPrice[]): MarketPrice | undefined {
  return pools.reduce<MarketPrice | undefined>(
    (best, pool) => (pool.liquidity > (best?.liquidity ?? 0n) && pool.sqrtRatioX96 > 0n ? pool : best),
    undefined,
  )
}

type PricedPool = { readonly sqrtRatioX96: bigint; readonly liquidity?: bigint }

/** Warns of a pool whose price is far from that of a deeper pool; a pool without liquidity is a new one. */
export function priceWarnings(
  market: MarketPrice | undefined,
  { sqrtRatioX96, liquidity = 0n }: PricedPool,
  pair: readonly [Token, Token],
): Warning[] {
  if (!market || liquidity >= market.liquidity) return []
  const percent = distance(sqrtRatioX96, market.sqrtRatioX96)
  if (percent <= DISTANCE_PERCENT) return []
  const [own, other] = [sqrtRatioX96, market.sqrtRatioX96].map((price) => describePrice(price, pair, 'token1'))
  const message =
    `The ${liquidity === 0n ? 'starting price' : "pool's price"} of ${own} is ${percent.toFixed(1)} % off the ${other} of ${market.name}: ` +
    `the first trader takes the difference.`
  return [{ code: 'PRICE_OFF_MARKET', message }]
}

type PositionPool = {
  readonly sqrtRatioX96: bigint
  readonly pair: readonly [Token, Token]
  /** Reads the depth of the pool, which only a pool off the market needs. */
  readonly readLiquidity: () => Promise<bigint>
}

/** The same for the pool of a position. */
export async function positionPriceWarnings(
  market: MarketPrice | undefined,
  { sqrtRatioX96, pair, readLiquidity }: PositionPool,
): Promise<Warning[]> {
  // Any depth above zero: the pool exists.
  if (priceWarnings(market, { sqrtRatioX96, liquidity: 1n }, pair).length === 0) return []
  return priceWarnings(market, { sqrtRatioX96, liquidity: await readLiquidity() }, pair)
}

function distance(a: bigint, b: bigint): number {
  const ratio = (Number(a) / Number(b)) ** 2
  return Math.abs(ratio - 1) * 100
}
