import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { approveSpendings } from '#liquidity/approvals/Approval.ts'
import { noSuchPair } from '#liquidity/checks/noSuchPair.ts'
import { WHOLE } from '#liquidity/checks/transferTax.ts'
import { v2Of } from '#liquidity/deployment.ts'
import { draftPairDeposit } from '#liquidity/deposits/draftPairDeposit.ts'
import { type Pair, readPairs } from '#liquidity/pools/readPairs.ts'
import { draftSwapV2 } from '#liquidity/recipes/draftSwap.ts'
import { mostOf, spendingsOf } from '#liquidity/recipes/moves.ts'
import { requireWhole } from '#liquidity/recipes/requireWhole.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { offerOf, requireSorted, type Side, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as V2 from '#uniswap/V2.ts'
import { cannotZap } from './cannotZap.ts'
import { arriving, asHeld, entrySteps, heldOf, paidEnds } from './entrySteps.ts'
import type { PoolZap } from './inPool.ts'

const REASON = {
  code: 'V2_DEPOSIT_CANNOT_SWAP',
  message: 'The v2 router adds liquidity or swaps, and no contract does both in one transaction.',
}

/** Swaps a part of one token in a v2 pair, and adds both to it, both through the wallet. */
export async function stepsV2(chain: Chain, request: PoolZap, now: number) {
  const { facts } = chain
  const { factory, router } = v2Of(facts)
  const { walletAddress: wallet, independentToken } = request
  const tokenPair = tokenPairOf(facts, 'V2', { ...asHeld(chain, 'V2', request), independentToken })
  requireSorted(tokenPair)
  const offer = offerOf({ facts, protocol: 'V2' }, tokenPair, request)
  const terms = termsOf(request, now)
  const tokens = [tokenPair.token0, tokenPair.token1] as const
  const read = await readPairs(chain, factory, { queries: [{ tokens }], watch: { wallet, tokens, spender: router } })
  const pair = requirePair(chain, read.items[0], { tokenPair, request })
  const held = heldOf(offer)
  const [token0, token1] = paidEnds(chain, read, { tokenPair, held })
  const [paid, received] = offer.side === 'token0' ? [token0, token1] : [token1, token0]
  const plan = planOf(pair, offer, terms.slippage)
  const { side } = offer
  const deposit = await draftPairDeposit(chain, {
    tokenPair,
    offer: { side, amount: plan.kept, cap: plan.minimumOut },
    terms,
    wallet,
    mustExist: true,
    arrival: { amounts: arriving(side, plan.minimumOut), reserves: plan.after },
  })
  const swap = { ...plan, paid, received }
  const path = side === 'token0' ? tokens : ([tokens[1], tokens[0]] as const)
  const swapping = draftSwapV2(chain, path, { swap, wallet, deadline: terms.deadline, block: read.block })
  const most = mostOf(deposit)
  const spent =
    side === 'token0'
      ? { ...most, amount0: most.amount0 + plan.amountIn }
      : { ...most, amount1: most.amount1 + plan.amountIn }
  const steps = entrySteps(
    chain,
    { swapping, deposit, swap, side },
    {
      reason: REASON,
      owner: wallet,
      slippage: terms.slippage,
      what: 'Create a V2 position',
      instead: '/lp/create_classic',
      held,
      approvals: () => approveSpendings(spendingsOf(read.holdings, spent, tokenPair.native), router),
    },
  )
  return { steps, swap, spent: deposit.amounts, tokenPair, position: undefined }
}

type Sought = { readonly tokenPair: ReturnType<typeof tokenPairOf>; readonly request: PoolZap }

function requirePair(chain: Chain, pair: Pair | undefined, { tokenPair, request }: Sought): Pair {
  if (!pair?.totalSupply) throw noSuchPair(chain, tokenPair)
  if (request.existingPool.poolReference.toLowerCase() !== pair.address.toLowerCase())
    throw invalidField('existingPool.poolReference', `is not the pair of these tokens. Send ${pair.address}`)
  requireWhole(pair, { isWhole: { token0: pair.arriving0 === WHOLE, token1: pair.arriving1 === WHOLE } })
  return pair
}

function planOf(pair: Pair, { side, amount }: { readonly side: Side; readonly amount: bigint }, slippage: bigint) {
  const { reserve0, reserve1, balances } = pair
  const [reserveIn, reserveOut] = side === 'token0' ? [reserve0, reserve1] : [reserve1, reserve0]
  const amountIn = V2.swapForDeposit(amount, reserveIn)
  const expectedOut = amountIn > 0n ? V2.amountOut(amountIn, reserveIn, reserveOut) : 0n
  if (expectedOut === 0n || amountIn >= amount) throw cannotZap()
  const ideal = (Number(amountIn) * Number(reserveOut)) / Number(reserveIn)
  const after =
    side === 'token0'
      ? { reserve0: balances.reserve0 + amountIn, reserve1: balances.reserve1 - expectedOut }
      : { reserve0: balances.reserve0 - expectedOut, reserve1: balances.reserve1 + amountIn }
  return {
    amountIn,
    expectedOut,
    minimumOut: Slippage.less(expectedOut, slippage),
    kept: amount - amountIn,
    after,
    priceImpact: (1 - Number(expectedOut) / ideal) * 100,
  }
}
