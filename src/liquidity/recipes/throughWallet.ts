/**
 * Recipes on v3, whose manager takes deposits only from the wallet, so that the payout of a position passes through it.
 */

import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { type Limits, netLimits } from '#liquidity/answer/Limits.ts'
import { marketPrice, positionPriceWarnings } from '#liquidity/answer/marketPrice.ts'
import { isListed, v3Of } from '#liquidity/deployment.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { readV3Liquidity } from '#liquidity/pools/readPoolLiquidity.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { requireWhole } from './requireWhole.ts'

type Pair = { readonly token0: Address; readonly token1: Address }

/** The wallet, and the warnings about the pool and its tokens. */
export async function readWallet(chain: Chain, position: V3Position, { wallet, amounts }: Passing) {
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const spender = v3Of(chain.facts).positionManager
  const [tax, market, { holdings, nativeBalance }] = await Promise.all([
    withdrawalTax(chain, { ...position, amounts, holder: position.pool, wallet }),
    marketPrice(chain, tokens),
    readHoldings(chain, { wallet, tokens: [tokens.token0, tokens.token1], spender }),
  ])
  requireWhole(position, tax)
  const offMarket = await positionPriceWarnings(market, {
    sqrtRatioX96: position.sqrtRatioX96,
    pair: [position.token0, position.token1],
    readLiquidity: () => readV3Liquidity(chain, position.pool),
  })
  return { holdings, nativeBalance, warnings: [...tax.warnings, ...offMarket] }
}

type Passing = { readonly wallet: Address; readonly amounts: Amounts }

type Through = {
  readonly tokens: Pair
  /** The tokens as they pass: native currency where the wrapped side is unwrapped. */
  readonly asPaid?: Pair
  /** The minimum that arrives in the wallet. */
  readonly least: Amounts
  /** The maximum that is taken from the wallet. */
  readonly most: Amounts
}

export function limitsThroughWallet(
  { facts }: Chain,
  { tokens, asPaid = tokens, least, most }: Through,
): Pick<Limits, 'pay' | 'receive'> {
  const isTrusted = (token: Address) => isListed(facts, token)
  return netLimits([
    { token: asPaid.token0, atLeast: least.amount0, atMost: most.amount0, isTrusted: isTrusted(tokens.token0) },
    { token: asPaid.token1, atLeast: least.amount1, atMost: most.amount1, isTrusted: isTrusted(tokens.token1) },
  ])
}
