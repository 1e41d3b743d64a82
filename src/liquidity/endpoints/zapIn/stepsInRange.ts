import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { heldToken, probedRouterOf } from '#liquidity/deployment.ts'
import { planZapIn } from '#liquidity/plans/ZapIn.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { requestedRange, snapRange } from '#liquidity/request/Range.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { offerOf, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { cannotZap } from './cannotZap.ts'
import { entryApprovals, readPermitted } from './entryApprovals.ts'
import { entryDeposit } from './entryDeposit.ts'
import { arriving, asHeld, entrySteps, heldOf, paidEnds } from './entrySteps.ts'
import type { PoolZap } from './inPool.ts'
import { readTargetV3, readTargetV4 } from './readTarget.ts'

const V3_REASON = {
  code: 'V3_DEPOSIT_CANNOT_SWAP',
  message: 'The v3 position manager cannot swap, and the router may not add to v3 positions.',
}
const V4_POSITION_REASON = {
  code: 'V4_INCREASE_CANNOT_SWAP',
  message:
    'The v4 position manager cannot swap, and an approval of the router for a v4 position would let anyone take its fees.',
}
const V4_BOTH_REASON = {
  code: 'V4_BOTH_THROUGH_WALLET',
  message:
    'In one transaction, one token would be in the v4 position manager while the code of the other runs, and that code could take it.',
}

/** Swaps a part in a pool of v3 or v4, and adds the rest to a position there, both through the wallet. */
export async function stepsInRange(chain: Chain, request: PoolZap, now: number) {
  const { facts } = chain
  const protocol = request.protocol === 'V3' ? 'V3' : 'V4'
  const router = probedRouterOf(facts, 'Swap first, then use /lp/create or /lp/increase.')
  const { walletAddress: wallet, independentToken, dependentToken } = request
  const existingPool = asHeld(chain, protocol, request)
  const tokenPair = tokenPairOf(facts, protocol, { ...existingPool, independentToken, dependentToken })
  const held = heldOf(offerOf({ facts, protocol }, tokenPair, request))
  const terms = termsOf(request, now, protocol === 'V4' && tokenPair.native !== undefined)
  const quoted = request.priceBounds && heldToken(facts, protocol, request.priceBounds.quotedTokenAddress)
  const asked = requestedRange(request, tokenPair, quoted)
  const readTarget = protocol === 'V3' ? readTargetV3 : readTargetV4
  const [target, permitted] = await Promise.all([
    readTarget(chain, request, { tokenPair, existingPool }),
    readPermitted(chain, { wallet, router, tokenPair, held }),
  ])
  const { snapshot, tickSpacing, swapped, draftSwap } = target
  const range = snapRange(asked, tickSpacing)
  const [token0, token1] = paidEnds(chain, snapshot, { tokenPair, held })
  const planOf = (zeroForOne: boolean) =>
    planZapIn({ pool: swapped(zeroForOne), held, slippage: terms.slippage, ...range })
  const first = planOf(true)
  const plan = first?.zeroForOne === false ? planOf(false) : first
  if (!plan || plan.kept === 0n) throw cannotZap()
  const { zeroForOne, sure } = plan
  const side = zeroForOne ? 'token0' : 'token1'
  const [paid, received] = zeroForOne ? [token0, token1] : [token1, token0]
  if (protocol === 'V3') requireWrapped(received, heldToken(facts, 'V3', zeroAddress))
  const deposit = await entryDeposit(chain, request, {
    ...{ protocol, existingPool, tokenPair, now },
    paying: [token0.address, token1.address],
    arrival: {
      amounts: arriving(side, plan.minimumOut),
      sqrtRatioX96: plan.sqrtRatioX96,
      growth: plan.growth,
      added: sure,
    },
  })
  const swap = { ...plan, paid, received }
  const swapping = draftSwap({ swap, wallet, deadline: terms.deadline, block: snapshot.block })
  const spent = { router, swap, deposit, tokenPair, permitted, holdings: snapshot.holdings, now }
  const steps = entrySteps(
    chain,
    { swapping, deposit, swap, side, liquidity: deposit.minted.minimumLiquidity },
    {
      reason: reasonOf(request),
      owner: wallet,
      slippage: terms.slippage,
      what:
        request.tokenId === undefined
          ? `Create a ${protocol} position`
          : `Add to ${protocol} position ${request.tokenId}`,
      instead: request.tokenId === undefined ? '/lp/create' : '/lp/increase',
      held,
      approvals: () => entryApprovals(chain, protocol, spent),
    },
  )
  const { tickLower, tickUpper } = range
  const position = { id: request.tokenId, tickLower, tickUpper, ...deposit.minted }
  return { steps, swap, spent: deposit.amounts, tokenPair, position }
}

function reasonOf({ protocol, tokenId }: PoolZap): Warning {
  if (protocol === 'V3') return V3_REASON
  return tokenId === undefined ? V4_BOTH_REASON : V4_POSITION_REASON
}

// A swap of v3 pays wrapped currency, which a deposit in native currency would not use.
function requireWrapped({ address }: Token, wrapped: Address): void {
  if (address !== zeroAddress) return
  throw new ApiError(
    'failed_precondition',
    `The other token is in excess, and a swap of v3 pays the wrapped form of the native currency. Send ${wrapped} instead of the zero address, and wrap the amount first.`,
    { details: [{ type: 'NEEDS_WRAPPING', value: wrapped }] },
  )
}
