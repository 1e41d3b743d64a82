import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { batchCalls } from '#liquidity/pools/batchCalls.ts'
import { USUAL_FEES } from '#liquidity/pools/findKey.ts'
import { readPairs } from '#liquidity/pools/readPairs.ts'
import { readV3Pools } from '#liquidity/pools/readV3Pools.ts'
import { readV4Pools } from '#liquidity/pools/readV4Pools.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import { describePrice } from './describe.ts'
import type { Warning } from './Limits.ts'

/** For reads of pools alone. */
export const NO_WALLET = { wallet: zeroAddress, tokens: [] }
/** The distance from the market, in percent, above which a starting price is warned of. */
const DISTANCE_PERCENT = 5

export type MarketPrice = { readonly name: string; readonly sqrtRatioX96: bigint; readonly liquidity: bigint }
type Pair = { readonly token0: Address; readonly token1: Address }

/** The price of the deepest pool of the same tokens with a usual fee; native and wrapped currency count as one. */
export function marketPrice(chain: Chain, tokens: Pair): Promise<MarketPrice | undefined> {
  return chain.state(`market ${tokens.token0} ${tokens.token1}`, () => readMarket(chain, tokens))
}

async function readMarket(chain: Chain, tokens: Pair): Promise<MarketPrice | undefined> {
  const joint = batchCalls(chain)
  const found = (await Promise.all([readV2(joint, tokens), readV3(joint, tokens), readV4(joint, tokens)])).flat()
  return found.reduce<MarketPrice | undefined>(
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

async function readV2(chain: Chain, tokens: Pair): Promise<MarketPrice[]> {
  const { v2 } = chain.facts.uniswap
  const held = heldWrapped(chain, tokens)
  if (!v2 || !held || !chain.facts.hasStateOverrides) return []
  const queries = [{ tokens: [held.token0, held.token1] as const }]
  const { items } = await readPairs(chain, v2.factory, { queries, watch: NO_WALLET })
  return items.flatMap((pair) => {
    if (!pair || pair.reserve0 === 0n || pair.reserve1 === 0n) return []
    const sqrtRatioX96 = SqrtPrice.fromRatio(pair.reserve1, pair.reserve0)
    const order = { token0: pair.token0.address, token1: pair.token1.address }
    return [turned({ name: `the V2 pair ${pair.address}`, sqrtRatioX96, liquidity: pair.totalSupply }, order, held)]
  })
}

async function readV3(chain: Chain, tokens: Pair): Promise<MarketPrice[]> {
  const { v3 } = chain.facts.uniswap
  const held = heldWrapped(chain, tokens)
  if (!v3 || !held) return []
  const order = sorted(held)
  const queries = USUAL_FEES.map(([fee]) => ({ ...order, fee }))
  const { items } = await readV3Pools(chain, v3.factory, { queries, watch: NO_WALLET })
  return items.flatMap(({ address, sqrtRatioX96, liquidity }) =>
    address ? [turned({ name: `the V3 pool ${address}`, sqrtRatioX96, liquidity }, order, held)] : [],
  )
}

async function readV4(chain: Chain, tokens: Pair): Promise<MarketPrice[]> {
  const { v4 } = chain.facts.uniswap
  if (!v4 || !chain.facts.hasStateOverrides) return []
  const orders = [tokens, heldWrapped(chain, tokens), heldNative(chain, tokens)]
    .filter((order) => order !== undefined)
    .map((held) => ({ held, order: sorted(held) }))
  const keys = orders.flatMap(({ held, order: { token0: currency0, token1: currency1 } }) =>
    USUAL_FEES.map(([fee, tickSpacing]) => ({
      held,
      id: poolIdOf({ currency0, currency1, fee, tickSpacing, hooks: zeroAddress }),
    })),
  )
  const { items } = await readV4Pools(chain, v4, { ids: keys.map(({ id }) => id), watch: NO_WALLET })
  return items.map(({ id, sqrtRatioX96, liquidity }, index) => {
    const held = keys[index]?.held ?? tokens
    return turned({ name: `the V4 pool ${id}`, sqrtRatioX96, liquidity }, sorted(held), held)
  })
}

function heldWrapped({ facts }: Chain, { token0, token1 }: Pair): Pair | undefined {
  const { wrappedNative } = facts
  if (token0 !== zeroAddress && token1 !== zeroAddress) return { token0, token1 }
  if (!wrappedNative) return undefined
  return token0 === zeroAddress ? { token0: wrappedNative, token1 } : { token0, token1: wrappedNative }
}

function heldNative({ facts }: Chain, { token0, token1 }: Pair): Pair | undefined {
  if (facts.wrappedNative === token0) return { token0: zeroAddress, token1 }
  return facts.wrappedNative === token1 ? { token0, token1: zeroAddress } : undefined
}

function sorted({ token0, token1 }: Pair): Pair {
  return token0.toLowerCase() < token1.toLowerCase() ? { token0, token1 } : { token0: token1, token1: token0 }
}

// Converts a price in the order of the pool to the order of the request.
function turned(pool: MarketPrice, order: Pair, held: Pair): MarketPrice {
  if (order.token0 === held.token0 || pool.sqrtRatioX96 === 0n) return pool
  return { ...pool, sqrtRatioX96: (1n << 192n) / pool.sqrtRatioX96 }
}
