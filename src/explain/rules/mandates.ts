import { type Address, getAddress, type Hex, maxUint256, toHex } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { type Caveat, type Name, wide, wordsOf } from './caveats.ts'
import { deedWarnings } from './deeds.ts'
import type { Effects, Rule, Scene, Warning } from './Effects.ts'
import { accountOf } from './words.ts'

type Delegation = { readonly delegate: Address; readonly delegator: Address; readonly authority: Hex }

const ROOT = toHex(maxUint256)

/** Without one of these, the agent has no limit on actions, price or time. */
const NEEDED: readonly Name[] = [
  'RedeemerEnforcer',
  'TimestampEnforcer',
  'LimitedCallsEnforcer',
  'AllowedTargetsEnforcer',
  'AllowedMethodsEnforcer',
  'ValueLteEnforcer',
]

/** The rules of the delegation manager and the nonce enforcer; a redemption is explained by the call in it. */
export const mandateRules: Record<string, Rule> = {
  disableDelegation: ({ delegate }, scene) => ({
    sentences: [`Revokes a mandate of ${accountOf(scene, delegate as Address)}. It moves no funds.`],
  }),
  incrementNonce: ({ delegationManager }, scene) => ({
    sentences: [
      delegationManager === FRAMEWORK.DelegationManager
        ? `Revokes every mandate that ${scene.signer ? 'the signer' : 'the sender'} has signed for the current nonce. It moves no funds.`
        : `Revokes nothing: ${accountOf(scene, delegationManager as Address)} is not the delegation manager.`,
    ],
  }),
}

/** Explains a delegation that is to be signed; throws for an unknown caveat. */
export function delegating(message: Readonly<Record<string, unknown>>, scene: Scene): Partial<Effects> {
  const { delegate, delegator, authority } = message as unknown as Delegation
  const caveats = message['caveats'] as readonly Caveat[]
  if (authority !== ROOT) throw new Error('Not a delegation of the signer itself.')
  const read = caveats.map((caveat) => wordsOf(caveat, scene))
  const known = new Set(read.map(({ name }) => name))
  const missing = NEEDED.filter((name) => !known.has(name))
  return {
    sentences: [
      `Lets ${accountOf(scene, getAddress(delegate))} act on behalf of ${accountOf(scene, getAddress(delegator))}, within these limits:`,
      ...read.map(({ sentence }) => sentence),
    ],
    warnings: [
      ...ownerWarnings(scene, getAddress(delegator)),
      ...missing.map(wide),
      ...deedWarnings(caveats, getAddress(delegator), scene),
      ...read.flatMap(({ warnings = [] }) => warnings),
    ],
  }
}

export function ownerWarnings({ signer }: Scene, delegator: Address): Warning[] {
  if (signer === undefined || signer === delegator) return []
  return [{ code: 'OTHER_OWNER', message: `The mandate is for the account ${delegator}, not for the signer.` }]
}
