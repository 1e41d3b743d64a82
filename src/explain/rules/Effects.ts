import type { Address } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Grant } from '#core/Statement.ts'
import type { Held } from './boundCalls.ts'
import type { AddressBook } from './Contract.ts'
import type { Arguments, DecodedCall } from './DecodedCall.ts'

export type Warning = {
  readonly code: string
  readonly message: string
  /** The account that a warning is about. */
  readonly account?: Address
}
export type Payment = { readonly token: Address; readonly atMost: bigint }
export type Receipt = { readonly token: Address; readonly atLeast: bigint; readonly recipient: Address | undefined }

/** A right that the signer gives away; without an amount and a position it is one to every position. */
export type Approval = Grant

/** The consequences of a call for its signer. */
export type Effects = {
  readonly sentences: readonly string[]
  readonly pay: readonly Payment[]
  /** Leaves in addition if the code of another token is hostile. */
  readonly atRisk: readonly Payment[]
  readonly receive: readonly Receipt[]
  readonly approvals: readonly Approval[]
  readonly warnings: readonly Warning[]
}

/** The surroundings of a call. */
export type Scene = {
  readonly facts: ChainFacts
  readonly book: AddressBook
  /** The account that signs. */
  readonly signer: Address | undefined
  readonly to: Address
  readonly value: bigint
  /** All calls of the same transaction, those inside other calls included. */
  readonly calls: readonly DecodedCall[]
  readonly tokens: ReadonlyMap<Address, Token>
  /** The tokens of v3 positions, by position. */
  readonly positions: ReadonlyMap<bigint, readonly [Address, Address]>
  /** The positions that a mandate changes. */
  readonly held?: ReadonlyMap<bigint, Held> | undefined
  /** The reads that report prices of the positions of an order; absent for one that was prepared here. */
  readonly priceReads?: ReadonlySet<string> | undefined
  /** The positions of others that are added to; absent for transactions built here. */
  readonly foreign?: readonly { readonly id: bigint }[] | undefined
  /** The addresses of v2 pairs, by their tokens. */
  readonly pairs: ReadonlyMap<string, Address>
  /** In seconds. */
  readonly now: bigint
}

/** Symbol and decimals as the token claims them. */
export type Token = { readonly symbol: string; readonly decimals: number }

export type Rule = (args: Arguments, scene: Scene) => Partial<Effects>

/** The effects of several calls; payments of one token are added up. */
export function merge(parts: readonly Partial<Effects>[]): Effects {
  return {
    sentences: parts.flatMap(({ sentences = [] }) => sentences),
    pay: addUp(parts.flatMap(({ pay = [] }) => pay)),
    atRisk: addUp(parts.flatMap(({ atRisk = [] }) => atRisk)),
    receive: parts.flatMap(({ receive = [] }) => receive),
    approvals: parts.flatMap(({ approvals = [] }) => approvals),
    warnings: distinct(parts.flatMap(({ warnings = [] }) => warnings)),
  }
}

/** A token that the signer both pays and receives counts once, by the difference of the two limits. */
export function netOf(effects: Effects, signer: Address | undefined): Effects {
  const own = effects.receive.filter(({ recipient }) => recipient !== undefined && recipient === signer)
  const paid = new Map(effects.pay.map(({ token, atMost }) => [token, atMost]))
  const got = new Map<Address, bigint>()
  for (const { token, atLeast } of own) got.set(token, (got.get(token) ?? 0n) + atLeast)
  const both = new Set([...paid.keys()].filter((token) => got.has(token)))
  if (both.size === 0) return effects
  const gain = (token: Address) => (got.get(token) ?? 0n) - (paid.get(token) ?? 0n)
  const others = effects.receive.filter((receipt) => !both.has(receipt.token) || !own.includes(receipt))
  const gained = [...both].filter((token) => gain(token) >= 0n)
  const lost = [...both].filter((token) => gain(token) < 0n)
  return {
    ...effects,
    pay: [
      ...effects.pay.filter(({ token }) => !both.has(token)),
      ...lost.map((token) => ({ token, atMost: -gain(token) })),
    ],
    receive: [...others, ...gained.map((token) => ({ token, atLeast: gain(token), recipient: signer }))],
  }
}

function addUp(payments: readonly Payment[]): Payment[] {
  const totals = new Map<Address, bigint>()
  for (const { token, atMost } of payments) totals.set(token, (totals.get(token) ?? 0n) + atMost)
  return [...totals].filter(([, atMost]) => atMost > 0n).map(([token, atMost]) => ({ token, atMost }))
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values()]
}
