import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { approveForAnHour } from '#liquidity/approvals/Approval.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { probedRouterOf } from '#liquidity/deployment.ts'
import { decreaseV4 } from '#liquidity/endpoints/decrease/v4.ts'
import { impactOf } from '#liquidity/plans/impactOf.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { readV4Liquidity } from '#liquidity/pools/readPoolLiquidity.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import { draftSwapV4, type PlannedSwap } from '#liquidity/recipes/draftSwap.ts'
import { offMarket } from '#liquidity/recipes/offMarket.ts'
import { readSwappedPool, requirePlainPool } from '#liquidity/recipes/readSwappedPool.ts'
import { asRemoval } from '#liquidity/recipes/removal.ts'
import { requireTokenId } from '#liquidity/request/sourceFields.ts'
import { termsOf, toSeconds } from '#liquidity/request/Terms.ts'
import { tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import { exactIn, type SwappedPool } from '#uniswap/exactIn.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { withoutLiquidity } from '#uniswap/withoutLiquidity.ts'
import { cannotZapOut, exitSteps, sureOf } from './exitSteps.ts'
import { type Out, outOf } from './outOf.ts'
import type { ZapOutRequest } from './request.ts'

const REASON = {
  code: 'V4_EXIT_CANNOT_SWAP',
  message: 'The v4 position manager cannot swap, and the router may not remove liquidity.',
}

/** Removes liquidity of a v4 position to the wallet, and swaps one of its tokens in the same pool. */
export async function stepsV4(chain: Chain, request: ZapOutRequest, now: number) {
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent = 100 } = request
  const id = requireTokenId(request)
  const router = probedRouterOf(chain.facts, 'Use /lp/decrease, then swap.')
  const { position: found, block } = await readV4Position(chain, { id, wallet, permissioned: undefined })
  const position = requireOwner(found, { id, protocol: 'V4', wallet }, chain)
  const { key } = position
  requirePlainPool(key, 'Use /lp/decrease, then swap.')
  const out = outOf(chain, { protocol: 'V4', ...position }, request.tokenOutAddress)
  const names = { token0Address: key.currency0, token1Address: key.currency1 }
  const tokenPair = tokenPairOf(chain.facts, 'V4', names)
  const terms = termsOf(request, now, tokenPair.native !== undefined)
  const asked = asRemoval(request, { names, percent, nftTokenId: id })
  const zeroForOne = out.side === 'token1'
  const [pool, removal, allowed, warnings] = await Promise.all([
    readSwappedPool(chain, { ...position, id: position.poolId }, zeroForOne),
    decreaseV4(chain, asked, { tokenPair, now }),
    readAllowed(chain, { wallet, router, token: out.other.address }),
    offMarket(chain, { ...position, readLiquidity: () => readV4Liquidity(chain, position.poolId) }),
  ])
  const liquidity = partOf(position.liquidity, percent, 'V4')
  const amountIn = sureOf(removal, out)
  const swap = planSwap(withoutLiquidity(pool, { ...position, liquidity }), out, { amountIn, slippage: terms.slippage })
  if (!swap) throw cannotZapOut(`position ${id}`)
  const swapping = draftSwapV4(chain, key, { swap, wallet, deadline: terms.deadline, block })
  const spent = allowed.map((holding) => ({ holding, amount: amountIn }))
  const steps = exitSteps(
    { removal, swapping, swap, out },
    {
      what: `${percent} % of V4 position ${id}`,
      reason: REASON,
      owner: position.owner,
      slippage: terms.slippage,
      warnings,
      approvals: () => approveForAnHour(spent, { permit2: chain.facts.permit2, spender: router }, toSeconds(now)),
    },
  )
  return { steps, swap }
}

type Amount = { readonly amountIn: bigint; readonly slippage: bigint }

function planSwap(pool: SwappedPool, out: Out, { amountIn, slippage }: Amount): PlannedSwap | undefined {
  const zeroForOne = out.side === 'token1'
  const outcome = amountIn > 0n ? exactIn(pool, zeroForOne, amountIn) : undefined
  if (!outcome || outcome.amountOut === 0n) return undefined
  const { amountOut: expectedOut } = outcome
  return {
    paid: out.other,
    received: out.shown,
    amountIn,
    expectedOut,
    minimumOut: Slippage.less(expectedOut, slippage),
    priceImpact: impactOf(pool.sqrtRatioX96, { zeroForOne, amountIn, expectedOut }),
  }
}

type Allowed = { readonly wallet: Address; readonly router: Address; readonly token: Address }

async function readAllowed(chain: Chain, { wallet, router, token }: Allowed) {
  const watch = { wallet, tokens: [token], spender: chain.facts.permit2, permit2Spender: router }
  return (await readHoldings(chain, watch)).holdings
}
