import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Attest, BuiltTransaction, PoolFacts } from '#core/Statement.ts'
import { checkCalldata } from '#liquidity/checks/checkCalldata.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'

/** Decodes the calldata of a draft, and has the statement about it signed if a second reading agrees. */
export function statementOf(
  chain: Chain,
  draft: Draft,
  { wallet, attest }: { readonly wallet: Address; readonly attest: Attest },
): Promise<string> {
  const { to, payload, stated } = draft
  checkCalldata({ ...stated, wallet, to, ...payload, targets: targetsOf(chain) })
  return attest.transaction(toAttest(chain, draft, wallet))
}

function toAttest(chain: Chain, draft: Draft, from: Address): BuiltTransaction {
  const { to, payload, limits, stated, block } = draft
  const { deadline, ticks, positionId, positionIds, liquidity } = stated
  const held = limits.receive.filter(({ enforced, heldBy }) => enforced || heldBy)
  return {
    chainId: chain.id,
    from,
    to,
    data: payload.data,
    value: payload.value,
    stated: {
      limits: { pay: limits.pay, receive: held },
      terms: {
        deadline,
        tickLower: ticks?.tickLower,
        tickUpper: ticks?.tickUpper,
        tokenId: positionId ?? positionIds,
        liquidity,
        ...stated.terms,
      },
    },
    pool: poolOf(chain, draft),
    blockNumber: block.number,
  }
}

function poolOf({ facts }: Chain, { to, stated, limits }: Draft): PoolFacts | undefined {
  const [first, second] = stated.moves
  if (!first || !second) return undefined
  const shares = to === facts.uniswap.v2?.router ? limits.pay[0]?.token : undefined
  return { tokens: [first.token, second.token], shares }
}

function targetsOf({ facts }: Chain): Address[] {
  const { v2, v3, v4, universalRouter } = facts.uniswap
  const managers = [v3?.positionManager, v4?.positionManager, v4?.permissionedPositionManager]
  const all = [v2?.router, ...managers, universalRouter?.address]
  return all.filter((address): address is Address => address !== undefined)
}
