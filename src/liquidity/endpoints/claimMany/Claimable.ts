import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { heldToken, isListed, named } from '#liquidity/deployment.ts'
import { changesWithdrawals, mayRefuseWithdrawals } from '#liquidity/hooks/Hooks.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import type { V4Position } from '#liquidity/pools/readV4Positions.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** A position with fees that the wallet may collect. */
export type Claimable = {
  readonly protocol: 'V3' | 'V4'
  readonly id: bigint
  readonly owner: Address
  /** The position manager. */
  readonly manager: Address
  /** The contract that pays the fees. */
  readonly holder: Address
  readonly token0: Token
  readonly token1: Token
  readonly fees: Amounts
  /** The addresses whose code could stop the claim. */
  readonly strangers: readonly Address[]
  /** The position as it was read from the chain. */
  readonly position: V3Position | V4Position
}

/** A position that is not collected, with the reason. */
export type LeftOut = {
  readonly protocol: 'V3' | 'V4'
  readonly id: bigint
  readonly code: string
  readonly message: string
}

type Position = V3Position | V4Position
type ClaimRequest = {
  readonly protocol: 'V3' | 'V4'
  readonly id: bigint
  readonly manager: Address
  readonly wallet: Address
  /** The token that all fees are swapped to, if they are. */
  readonly tokenOut?: Address | undefined
  /** Whether a position without fees is claimed too, because a mandate names it. */
  readonly isMandated?: boolean | undefined
}

/** The position, if its fees can be collected together with those of others; else the reason. */
export function claimableOf(chain: Chain, found: Position | undefined, asked: ClaimRequest): Claimable | LeftOut {
  const { protocol, id, manager } = asked
  const problem = problemOf(chain, found, asked)
  if (problem || !found) return { protocol, id, code: problem?.[0] ?? 'NOT_FOUND', message: problem?.[1] ?? '' }
  const { owner, token0, token1, fees } = found
  const holder = 'pool' in found ? found.pool : (chain.facts.uniswap.v4?.poolManager ?? manager)
  const strangers = strangersOf(chain.facts, found)
  return { protocol, id, owner, manager, holder, token0, token1, fees, strangers, position: found }
}

export function isClaimable(one: Claimable | LeftOut): one is Claimable {
  return 'fees' in one
}

export function isLeftOut(one: Claimable | LeftOut): one is LeftOut {
  return !isClaimable(one)
}

function problemOf({ facts }: Chain, found: Position | undefined, asked: ClaimRequest) {
  const { protocol, id, wallet } = asked
  const name = `${protocol} position ${id}`
  if (!found) return ['NOT_FOUND', `There is no ${name} on ${named(facts)}.`] as const
  if (found.owner !== wallet && !found.isOperator) {
    return ['NOT_APPROVED', `${name} belongs to ${found.owner}, and ${wallet} is not approved for it.`] as const
  }
  if ('key' in found && changesWithdrawals(found.key.hooks)) {
    const message = `The hook ${found.key.hooks} of ${name} may keep part of its fees. Use /lp/claim_fees for it.`
    return ['HOOK_CHANGES_AMOUNTS', message] as const
  }
  const { amount0, amount1 } = found.fees
  if (amount0 === 0n && amount1 === 0n && !asked.isMandated)
    return ['NOTHING_TO_CLAIM', `${name} has no fees to collect.`] as const
  return asked.tokenOut === undefined ? undefined : swapProblem(facts, found, { ...asked, tokenOut: asked.tokenOut })
}

// Only the router swaps the collected fees, and it changes v3 positions only for their owner.
function swapProblem(facts: ChainFacts, found: Position, asked: ClaimRequest & { readonly tokenOut: Address }) {
  const { protocol, id, wallet, tokenOut } = asked
  const name = `${protocol} position ${id}`
  const instead = 'Leave tokenOutAddress out for it, then swap.'
  if (protocol === 'V4')
    return ['V4_EXIT_CANNOT_SWAP', `The router may not collect the fees of ${name}. ${instead}`] as const
  if (found.owner !== wallet) {
    return ['NOT_OWNER', `${name} belongs to ${found.owner}, and only its owner can swap its fees. ${instead}`] as const
  }
  const held = heldToken(facts, protocol, tokenOut)
  if (held === found.token0.address || held === found.token1.address) return undefined
  return ['TOKEN_OUTSIDE_POOL', `The pool of ${name} does not hold ${tokenOut}. ${instead}`] as const
}

// The launch contract and other known hooks are trusted, as in every deposit.
function strangersOf(facts: ChainFacts, found: Position): Address[] {
  const tokens = [found.token0.address, found.token1.address].filter((token) => !isListed(facts, token))
  const hooks = 'key' in found ? [found.key.hooks] : []
  const wilful = hooks.filter((hook) => mayRefuseWithdrawals(hook) && !facts.knownHooks.includes(hook))
  return [...tokens, ...wilful].toSorted()
}
