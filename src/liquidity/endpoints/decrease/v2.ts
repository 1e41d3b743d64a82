import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { approveSpendings } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/v2.ts'
import { noSuchPair } from '#liquidity/checks/noSuchPair.ts'
import { afterTax, arrivingParts, lesserPart, type Part, taxWarnings, WHOLE } from '#liquidity/checks/transferTax.ts'
import { named, v2Of } from '#liquidity/deployment.ts'
import { type Pair, readPairs } from '#liquidity/pools/readPairs.ts'
import { sharesOf } from '#liquidity/recipes/pairShares.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { requireSorted } from '#liquidity/request/TokenPair.ts'
import { describeReceived, partOf, receives, withdrawalLimits, wrappedSide } from '#liquidity/withdrawals/Withdrawal.ts'
import { enforcedSides } from '#liquidity/withdrawals/withdrawalTax.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as V2 from '#uniswap/V2.ts'
import type { DecreaseDraft, DecreaseIntent } from './DecreaseDraft.ts'
import type { DecreaseRequest } from './request.ts'

/** The transaction that removes liquidity from a v2 pair, earned fees included. */
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
  const liquidity = partOf(pair.walletLiquidity, percent, 'V2')
  const { amounts, sure } = payout(pair, liquidity)
  const native = request.withdrawAsWeth === false ? wrappedSide(chain.facts, pair) : undefined
  const minima = { amount0: Slippage.less(sure.amount0, slippage), amount1: Slippage.less(sure.amount1, slippage) }
  const parts = await partsOf(chain, pair, { wallet, amounts, most: mostOf(amounts, minima) })
  const isWhole = { token0: parts[0] === WHOLE, token1: parts[1] === WHOLE }
  const feeOnTransfer = !isWhole[native === 'token0' ? 'token1' : 'token0']
  const recipient = wallet
  const payload = calldata.remove({ ...tokenPair, native, liquidity, minima, recipient, deadline, feeOnTransfer })
  // When the other side is unwrapped, the token passes through the router, so it is taxed twice.
  const least = leastOf(parts, minima, native ? 2 : 1)
  const withdrawn = {
    amounts,
    least,
    held: isWhole,
    enforced: enforcedSides(chain.facts, tokenPair, isWhole),
    unwrapped: native,
  }
  const summary =
    `Remove ${percent} % of the V2 liquidity on ${named(chain.facts)}: receive ${describeReceived(withdrawn, pair)}` +
    `${native ? ', unwrapped' : ''}.`
  const { receive } = withdrawalLimits(tokenPair, withdrawn)
  return {
    to: router,
    payload,
    block,
    summary,
    stated: { deadline, liquidity, moves: receives(tokenPair, withdrawn) },
    limits: { pay: [{ token: pair.address, atMost: liquidity, enforced: true }], receive },
    warnings: taxWarnings([pair.token0, pair.token1], parts, ' of this size'),
    approvals: () => approveSpendings([{ holding: sharesOf(pair), amount: liquidity }], router),
    tokens: [pair.token0, pair.token1],
    amounts,
  }
}

// Stray liquidity in the pair is burned in the same call; the minima do not rely on it.
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

// The lens measured a small transfer; the actual amount may be taxed differently.
async function partsOf(
  chain: Chain,
  { address, token0, token1, arriving0, arriving1 }: Pair,
  { wallet, ...paid }: { wallet: Address; amounts: Amounts; most: Amounts },
): Promise<[Part, Part]> {
  const tokens = { token0: token0.address, token1: token1.address }
  const [part0, part1] = await arrivingParts(chain, { from: address, to: wallet, ...tokens, ...paid, isAtRisk: true })
  return [lesserPart(part0, arriving0), lesserPart(part1, arriving1)]
}

// The pair pays more of one token when it pays less of the other, down to its minimum.
function mostOf({ amount0, amount1 }: Amounts, minima: Amounts): Amounts {
  const product = amount0 * amount1
  return {
    amount0: minima.amount1 === 0n ? amount0 : product / minima.amount1,
    amount1: minima.amount0 === 0n ? amount1 : product / minima.amount0,
  }
}

function leastOf([part0 = WHOLE, part1 = WHOLE]: readonly Part[], minima: Amounts, hops: 1 | 2): Amounts {
  return { amount0: afterTax(minima.amount0, part0, hops), amount1: afterTax(minima.amount1, part1, hops) }
}
