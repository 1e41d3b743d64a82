import type { Address } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import type { Grant, SpendAction, SpendGrant } from './Grant.ts'

type Policy = {
  actions: readonly string[]
  ethPerDay?: bigint | undefined
  ethPerTrade?: bigint | undefined
  buyToken?: Address | undefined
  tokens: readonly { token: Address; amountPerTrade: bigint; ethPerTradeMin: bigint }[]
}

/** The grants of a policy, one for each signature. */
export function grantsOf(policy: Policy): Grant[] {
  const has = (action: string) => policy.actions.includes(action)
  const spends = (['buy', 'launch'] as const).filter(has)
  return [
    ...spendGrants(policy, spends),
    ...sales(policy, has('sell')),
    ...(has('claim') ? [{ kind: 'claim' } as const] : []),
    ...(has('collect') ? [{ kind: 'collect' } as const] : []),
  ]
}

function spendGrants({ ethPerDay, ethPerTrade, buyToken }: Policy, actions: readonly SpendAction[]): SpendGrant[] {
  if (actions.length === 0) {
    if (ethPerDay ?? ethPerTrade ?? buyToken)
      throw invalidField('actions', 'must include buy or launch if you send a budget of ETH')
    return []
  }
  if (ethPerDay === undefined || ethPerDay < 2n)
    throw invalidField(
      'ethPerDay',
      'is required for buy and launch: send the wei that the agent may spend in any 24 hours, at least 2',
    )
  if (buyToken && actions.includes('launch'))
    throw invalidField('buyToken', 'cannot be combined with launch: omit one of them')
  const half = ethPerDay / 2n
  const perTrade = ethPerTrade ?? half
  if (perTrade === 0n || perTrade > half)
    throw invalidField(
      'ethPerTrade',
      `must be 1 to ${half}, half of ethPerDay: the chain counts fixed days, two of which can meet within 24 hours`,
    )
  return [{ kind: 'spend', actions, ethPerDay: half * 2n, ethPerTrade: perTrade, token: buyToken }]
}

function sales({ tokens }: Policy, isSold: boolean): Grant[] {
  if (!isSold && tokens.length > 0) throw invalidField('actions', 'must include sell if you send tokens')
  if (isSold && tokens.length === 0)
    throw invalidField('tokens', 'is required for sell: name each token and its amount')
  if (new Set(tokens.map(({ token }) => token)).size < tokens.length)
    throw invalidField('tokens', 'must name each token once')
  if (tokens.some(({ amountPerTrade }) => amountPerTrade === 0n))
    throw invalidField('tokens', 'must have an amountPerTrade above 0')
  return tokens.map((sale) => ({ kind: 'sell', ...sale }))
}
