import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'
import { TransactionRequest, toCall } from '#core/TransactionRequest.ts'
import { sent } from '#liquidity/answer/sent.ts'
import type { Context } from '#liquidity/Context.ts'
import { probedRouterOf } from '#liquidity/deployment.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { Swap } from '#liquidity/recipes/swap.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { outcome, TokenAmount, Warning } from '#liquidity/wire.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { type Claimable, isClaimable, isLeftOut, type LeftOut } from './Claimable.ts'
import { claimGroups } from './claimGroups.ts'
import { readClaimable } from './readClaimable.ts'
import { ClaimManyRequest } from './request.ts'

const protocol = z.enum(['V3', 'V4'])

const ClaimedGroup = z
  .object({
    protocol,
    tokenIds: z.array(z.string()),
    transaction: TransactionRequest,
    received: z.array(TokenAmount),
    swaps: z.array(Swap).optional().meta({ description: 'With tokenOutAddress: the swap of each pool.' }),
    guards: z.array(Warning).optional().meta({ description: 'The conditions under which the transaction reverts.' }),
    ...outcome,
  })
  .meta({
    id: 'ClaimedGroup',
    description: 'Positions whose fees one transaction collects. Untrusted tokens and hooks have separate groups.',
  })

const Response = z.object({
  requestId: z.string(),
  groups: z.array(ClaimedGroup),
  ...sent,
  received: z.array(TokenAmount).meta({ description: 'The fees of all groups, by token.' }),
  leftOut: z
    .array(z.object({ protocol, tokenId: z.string(), code: z.string(), message: z.string() }))
    .meta({ description: 'Positions that are not collected, with the reason. They do not block the others.' }),
})

/** Collects the fees of many positions. A position that cannot be collected is left out and named. */
export function claimMany(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpClaimMany',
    path: '/lp/claim_many',
    summary: 'Build the transactions that collect the fees of many v3 and v4 positions.',
    errors: ['failed_precondition', 'unavailable'],
    examples: examples.claimMany,
    request: ClaimManyRequest,
    response: Response,
    async build(request, { chain, requestId, ...answering }) {
      const swap = swapOf(chain, request)
      const { block, found } = await readClaimable(chain, request)
      requireTogether(request, found)
      const { deadline } = termsOf({}, answering.now)
      const claimed = await claimGroups(chain, found.filter(isClaimable), {
        terms: { wallet: request.walletAddress, block, deadline, asWeth: request.collectAsWeth ?? true, swap },
        answering,
      })
      const left = [...found.filter(isLeftOut), ...claimed.leftOut]
      if (claimed.groups.length === 0) throw nothingToClaim(left)
      const approvals = claimed.groups.flatMap((group) => group.approvals)
      const groups = claimed.groups.map(({ approvals: _, ...group }) => group)
      return {
        requestId,
        groups,
        calls: [...approvals, ...groups].map(({ transaction }) => toCall(transaction)),
        atomicRequired: false,
        approvals,
        received: totalOf(groups.flatMap(({ received }) => received)),
        leftOut: left.map(({ id, ...rest }) => ({ ...rest, tokenId: id.toString() })),
      }
    },
  })
}

/** A mandate covers one call with all of its positions. */
function requireTogether({ mandate }: ClaimManyRequest, found: readonly (Claimable | LeftOut)[]): void {
  if (mandate === undefined) return
  const left = found.filter(isLeftOut)
  if (left.length > 0) throw nothingToClaim(left, 'With a mandate, all positions are collected or none.')
  if (new Set(found.filter(isClaimable).map(({ manager }) => manager)).size > 1)
    throw invalidField(
      'positions',
      'must all have the same protocol with mandate: claim the V3 and the V4 positions one after the other',
    )
}

function swapOf({ facts }: Chain, { tokenOutAddress: tokenOut, slippageTolerance = 0.5 }: ClaimManyRequest) {
  if (tokenOut === undefined) return undefined
  const router = probedRouterOf(facts, 'Leave tokenOutAddress out, then swap.')
  return { tokenOut, router, slippage: Slippage.fromPercent(slippageTolerance) }
}

function totalOf(received: readonly { tokenAddress: string; amount: string }[]) {
  const totals = new Map<string, bigint>()
  for (const { tokenAddress, amount } of received) {
    totals.set(tokenAddress, (totals.get(tokenAddress) ?? 0n) + BigInt(amount))
  }
  return [...totals].map(([tokenAddress, amount]) => ({ tokenAddress, amount: amount.toString() }))
}

function nothingToClaim(left: readonly LeftOut[], problem = 'None of these positions can be collected.'): ApiError {
  const reasons = left.map(({ message }) => message).join(' ')
  return new ApiError('failed_precondition', `${problem} ${reasons}`, {
    details: left.map(({ code, id }) => ({ type: code, value: id.toString() })),
  })
}
