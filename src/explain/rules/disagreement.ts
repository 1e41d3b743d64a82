import type { Address } from 'viem'
import type { Grant, Stated } from '#core/Statement.ts'
import type { Arguments } from './DecodedCall.ts'
import type { Effects } from './Effects.ts'
import { valuesOf } from './valuesOf.ts'

/** Warnings of calldata that no builder of this service may produce. */
const REFUSED = new Set([
  'POSITION_GIVEN_AWAY',
  'REST_NOT_RETURNED',
  'NOT_PAID_OUT',
  'NOT_PAID_FOR',
  'PART_NOT_COLLECTED',
  'OTHER_CHAIN',
  'OTHER_OWNER',
  'UNBOUNDED_PAYMENT',
])
/** Terms that some calls leave to the contract. */
const OPTIONAL = new Set(['liquidity', 'currency0', 'currency1'])

export type Reading = {
  readonly isKnown: boolean
  readonly effects: Effects
  readonly steps: readonly { readonly name?: string | undefined; readonly args: Arguments }[]
}

type Account = { readonly from: Address; readonly to: Address }

/** The first point in which the second reading differs from the builder's claims; undefined if they agree. */
export function disagreement(stated: Stated, { isKnown, effects, steps }: Reading, account: Account) {
  if (!isKnown) return 'a part of it is unknown'
  return (
    paymentProblem(stated, effects) ??
    payoutProblem(stated, effects) ??
    accountProblem(stated, effects, account) ??
    approvalProblem(stated.approvals ?? [], effects, account) ??
    callProblem(stated, steps) ??
    termProblem(stated.terms ?? {}, steps)
  )
}

function paymentProblem({ limits }: Stated, effects: Effects): string | undefined {
  const said = total(limits?.pay.map(paid) ?? [])
  const read = total(effects.pay.map(paid))
  const atRisk = total(effects.atRisk.map(paid))
  for (const token of new Set([...said.keys(), ...read.keys()])) {
    const [first, second] = [said.get(token) ?? 0n, read.get(token) ?? 0n]
    const isWithin = first >= second && first <= second + (atRisk.get(token) ?? 0n)
    if (!isWithin) return `at most ${first} of ${token} is stated, but ${second} can leave`
  }
  return undefined
}

function payoutProblem({ limits }: Stated, { receive }: Effects): string | undefined {
  const paidOut = total(receive.map(({ token, atLeast }) => [token, atLeast]))
  const other = limits?.receive.find(({ token, atLeast }) => (paidOut.get(token) ?? 0n) !== atLeast)
  return (
    other &&
    `at least ${other.atLeast} of ${other.token} is stated, but only ${paidOut.get(other.token) ?? 0n} is guaranteed`
  )
}

function paid({ token, atMost }: { readonly token: Address; readonly atMost: bigint }): readonly [Address, bigint] {
  return [token, atMost]
}

function accountProblem(stated: Stated, { receive, warnings }: Effects, { from }: Account): string | undefined {
  const expected = stated.recipients ?? [stated.recipient ?? from]
  const isExpected = (account: Address | undefined) => account !== undefined && expected.includes(account)
  const stranger = receive.find((receipt) => !isExpected(receipt.recipient))
  if (stranger) return `${stranger.recipient} receives ${stranger.token}`
  const other = warnings.find(({ code, account }) => code === 'OTHER_RECIPIENT' && !isExpected(account))
  if (other) return other.message
  return warnings.find(({ code }) => REFUSED.has(code))?.message
}

// A permit inside a transaction was signed before; it may only serve the contract that the transaction goes to.
function approvalProblem(said: readonly Grant[], { approvals }: Effects, { to }: Account): string | undefined {
  const inWords = ({ token, spender, amount, tokenId, until }: Grant) =>
    [token, spender, amount ?? `position ${tokenId}`, until ?? 'no end'].join(' ')
  const granted = approvals.map(inWords)
  const expected = new Set(said.map(inWords))
  const missing = [...expected].find((grant) => !granted.includes(grant))
  if (missing) return `the approval ${missing} is stated but not found`
  const extra = approvals.find((approval) => !expected.has(inWords(approval)) && approval.spender !== to)
  return extra && `the approval ${inWords(extra)} is not stated`
}

function callProblem({ call }: Stated, [first]: Reading['steps']): string | undefined {
  if (call === undefined || first?.name === call) return undefined
  return `a call of ${call} is stated, and ${first?.name ?? 'another one'} is called`
}

function termProblem(terms: Readonly<Record<string, unknown>>, steps: Reading['steps']): string | undefined {
  for (const [name, value] of Object.entries(terms)) {
    if (value === undefined) continue
    const found = steps.flatMap(({ args }) => valuesOf(args, name))
    const problem = isList(value, found) ? listProblem(name, value, found) : valueProblem(name, value, found)
    if (problem) return problem
  }
  return undefined
}

function valueProblem(name: string, value: unknown, found: readonly unknown[]): string | undefined {
  const other = found.find((one) => words(one) !== words(value))
  if (other !== undefined) return `${name} is stated as ${words(value)}, and is ${words(other)}`
  const isMissing = found.length === 0 && !OPTIONAL.has(name) && !isNothing(value)
  return isMissing ? `${name} is stated but not found` : undefined
}

function listProblem(name: string, value: readonly unknown[], found: readonly unknown[]): string | undefined {
  return words(value) === words(found) ? undefined : `${name} is stated as ${words(value)}, and is ${words(found)}`
}

/** Whether a term lists the values of several calls, in their order. */
function isList(value: unknown, found: readonly unknown[]): value is readonly unknown[] {
  return Array.isArray(value) && found.length > 0 && found.every((one) => !Array.isArray(one))
}

// An empty option need not be in the calldata.
function isNothing(value: unknown): boolean {
  return value === '' || /^0(x0+)?$/.test(words(value))
}

// Numbers are compared by value, whatever their type, and hexadecimal digits in either case.
function words(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(words).join()}]`
  const text = String(value)
  return /^0x[0-9a-fA-F]*$/.test(text) ? text.toLowerCase() : text
}

function total(entries: readonly (readonly [Address, bigint])[]): Map<Address, bigint> {
  const totals = new Map<Address, bigint>()
  for (const [token, amount] of entries) if (amount > 0n) totals.set(token, (totals.get(token) ?? 0n) + amount)
  return totals
}
