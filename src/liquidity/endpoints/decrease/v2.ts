import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import * as calldata from '#liquidity/calldata/v2.ts'
import { named, v2Of } from '#liquidity/deployment.ts'
import * as Slippage from '#liquidity/math/Slippage.ts'
import * as V2 from '#liquidity/math/V2.ts'
import { type Pair, readPairs } from '#liquidity/pools/readPairs.ts'
import { describeToken } from '#liquidity/steps/describe.ts'
import { noSuchPair } from '#liquidity/steps/noSuchPair.ts'
import { termsOf } from '#liquidity/steps/Terms.ts'
import { requireSorted } from '#liquidity/steps/TokenPair.ts'
import { describeAmounts, none, partOf, receives, wrappedSide } from '#liquidity/steps/Withdrawal.ts'
import type { DecreaseDraft, DecreaseIntent } from './DecreaseDraft.ts'
import type { DecreaseRequest } from './request.ts'

/** The transaction that takes liquidity out of a v2 pair; the fees it earned are part of it. */
export async function decreaseV2(
  chain: Chain,
  request: DecreaseRequest,
  { tokenPair, now }: DecreaseIntent,
): Promise<DecreaseDraft> {
  const { factory, router } = v2Of(chain.facts)
  requireSorted(tokenPair)
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent } = request
  const { slippage, deadline } = termsOf(request, now)
  const tokens = [tokenPair.token0, tokenPair.token1] as const
  const { items, block } = await readPairs(chain, factory, {
    queries: [{ tokens }],
    watch: { wallet, tokens: [], spender: router },
  })
  const [pair] = items
  if (!pair) throw noSuchPair(chain, tokenPair)
  const liquidity = partOf(pair.walletLiquidity, percent)
  const { amounts, sure } = payout(pair, liquidity)
  const native = request.withdrawAsWeth === false ? wrappedSide(chain.facts, pair) : undefined
  const payload = calldata.remove({
    ...tokenPair,
    native,
    liquidity,
    minima: { amount0: Slippage.less(sure.amount0, slippage), amount1: Slippage.less(sure.amount1, slippage) },
    recipient: wallet,
    deadline,
    feeOnTransfer: native === 'token0' ? pair.isTaxed1 : pair.isTaxed0,
  })
  const summary =
    `Remove ${percent} % of the V2 liquidity on ${named(chain.facts)}: receive ${describeAmounts(amounts, pair)}` +
    `${native ? ', unwrapped' : ''}.${describeTax(pair)}`
  const stated = { deadline, liquidity, moves: receives(tokenPair, amounts) }
  return { to: router, payload, block, summary, stated, approvals: none, amounts }
}

// Liquidity that somebody left in the pair is burned along; the least amounts do not count on it.
function payout(pair: Pair, liquidity: bigint) {
  const supply = V2.supplyWithFee(pair, pair)
  const sure = V2.withdrawal(liquidity, pair.balances, supply)
  if (sure.amount0 === 0n || sure.amount1 === 0n) {
    throw new ApiError(
      'failed_precondition',
      'That part of the liquidity is worth less than one unit of a token. Remove more.',
      {
        details: [{ type: 'field', value: 'liquidityPercentageToDecrease' }],
      },
    )
  }
  return { sure, amounts: V2.withdrawal(liquidity + pair.strayLiquidity, pair.balances, supply) }
}

function describeTax({ isTaxed0, isTaxed1, token0, token1 }: Pair): string {
  const taxed = [isTaxed0 && describeToken(token0), isTaxed1 && describeToken(token1)].filter(Boolean)
  return taxed.length === 0 ? '' : ` ${taxed.join(' and ')} may keep a part of each transfer, so less may arrive.`
}
