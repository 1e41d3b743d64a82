import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { toAddress } from '#core/wire.ts'
import { approveForAnHour, approveSpendings } from '#liquidity/approvals/Approval.ts'
import { requireTokens } from '#liquidity/checks/requireTokens.ts'
import { heldToken, probedRouterOf, v3Of } from '#liquidity/deployment.ts'
import { readV3 } from '#liquidity/endpoints/create/readV3.ts'
import { createV3 } from '#liquidity/endpoints/create/v3.ts'
import { requestedPool } from '#liquidity/endpoints/create/v3Pool.ts'
import { planZapIn } from '#liquidity/plans/ZapIn.ts'
import { readDepth } from '#liquidity/pools/readDepth.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { asDeposit } from '#liquidity/recipes/asDeposit.ts'
import { draftSwapV3 } from '#liquidity/recipes/draftSwap.ts'
import { mostOf, spendingsOf } from '#liquidity/recipes/moves.ts'
import { requestedRange, snapRange } from '#liquidity/request/Range.ts'
import { termsOf, toSeconds } from '#liquidity/request/Terms.ts'
import { offerOf, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { cannotZap } from './cannotZap.ts'
import { arriving, asHeld, entrySteps, paidEnds } from './entrySteps.ts'
import type { ZapInRequest } from './request.ts'

const REASON = {
  code: 'V3_DEPOSIT_CANNOT_SWAP',
  message: 'The v3 position manager cannot swap, and the router may not add to v3 positions.',
}

/** Swaps a part of one token in a v3 pool, and mints a position there, both through the wallet. */
export async function stepsV3(chain: Chain, request: ZapInRequest, now: number) {
  const { facts } = chain
  const router = probedRouterOf(facts, 'Swap first, then use /lp/create.')
  const { walletAddress: wallet, independentToken } = request
  const existingPool = asHeld(chain, 'V3', request)
  const tokenPair = tokenPairOf(facts, 'V3', { ...existingPool, independentToken })
  const offer = offerOf({ facts, protocol: 'V3' }, tokenPair, request)
  const terms = termsOf(request, now)
  const quoted = request.priceBounds && heldToken(facts, 'V3', request.priceBounds.quotedTokenAddress)
  const wantedRange = requestedRange(request, tokenPair, quoted)
  const wanted = requestedPool({ existingPool, newPool: undefined }, tokenPair)
  const { snapshot, pool } = await readV3(chain, wanted, { wallet, tokenPair, stated: undefined })
  requireTokens(facts, snapshot.holdings)
  const range = snapRange(wantedRange, pool.tickSpacing)
  const { paid, received } = paidEnds(chain, snapshot, { tokenPair, offer })
  const at = { tick: snapshot.items[0]?.tick ?? 0, tickSpacing: pool.tickSpacing }
  const [depth, permitted] = await Promise.all([
    readDepth(chain, { protocol: 'V3', address: toAddress(wanted.reference) }, at),
    readPermitted(chain, { wallet, router, token: paid.address }),
  ])
  const { side, amount } = offer
  const swapped = { ...depth, tickSpacing: pool.tickSpacing, fee: pool.fee }
  const plan = planZapIn({ pool: swapped, side, amount, slippage: terms.slippage, ...range })
  if (!plan || plan.kept === 0n) throw cannotZap()
  const asked = asDeposit(request, {
    protocol: 'V3',
    existingPool,
    independentToken: { ...independentToken, amount: plan.kept },
    dependentToken: { tokenAddress: received.address, amount: plan.minimumOut },
  })
  const arrival = { amounts: arriving(side, plan.minimumOut), sqrtRatioX96: plan.sqrtRatioX96 }
  const deposit = await createV3(chain, asked, { now, arrival })
  const swap = { ...plan, paid, received }
  const swapping = draftSwapV3(chain, pool.fee, { swap, wallet, deadline: terms.deadline, block: snapshot.block })
  const { expectedLiquidity, minimumLiquidity } = deposit.minted
  const steps = entrySteps(
    chain,
    { swapping, deposit, swap, side, liquidity: minimumLiquidity },
    {
      reason: REASON,
      owner: wallet,
      slippage: terms.slippage,
      what: 'a V3 position',
      approvals: () => [
        ...approveForAnHour(
          permitted.map((holding) => ({ holding, amount: plan.amountIn })),
          { permit2: facts.permit2, spender: router },
          toSeconds(now),
        ),
        ...approveSpendings(
          spendingsOf(snapshot.holdings, mostOf(deposit), tokenPair.native),
          v3Of(facts).positionManager,
        ),
      ],
    },
  )
  const { tickLower, tickUpper } = range
  const position = { tickLower, tickUpper, expectedLiquidity, minimumLiquidity }
  return { steps, swap, spent: deposit.amounts, tokenPair, position }
}

type Permitted = { readonly wallet: Address; readonly router: Address; readonly token: Address }

async function readPermitted(chain: Chain, { wallet, router, token }: Permitted) {
  if (token === zeroAddress) return []
  const watch = { wallet, tokens: [token], spender: chain.facts.permit2, permit2Spender: router }
  return (await readHoldings(chain, watch)).holdings
}
