import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'

const nonceAbi = parseAbi(['function incrementNonce(address delegationManager)'])

type Built = { to: Address; data: Hex; call: string; summary: string; terms: Record<string, unknown> }

/** The transaction that revokes one mandate. */
export function revokeOne(context: Context, delegation: Delegation.Delegation) {
  const { delegate, delegator } = delegation
  return toWire(context, delegator, {
    to: FRAMEWORK.DelegationManager,
    data: Delegation.revoke(delegation),
    call: 'disableDelegation',
    summary: `Revokes this mandate of ${delegate}; the next redemption reverts, also in the same block.`,
    terms: { delegate, delegator, salt: delegation.salt },
  })
}

/** The transaction that cancels one order. */
export function cancelOrder(context: Context, delegation: Delegation.Delegation) {
  const { delegate, delegator, salt } = delegation
  return toWire(context, delegator, {
    to: FRAMEWORK.DelegationManager,
    data: Delegation.revoke(delegation),
    call: 'disableDelegation',
    summary: 'Cancels this order; the next execution reverts, also in the same block.',
    terms: { delegate, delegator, salt },
  })
}

/** The transaction that revokes every mandate of the owner. */
export function revokeAll(context: Context, owner: Address) {
  const args = [FRAMEWORK.DelegationManager] as const
  return toWire(context, owner, {
    to: FRAMEWORK.NonceEnforcer,
    data: encodeFunctionData({ abi: nonceAbi, functionName: 'incrementNonce', args }),
    call: 'incrementNonce',
    summary: `Revokes every mandate and cancels every order that ${owner} has signed so far.`,
    terms: { delegationManager: FRAMEWORK.DelegationManager },
  })
}

async function toWire({ attest }: Context, from: Address, { to, data, call, summary, terms }: Built) {
  const built = { chainId: LAUNCH_CHAIN_ID, from, to, data, value: 0n, stated: { call, terms } }
  const statement = await attest.transaction(built)
  return { summary, transaction: { to, from, data, value: '0x00' as const, chainId: LAUNCH_CHAIN_ID }, statement }
}
