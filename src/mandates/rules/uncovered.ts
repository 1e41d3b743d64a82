import { type Address, decodeAbiParameters, formatEther, isAddressEqual, parseAbiParameters, slice } from 'viem'
import { SELECTORS, targetOf } from './caveats.ts'
import type { Execution } from './Delegation.ts'
import type { Grant, SellGrant, SpendGrant, Targets, Terms } from './Grant.ts'
import { liquidityProblem } from './liquidityGrant.ts'

const SALE = parseAbiParameters('address token, uint256 amount, uint256 minEthOut')
const TWO_WORDS = parseAbiParameters('uint256 first, address recipient')

/** Why a grant does not cover a call, and what to send; undefined if the chain would accept it. */
export function uncovered(
  grant: Grant,
  call: Execution,
  known: { terms: Terms; targets: Targets },
): string | undefined {
  const target = targetOf(grant, known.targets)
  if (!isAddressEqual(call.to, target)) return elsewhere(call.to, target)
  if (grant.kind === 'liquidity') return liquidityProblem(grant, call, known.terms)
  const action = actionOf(call)
  if (!allowedActions(grant).some((allowed) => allowed === action)) return otherAction(grant, action)
  if (grant.kind === 'spend') return spendProblem(grant, call)
  if (grant.kind === 'sell') return sellProblem(grant, call)
  return recipientProblem(call, known.terms.owner)
}

function elsewhere(to: Address, target: Address): string {
  return `The call goes to ${to}, and the mandate covers ${target} alone. Send a mandate for this call, or let the owner sign it`
}

function actionOf({ data }: Execution): keyof typeof SELECTORS | undefined {
  const selector = data.length >= 10 ? slice(data, 0, 4) : undefined
  const found = Object.entries(SELECTORS).find(([, known]) => known === selector)
  return found?.[0] as keyof typeof SELECTORS | undefined
}

export function allowedActions(grant: Grant): readonly (keyof typeof SELECTORS | 'liquidity')[] {
  return grant.kind === 'spend' ? grant.actions : [grant.kind]
}

function otherAction(grant: Grant, action: string | undefined): string {
  const allowed = `The mandate covers ${allowedActions(grant).join(' and ')}`
  if (action) return `${allowed}, not ${action}`
  return grant.kind === 'collect'
    ? `${allowed} in its plain form: leave out collectAsWeth, or send true`
    : `${allowed} in their plain form: leave out recipient, deadline and the options of a launch`
}

function spendProblem({ ethPerTrade, token }: SpendGrant, { data, value }: Execution): string | undefined {
  if (value > ethPerTrade)
    return `${formatEther(value)} ETH is more than the ${formatEther(ethPerTrade)} ETH of one trade: send less`
  const bought = `0x${data.slice(34, 74)}` as Address
  return token && !isAddressEqual(bought, token) ? `The mandate covers buys of ${token} alone` : undefined
}

function sellProblem({ token, amountPerTrade }: SellGrant, { data }: Execution): string | undefined {
  const [sold, amount] = decodeAbiParameters(SALE, slice(data, 4))
  if (!isAddressEqual(sold, token)) return `The mandate covers sales of ${token} alone`
  return amount > amountPerTrade
    ? `${amount} units are more than the ${amountPerTrade} of one trade: send a smaller amount`
    : undefined
}

function recipientProblem({ data }: Execution, owner: Address): string | undefined {
  const [, recipient] = decodeAbiParameters(TWO_WORDS, slice(data, 4))
  return isAddressEqual(recipient, owner) ? undefined : `The mandate pays ${owner} alone: leave out the recipient`
}
