import { type Address, getAddress, type Hex, size, slice } from 'viem'
import { FRAMEWORK, type FrameworkContract } from '#core/delegationFramework.ts'
import { caveatsOf, SELECTORS } from './caveats.ts'
import type { Delegation } from './Delegation.ts'
import { type Grant, isSensible, type SpendAction, type Targets, type Terms } from './Grant.ts'

export type Recognised = { grant: Grant; terms: Terms }

/** The grant and terms of a delegation; undefined unless its caveats are exactly those that they compile to. */
export function recognise(delegation: Delegation, targets: Targets): Recognised | undefined {
  const read = reader(delegation)
  try {
    const terms = termsOf(delegation, read)
    const grant = grantOf(read)
    if (!grant || !isSensible(grant, terms)) return undefined
    const expected = caveatsOf(grant, terms, targets)
    return JSON.stringify(expected) === JSON.stringify(delegation.caveats) ? { grant, terms } : undefined
  } catch {
    return undefined
  }
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
