import { type Address, type Hex, zeroAddress } from 'viem'
import type { Kind } from './abis.ts'
import { permit2Rules, tokenRules, wrappedRules } from './approvals.ts'
import type { Contract } from './Contract.ts'
import { type DecodedCall, flatten } from './DecodedCall.ts'
import { type Effects, merge, type Rule, type Scene } from './Effects.ts'
import { launchRules, splitRules } from './launch.ts'
import { mandateRules } from './mandates.ts'
import { routerRules } from './router.ts'
import { v2Rules } from './v2.ts'
import { v3Rules } from './v3.ts'
import { v4Rules } from './v4.ts'
import { accountOf, amountOf, recipientWarnings } from './words.ts'

const RULES: Readonly<Record<Kind, Readonly<Record<string, Rule>>>> = {
  token: tokenRules,
  wrapped: wrappedRules,
  permit2: permit2Rules,
  v2Router: v2Rules,
  v3Manager: v3Rules,
  v4Manager: v4Rules,
  router: routerRules,
  launchpad: launchRules,
  feeSplitFactory: splitRules,
  feeSplit: splitRules,
  delegationManager: mandateRules,
  nonceEnforcer: mandateRules,
}

/** A call as a wallet sends it. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** A contract that is known, and the call as it reads it. */
export type Target = { readonly contract: Contract; readonly decoded: DecodedCall }

export type Explained = {
  readonly contract: Contract | undefined
  /** Every call by name, in the order they run; those inside others follow them. */
  readonly calls: readonly DecodedCall[]
  /** Whether every call in it is known. */
  readonly isKnown: boolean
  readonly effects: Effects
}

/** Explains a call to a known contract. A part that is not known is called unknown and never guessed. */
export function explainCall({ to, data, value }: Call, target: Target | undefined, scene: Scene): Explained {
  const contract = target?.contract
  const paid = value > 0n ? [{ token: zeroAddress, atMost: value }] : []
  if (data === '0x')
    return { contract, calls: [], isKnown: true, effects: merge([sending(scene, { to, value }), { pay: paid }]) }
  if (!target || !contract) return unknown({ pay: paid, warnings: [unknownContract(to)] })
  const calls = flatten(target.decoded)
  const within = { ...scene, to, value, calls }
  const parts = calls.map((call) => effectsOf(contract.kind, call, within))
  const isKnown = calls.every(({ name }) => name !== undefined)
  return { contract, calls, isKnown, effects: merge([{ pay: paid }, ...parts]) }
}

function effectsOf(kind: Kind, { name, args, inner }: DecodedCall, scene: Scene): Partial<Effects> {
  if (name === undefined) return { sentences: ['Makes an unknown call.'], warnings: [UNKNOWN_CALL] }
  const rule = RULES[kind][name]
  if (rule) return rule(args, scene)
  return inner.length > 0 ? {} : { sentences: ['Makes an unknown call.'], warnings: [UNKNOWN_CALL] }
}

function sending(scene: Scene, { to, value }: { to: Address; value: bigint }): Partial<Effects> {
  return {
    sentences: [`Sends ${amountOf(scene, zeroAddress, value)} to ${accountOf(scene, to)}.`],
    warnings: recipientWarnings(scene, to),
  }
}

function unknown(effects: Partial<Effects>): Explained {
  const sentences = ['Calls an unknown contract.']
  return { contract: undefined, calls: [], isKnown: false, effects: merge([{ sentences }, effects]) }
}

const UNKNOWN_CALL = {
  code: 'UNKNOWN_CALL',
  message: 'Part of the calldata is unknown. Do not sign it unless you know what it does.',
}

function unknownContract(address: Address) {
  return {
    code: 'UNKNOWN_CONTRACT',
    message: `${address} is unknown. Do not sign unless you know what it does.`,
  }
}
