import { type Address, getAddress, type Hex, size, slice, toFunctionSelector, zeroAddress } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import { ABIS } from './abis.ts'
import type { Scene, Warning } from './Effects.ts'
import { accountOf, amountOf, dateOf, deadlineWarnings, tokenOf } from './words.ts'

/** A condition of a delegation, as it is signed. */
export type Caveat = { readonly enforcer: Address; readonly terms: Hex }

/** Whether the caveat binds every call of an order. */
export function isCondition({ enforcer }: Caveat): boolean {
  return getAddress(enforcer) === ORDER_CONDITION
}

/** The framework's delegate for a delegation that anyone may redeem. */
export const ANYBODY = getAddress('0x0000000000000000000000000000000000000a11')

type Words = { readonly name: Name; readonly sentence: string; readonly warnings?: readonly Warning[] }
export type Name = Exclude<keyof typeof FRAMEWORK, 'DelegationManager' | 'EIP7702StatelessDeleGator'>

const BY_ADDRESS = new Map(Object.entries(FRAMEWORK).map(([name, address]) => [address.toLowerCase(), name]))

/** A caveat in words; throws for an unknown one. */
export function wordsOf({ enforcer, terms }: Caveat, scene: Scene): Words {
  const name = BY_ADDRESS.get(enforcer.toLowerCase()) as Name | undefined
  const words = name && WORDS[name]
  if (!name || !words) throw new Error('Not a known caveat.')
  return { name, ...words(terms, scene) }
}

const word = (terms: Hex, start: number) => BigInt(slice(terms, start, start + 32))
const address = (terms: Hex, start: number) => getAddress(slice(terms, start, start + 20))
/** The terms in pieces of this many bytes. */
export const parts = (terms: Hex, length: number) =>
  Array.from({ length: size(terms) / length }, (_, index) => slice(terms, index * length, (index + 1) * length))

const WORDS: Readonly<Record<Name, (terms: Hex, scene: Scene) => Omit<Words, 'name'>>> = {
  RedeemerEnforcer: (terms, scene) => ({
    sentence: `Only ${listOf(parts(terms, 20).map((one) => accountOf(scene, getAddress(one))))} may use it.`,
  }),
  TimestampEnforcer(terms, scene) {
    const end = BigInt(slice(terms, 16))
    const sentence = end === 0n ? 'It does not expire.' : `It expires at ${dateOf(end)}.`
    return { sentence, warnings: end === 0n ? [wide('end')] : deadlineWarnings(scene, end) }
  },
  NonceEnforcer: (terms) => ({
    sentence: `It is valid while the nonce of the account in the nonce enforcer is ${BigInt(terms)}; one transaction raises the nonce.`,
  }),
  LimitedCallsEnforcer: (terms) => ({ sentence: `It allows at most ${BigInt(terms)} calls.` }),
  AllowedTargetsEnforcer: (terms, scene) => ({
    sentence: `It can call only ${listOf(parts(terms, 20).map((one) => accountOf(scene, getAddress(one))))}.`,
  }),
  AllowedMethodsEnforcer: (terms) => ({
    sentence: `It can call only these functions: ${listOf(parts(terms, 4).map((one) => FUNCTION_NAMES.get(one) ?? one))}.`,
  }),
  AllowedCalldataEnforcer: (terms) => ({
    sentence: `The calldata from byte ${word(terms, 0)} on must be ${slice(terms, 32)}.`,
  }),
  ValueLteEnforcer: (terms, scene) => ({
    sentence: `At most ${amountOf(scene, zeroAddress, BigInt(terms))} in one call; one transaction can hold several.`,
  }),
  NativeTokenPeriodTransferEnforcer: (terms, scene) => ({
    sentence: `At most ${amountOf(scene, zeroAddress, word(terms, 0))} in each ${word(terms, 32)} seconds from ${dateOf(word(terms, 64))} on.`,
  }),
  ERC20BalanceChangeEnforcer: (terms, scene) => ({
    sentence: changeWords(terms, amountOf(scene, address(terms, 1), word(terms, 41)), {
      account: accountOf(scene, address(terms, 21)),
      token: tokenOf(scene, address(terms, 1)),
    }),
  }),
  NativeBalanceChangeEnforcer: (terms, scene) => ({
    sentence: changeWords(terms, amountOf(scene, zeroAddress, word(terms, 21)), {
      account: accountOf(scene, address(terms, 1)),
      token: tokenOf(scene, zeroAddress),
    }),
  }),
}

function changeWords(terms: Hex, amount: string, { account, token }: { account: string; token: string }): string {
  const change = slice(terms, 0, 1) === '0x00' ? `grow by at least ${amount}` : `fall by at most ${amount}`
  return `In one call the ${token} of ${account} must ${change}.`
}

const FUNCTION_NAMES = new Map(
  [...ABIS.launchpad, ...ABIS.v2Router, ...ABIS.v3Manager, ...ABIS.v4Manager].map(
    (item) => [toFunctionSelector(item), item.name] as const,
  ),
)

function listOf(items: readonly string[]): string {
  return items.join(' and ')
}

/** Warns of a limit that is missing. */
export function wide(name: string): Warning {
  const message = `The mandate has no ${name}: it lets the agent do more than a mandate of this service.`
  return { code: 'WIDE_MANDATE', message }
}
