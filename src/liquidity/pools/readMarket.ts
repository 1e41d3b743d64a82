import { type Address, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import { USUAL_FEES } from './findKey.ts'
import { v2PairAddress, v3PoolAddress } from './poolAddress.ts'
import { readV3Pools } from './readV3Pools.ts'
import { runLens } from './runLens.ts'

/** The price of a pool in the order of the requested tokens. */
export type MarketPrice = { readonly name: string; readonly sqrtRatioX96: bigint; readonly liquidity: bigint }
type Pair = { readonly token0: Address; readonly token1: Address }
type Candidate<Reference extends Hex> = { readonly reference: Reference; readonly order: Pair; readonly held: Pair }

/** Pools of the same tokens with usual fees. Their addresses are computed, so a provider cannot substitute one. */
export async function readMarket(chain: Chain, tokens: Pair): Promise<MarketPrice[]> {
  if (!chain.facts.hasStateOverrides) return readByCalls(chain, tokens)
  const v3 = v3Candidates(chain, tokens)
  const v4 = v4Candidates(chain, tokens)
  const [pair] = pairCandidates(chain, tokens)
  const key = `${tokens.token0} ${tokens.token1}`
  const references = [v3, v4].map((list) => list.map(({ reference }) => reference)) as [Address[], Hex[]]
  const stateView = chain.facts.uniswap.v4?.stateView ?? zeroAddress
  const args = [pair?.reference ?? zeroAddress, references[0], stateView, references[1]] as const
  return runLens(chain, { name: 'market', key, args }, ([, [reserve0, reserve1, supply], prices]) => [
    ...(pair && reserve0 > 0n && reserve1 > 0n ? [pairPrice(pair, [reserve0, reserve1, supply])] : []),
    ...[...v3, ...v4].map(({ reference, order, held }, index) => {
      const { sqrtPriceX96 = 0n, liquidity = 0n } = prices[index] ?? {}
      const name = `the ${index < v3.length ? 'V3' : 'V4'} pool ${reference}`
      return turned({ name, sqrtRatioX96: sqrtPriceX96, liquidity }, order, held)
    }),
  ])
}

function pairPrice(
  { reference, order, held }: Candidate<Address>,
  [reserve0, reserve1, liquidity]: readonly [bigint, bigint, bigint],
): MarketPrice {
  const sqrtRatioX96 = SqrtPrice.fromRatio(reserve1, reserve0)
  return turned({ name: `the V2 pair ${reference}`, sqrtRatioX96, liquidity }, order, held)
}

function pairCandidates(chain: Chain, tokens: Pair): Candidate<Address>[] {
  const { v2 } = chain.facts.uniswap
  const held = heldWrapped(chain, tokens)
  if (!v2 || !held) return []
  const order = sorted(held)
  return [{ reference: v2PairAddress(v2.factory, order), order, held }]
}

function v3Candidates(chain: Chain, tokens: Pair): Candidate<Address>[] {
  const { v3 } = chain.facts.uniswap
  const held = heldWrapped(chain, tokens)
  if (!v3 || !held) return []
  const order = sorted(held)
  return USUAL_FEES.map(([fee]) => ({
    reference: v3PoolAddress(chain.id, v3.factory, { ...order, fee }),
    order,
    held,
  }))
}

function v4Candidates(chain: Chain, tokens: Pair): Candidate<Hex>[] {
  if (!chain.facts.uniswap.v4) return []
  const pairs = [tokens, heldWrapped(chain, tokens), heldNative(chain, tokens)].filter((held) => held !== undefined)
  return pairs.flatMap((held) => {
    const order = sorted(held)
    const { token0: currency0, token1: currency1 } = order
    return USUAL_FEES.map(([fee, tickSpacing]) => ({
      reference: poolIdOf({ currency0, currency1, fee, tickSpacing, hooks: zeroAddress }),
      order,
      held,
    }))
  })
}

// Only v3 is deployed where an eth_call cannot bring code.
async function readByCalls(chain: Chain, tokens: Pair): Promise<MarketPrice[]> {
  const { v3 } = chain.facts.uniswap
  const candidates = v3Candidates(chain, tokens)
  if (!v3 || candidates.length === 0) return []
  const queries = candidates.map(({ order }, index) => ({ ...order, fee: USUAL_FEES[index]?.[0] ?? 0 }))
  const { items } = await readV3Pools(chain, v3.factory, { queries, watch: { wallet: zeroAddress, tokens: [] } })
  return items.flatMap(({ address, sqrtRatioX96, liquidity }, index) => {
    const candidate = candidates[index]
    if (!candidate || !address) return []
    return [turned({ name: `the V3 pool ${address}`, sqrtRatioX96, liquidity }, candidate.order, candidate.held)]
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
  return { ...pool, sqrtRatioX96: SqrtPrice.inverse(pool.sqrtRatioX96) }
}
