import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Payload } from '#liquidity/calldata/words.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Holding, Snapshot, Token } from '#liquidity/pools/Snapshot.ts'
import {
  type Approval,
  approve,
  approveAtPermit2,
  type Spending,
  shortOfAllowance,
  shortOfPermit,
} from './approvals.ts'
import { requireBalances } from './balances.ts'
import type { Draft } from './conclude.ts'
import { permitExpiration } from './permits.ts'
import { requireTokens } from './requireTokens.ts'
import { dependentOf, type Sides } from './sides.ts'
import { amountOf } from './words.ts'

/** Both tokens of a pool, paid in by the wallet. */
export type Deposit = {
  readonly to: Address
  readonly payload: Payload
  readonly amounts: Amounts
  readonly sides: Sides
  readonly snapshot: Pick<Snapshot<unknown>, 'block' | 'nativeBalance' | 'holdings'>
  readonly offer: Offer
}

type Extras = Pick<Draft, 'approvals' | 'words' | 'failure'> & { readonly stated: Omit<Draft['stated'], 'moves'> }

/** The draft of a deposit that the wallet can pay. */
export function draftDeposit({ facts }: Chain, deposit: Deposit, { stated, ...rest }: Extras): Draft {
  const { to, payload, amounts, sides, snapshot, offer } = deposit
  requireTokens(facts, holdingsOf(snapshot))
  requireBalances(needsOf(facts, deposit), dependentOf(offer, amounts))
  const moves = [
    { token: sides.token0, amount: amounts.amount0, isPaid: true },
    { token: sides.token1, amount: amounts.amount1, isPaid: true },
  ]
  return { to, payload, block: snapshot.block, ...rest, stated: { ...stated, moves } }
}

/** The tokens of the pair with what they say of themselves. */
export function pairOf({ snapshot }: Pick<Deposit, 'snapshot'>): [Token, Token] {
  const [first, second] = holdingsOf(snapshot)
  return [first.token, second.token]
}

/** What the deposit pays, in words. */
export function depositWords({ facts }: Chain, deposit: Deposit): string {
  const [token0, token1] = paidTokens(facts, deposit)
  const { amount0, amount1 } = deposit.amounts
  return `${amountOf(amount0, token0)} and ${amountOf(amount1, token1)}`
}

// A side that the pool holds wrapped leaves the wallet as the native currency it is.
function paidTokens(facts: ChainFacts, { snapshot, sides }: Pick<Deposit, 'snapshot' | 'sides'>): [Token, Token] {
  const [token0, token1] = pairOf({ snapshot })
  const native = { address: zeroAddress, ...facts.nativeCurrency }
  return [sides.native === 'token0' ? native : token0, sides.native === 'token1' ? native : token1]
}

/** The sides that leave the wallet as tokens. */
export function spendingsOf({ snapshot, amounts, sides }: Omit<Deposit, 'payload' | 'to' | 'offer'>): Spending[] {
  const [holding0, holding1] = holdingsOf(snapshot)
  const both: [string, Spending][] = [
    ['token0', { holding: holding0, amount: amounts.amount0 }],
    ['token1', { holding: holding1, amount: amounts.amount1 }],
  ]
  return both.filter(([side]) => side !== sides.native).map(([, spending]) => spending)
}

/** Approvals of the pair's tokens for a router or manager that takes them itself. */
export function directApprovals(deposit: Deposit): Approval[] {
  return shortOfAllowance(spendingsOf(deposit)).flatMap((spending) =>
    approve(spending, deposit.to, spending.holding.allowance > 0n),
  )
}

/** Approvals for a manager that takes tokens through Permit2; an approval there stands in for a signature. */
export function permit2Approvals(deposit: Deposit, { permit2 }: ChainFacts, now: bigint): Approval[] {
  const spendings = spendingsOf(deposit)
  return [
    ...shortOfAllowance(spendings).flatMap((spending) => approve(spending, permit2, spending.holding.allowance > 0n)),
    ...shortOfPermit(spendings, now).map((spending) =>
      approveAtPermit2(spending, { permit2, spender: deposit.to }, permitExpiration(now)),
    ),
  ]
}

/** The same for a trial run, in which a hook may take anything the wallet has. */
export function trialApprovals(deposit: Deposit, facts: ChainFacts, now: bigint): Approval[] {
  const [holding0, holding1] = holdingsOf(deposit.snapshot)
  const amounts = { amount0: holding0.balance, amount1: holding1.balance }
  return permit2Approvals({ ...deposit, amounts }, facts, now)
}

// A side paid in native currency must cover the whole value sent, though what is not used comes back.
function needsOf(facts: ChainFacts, { snapshot, amounts, sides, payload }: Deposit) {
  const [holding0, holding1] = holdingsOf(snapshot)
  const [token0, token1] = paidTokens(facts, { snapshot, sides })
  const inNative = { amount: payload.value, balance: snapshot.nativeBalance }
  return [
    { token: token0, amount: amounts.amount0, balance: holding0.balance, ...(sides.native === 'token0' && inNative) },
    { token: token1, amount: amounts.amount1, balance: holding1.balance, ...(sides.native === 'token1' && inNative) },
  ]
}

function holdingsOf({ holdings }: Pick<Snapshot<unknown>, 'holdings'>): [Holding, Holding] {
  return holdings.slice(0, 2) as [Holding, Holding]
}

/** What a deposit watches: both tokens, and with a permit the wallet itself, whose code decides who checks it. */
export function watchedTokens({ token0, token1 }: Sides, wallet: Address, permit: object | undefined): Address[] {
  return permit ? [token0, token1, wallet] : [token0, token1]
}

/** Whether the wallet among the watched tokens has code. */
export function hasCode({ snapshot }: Pick<Deposit, 'snapshot'>): boolean {
  return snapshot.holdings[2]?.isContract ?? false
}
