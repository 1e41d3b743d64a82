import type { Address } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Account } from './readAccount.ts'

export function requireKey({ kind }: Account, owner: Address): void {
  if (kind === 'contract')
    throw new ApiError('failed_precondition', `${owner} is a contract. Send an owner that signs with its own key.`)
}

/** The authorization that makes the owner's account obey delegations; null if it does. */
export function authorizationOf({ kind, nonce }: Account) {
  if (kind === 'delegated') return null
  const address = FRAMEWORK.EIP7702StatelessDeleGator
  return { chainId: LAUNCH_CHAIN_ID, address, nonce, nonceIfOwnerSends: nonce + 1n }
}

const PAUSE = {
  code: 'framework_can_pause',
  message:
    "The Delegation Framework's operators can pause all redemptions. They cannot redeem, and revoking still works.",
}
const REPLACES = {
  code: 'replaces_code',
  message:
    'The account runs other code through EIP-7702. The authorization replaces that code, and whatever depends on it stops working.',
}

export function warningsOf({ kind }: Account): { code: string; message: string }[] {
  return kind === 'other' ? [REPLACES, PAUSE] : [PAUSE]
}
