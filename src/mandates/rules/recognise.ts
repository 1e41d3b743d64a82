import { type Address, getAddress, type Hex, size, slice, zeroAddress } from 'viem'
import { FRAMEWORK, type FrameworkContract } from '#core/delegationFramework.ts'
import { caveatsOf, SELECTORS } from './caveats.ts'
import type { Caveat, Delegation } from './Delegation.ts'
import { type Grant, isSensible, type SpendAction, type Targets, type Terms } from './Grant.ts'
import { candidates, type Spend } from './liquidityGrant.ts'

export type Recognised = { grant: Grant; terms: Terms }

/** The grant and terms of a delegation; undefined unless its caveats are exactly those that they compile to. */
export function recognise(delegation: Delegation, targets: Targets): Recognised | undefined {
  const read = reader(delegation)
  try {
    const terms = termsOf(delegation, read)
    const simple = grantOf(read)
    const grant = (simple ? [simple] : liquidityGrants(delegation, read)).find(
      (one) => isSensible(one, terms) && isSame(caveatsOf(one, terms, targets), delegation.caveats),
    )
    return grant && { grant, terms }
  } catch {
    return undefined
  }
}

function isSame(one: readonly Caveat[], other: readonly Caveat[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function liquidityGrants({ caveats }: Delegation, read: Read): Grant[] {
  const all = (name: FrameworkContract) =>
    caveats.filter(({ enforcer }) => enforcer === FRAMEWORK[name]).map(({ terms }) => terms)
  const pins = all('AllowedCalldataEnforcer').map((terms) => ({
    at: Number(wordOf(terms, 0)),
    bytes: slice(terms, 32),
  }))
  const value = BigInt(required(read('ValueLteEnforcer')))
  const eth: Spend[] = value > 0n ? [{ token: zeroAddress, amountPerTrade: value }] : []
  const falls = all('ERC20BalanceChangeEnforcer').map((terms) => ({
    token: addressAt(terms, 1),
    amountPerTrade: wordOf(terms, 41),
  }))
  return candidates(pins, [...eth, ...falls])
}

type Read = (name: FrameworkContract) => Hex | undefined

function reader({ caveats }: Delegation): Read {
  const byEnforcer = new Map(caveats.map(({ enforcer, terms }) => [enforcer.toLowerCase(), terms]))
  return (name) => byEnforcer.get(FRAMEWORK[name].toLowerCase())
}

function termsOf({ delegator, delegate }: Delegation, read: Read): Terms {
  const period = read('NativeTokenPeriodTransferEnforcer')
  return {
    owner: delegator,
    agent: delegate,
    start: period ? wordOf(period, 64) : 0n,
    until: BigInt(slice(required(read('TimestampEnforcer')), 16)),
    trades: BigInt(required(read('LimitedCallsEnforcer'))),
    nonce: BigInt(required(read('NonceEnforcer'))),
  }
}

function grantOf(read: Read): Grant | undefined {
  const selectors = selectorsIn(required(read('AllowedMethodsEnforcer')))
  const spends = (['buy', 'launch'] as const).filter((action) => selectors.includes(SELECTORS[action]))
  if (spends.length > 0) return spendGrant(spends, read)
  if (selectors.includes(SELECTORS.sell)) return sellGrant(read)
  if (selectors.includes(SELECTORS.claim)) return { kind: 'claim' }
  return selectors.includes(SELECTORS.collect) ? { kind: 'collect' } : undefined
}

function spendGrant(actions: readonly SpendAction[], read: Read): Grant {
  const pinned = read('AllowedCalldataEnforcer')
  return {
    kind: 'spend',
    actions,
    ethPerDay: wordOf(required(read('NativeTokenPeriodTransferEnforcer')), 0) * 2n,
    ethPerTrade: BigInt(required(read('ValueLteEnforcer'))),
    ...(pinned && { token: addressAt(pinned, 44) }),
  }
}

function sellGrant(read: Read): Grant {
  const change = required(read('ERC20BalanceChangeEnforcer'))
  const minimum = read('NativeBalanceChangeEnforcer')
  return {
    kind: 'sell',
    token: addressAt(change, 1),
    amountPerTrade: wordOf(change, 41),
    ethPerTradeMin: minimum ? wordOf(minimum, 21) : 0n,
  }
}

function selectorsIn(terms: Hex): Hex[] {
  return Array.from({ length: size(terms) / 4 }, (_, index) => slice(terms, index * 4, index * 4 + 4))
}

function wordOf(terms: Hex, start: number): bigint {
  return BigInt(slice(terms, start, start + 32))
}

function addressAt(terms: Hex, start: number): Address {
  return getAddress(slice(terms, start, start + 20))
}

function required(terms: Hex | undefined): Hex {
  if (terms === undefined) throw new Error('A caveat is missing.')
  return terms
}
