import type { Chain } from '#chain/Chain.ts'
import { approveSpendings } from '#liquidity/approvals/Approval.ts'
import { noSuchPair } from '#liquidity/checks/noSuchPair.ts'
import { v2Of } from '#liquidity/deployment.ts'
import { decreaseV2 } from '#liquidity/endpoints/decrease/v2.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { type Pair, readPairs } from '#liquidity/pools/readPairs.ts'
import { draftSwapV2, type PlannedSwap } from '#liquidity/recipes/draftSwap.ts'
import { offMarket } from '#liquidity/recipes/offMarket.ts'
import { marketOf, sharesOf } from '#liquidity/recipes/pairShares.ts'
import { asRemoval } from '#liquidity/recipes/removal.ts'
import { requireTokens } from '#liquidity/request/sourceFields.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as V2 from '#uniswap/V2.ts'
import { cannotZapOut, exitSteps, sureOf } from './exitSteps.ts'
import { type Out, outOf } from './outOf.ts'
import type { ZapOutRequest } from './request.ts'

const REASON = {
  code: 'V2_EXIT_CANNOT_SWAP',
  message: 'The v2 router removes liquidity or swaps, and no contract does both in one transaction.',
}

/** Removes liquidity of a v2 pair to the wallet, and swaps one of its tokens in the same pair. */
export async function stepsV2(chain: Chain, request: ZapOutRequest, now: number) {
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent = 100, tokenOutAddress } = request
  const { factory, router } = v2Of(chain.facts)
  const names = requireTokens(request)
  const tokenPair = tokenPairOf(chain.facts, 'V2', names)
  const terms = termsOf(request, now)
  const queries = [{ tokens: [tokenPair.token0, tokenPair.token1] as const }]
  const { items, block } = await readPairs(chain, factory, { queries, watch: { wallet, tokens: [], spender: router } })
  const pair = items[0]
  if (!pair) throw noSuchPair(chain, tokenPair)
  const out = outOf(chain, { protocol: 'V2', ...pair }, tokenOutAddress)
  const asked = asRemoval(request, { names, percent, isUnwrapped: out.isUnwrapped })
  const [removal, { holdings }, warnings] = await Promise.all([
    decreaseV2(chain, asked, { tokenPair, now }),
    readHoldings(chain, { wallet, tokens: [out.other.address], spender: router }),
    offMarket(chain, marketOf(pair)),
  ])
  const swap = planSwap(pair, out, { amountIn: sureOf(removal, out), removed: removal.amounts, ...terms })
  if (!swap) throw cannotZapOut('this liquidity')
  const path = [out.other.address, out.token.address] as const
  const swapping = draftSwapV2(chain, path, { swap, wallet, deadline: terms.deadline, block })
  const shares = { holding: sharesOf(pair), amount: partOf(pair.walletLiquidity, percent, 'V2') }
  const spent = [shares, ...holdings.map((holding) => ({ holding, amount: swap.amountIn }))]
  const steps = exitSteps(
    { removal, swapping, swap, out },
    {
      what: `${percent} % of the V2 liquidity`,
      reason: REASON,
      owner: wallet,
      slippage: terms.slippage,
      warnings,
      approvals: () => approveSpendings(spent, router),
    },
  )
  return { steps, swap }
}

type Amount = { readonly amountIn: bigint; readonly removed: Amounts; readonly slippage: bigint }

function planSwap({ balances }: Pair, out: Out, { amountIn, removed, slippage }: Amount): PlannedSwap | undefined {
  const reserve0 = balances.reserve0 - removed.amount0
  const reserve1 = balances.reserve1 - removed.amount1
  const [reserveIn, reserveOut] = out.side === 'token1' ? [reserve0, reserve1] : [reserve1, reserve0]
  const expectedOut = amountIn > 0n && reserveIn > 0n ? V2.amountOut(amountIn, reserveIn, reserveOut) : 0n
  if (expectedOut === 0n) return undefined
  const ideal = (Number(amountIn) * Number(reserveOut)) / Number(reserveIn)
  return {
    paid: out.other,
    received: out.shown,
    amountIn,
    expectedOut,
    minimumOut: Slippage.less(expectedOut, slippage),
    priceImpact: (1 - Number(expectedOut) / ideal) * 100,
  }
}
