import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { min } from '#core/bigint.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Limits } from '#liquidity/answer/Limits.ts'
import { type Approval, approveForAnHour, approveSpendings, type Spending } from '#liquidity/approvals/Approval.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import { requireBalances } from '#liquidity/checks/requireBalances.ts'
import { requireTokens } from '#liquidity/checks/requireTokens.ts'
import { isListed } from '#liquidity/deployment.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import type { Holding, Snapshot, Token } from '#liquidity/pools/Snapshot.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { Draft } from './Draft.ts'

/** Both tokens of a pool, paid in by the wallet. */
export type Deposit = {
  readonly to: Address
  readonly payload: Payload
  readonly amounts: Amounts
  /** The maximum that may leave the wallet. */
  readonly limits: Amounts
  readonly tokenPair: TokenPair
  readonly snapshot: Pick<Snapshot<unknown>, 'block' | 'nativeBalance' | 'holdings'>
  readonly offer: Offer
}

type DepositDraft = Pick<Draft, 'approvals' | 'summary' | 'failure' | 'warnings'> & {
  readonly stated: Omit<Draft['stated'], 'moves'>
  readonly receive?: Limits['receive'] | undefined
  /** The maximum that can leave the wallet in addition to the two tokens. */
  readonly alsoPay?: Limits['pay'] | undefined
  readonly price?: Limits['price'] | undefined
}

/** The draft of a deposit that the wallet can pay. */
export function draftDeposit(
  { facts }: Chain,
  deposit: Deposit,
  { stated, receive = [], alsoPay = [], price, ...rest }: DepositDraft,
): Draft {
  const { to, payload, amounts, limits, tokenPair, snapshot } = deposit
  requireTokens(facts, holdingsOf(snapshot))
  requireBalances(needsOf(facts, deposit), takenOf(deposit))
  const moves = [
    { token: tokenPair.token0, amount: amounts.amount0, limit: limits.amount0, isPaid: true },
    { token: tokenPair.token1, amount: amounts.amount1, limit: limits.amount1, isPaid: true },
  ]
  const [token0, token1] = paidTokens(facts, deposit)
  const pay = [
    { token: token0.address, atMost: limits.amount0, enforced: isListed(facts, token0.address) },
    { token: token1.address, atMost: limits.amount1, enforced: isListed(facts, token1.address) },
  ]
  const drafted: Limits = { pay: [...pay, ...alsoPay], receive, price }
  return {
    to,
    payload,
    block: snapshot.block,
    tokens: pairOf(deposit),
    ...rest,
    limits: drafted,
    stated: { ...stated, moves },
  }
}

function takenOf({ offer, amounts, limits }: Deposit) {
  const token0 = { amount: amounts.amount0, atMost: limits.amount0 }
  const token1 = { amount: amounts.amount1, atMost: limits.amount1 }
  return offer.side === 'token0'
    ? { independent: token0, dependent: token1 }
    : { independent: token1, dependent: token0 }
}

/** The tokens of the pair with their own symbols and decimals. */
export function pairOf({ snapshot }: Pick<Deposit, 'snapshot'>): [Token, Token] {
  const [first, second] = holdingsOf(snapshot)
  return [first.token, second.token]
}

/** The amounts of the deposit and their maxima in words; once where they are equal. */
export function describeDeposit({ facts }: Chain, deposit: Deposit): string {
  const [token0, token1] = paidTokens(facts, deposit)
  const { amounts, limits } = deposit
  const words = ({ amount0, amount1 }: Amounts) =>
    `${describeAmount(amount0, token0)} and ${describeAmount(amount1, token1)}`
  const isSame = amounts.amount0 === limits.amount0 && amounts.amount1 === limits.amount1
  return isSame ? `${words(amounts)} at most` : `${words(amounts)}, at most ${words(limits)}`
}

/** The tokens as they leave the wallet: native currency instead of its wrapped form where the wallet pays native. */
export function paidTokens(
  facts: ChainFacts,
  { snapshot, tokenPair }: Pick<Deposit, 'snapshot' | 'tokenPair'>,
): [Token, Token] {
  const [token0, token1] = pairOf({ snapshot })
  const native = { address: zeroAddress, ...facts.nativeCurrency }
  return [tokenPair.native === 'token0' ? native : token0, tokenPair.native === 'token1' ? native : token1]
}

/** The ERC-20 tokens that leave the wallet. */
export function spendingsOf({
  snapshot,
  amounts,
  tokenPair,
}: Pick<Deposit, 'snapshot' | 'amounts' | 'tokenPair'>): Spending[] {
  const [holding0, holding1] = holdingsOf(snapshot)
  const both: [string, Spending][] = [
    ['token0', { holding: holding0, amount: amounts.amount0 }],
    ['token1', { holding: holding1, amount: amounts.amount1 }],
  ]
  return both.filter(([side]) => side !== tokenPair.native).map(([, spending]) => spending)
}

/** The maximum of each token that can leave the wallet, capped at its balance. */
export function spendable({ snapshot, limits }: Pick<Deposit, 'snapshot' | 'limits'>): Amounts {
  const [holding0, holding1] = holdingsOf(snapshot)
  return { amount0: min(limits.amount0, holding0.balance), amount1: min(limits.amount1, holding1.balance) }
}

/** Approvals of the pair's tokens for a router or manager that calls transferFrom itself. */
export function directApprovals(deposit: Deposit): Approval[] {
  return approveSpendings(mostSpent(deposit), deposit.to)
}

/** The ERC-20 tokens, each with the maximum that can leave the wallet. */
export function mostSpent(deposit: Pick<Deposit, 'snapshot' | 'limits' | 'tokenPair'>): Spending[] {
  return spendingsOf({ ...deposit, amounts: deposit.limits })
}

type Permitted = Pick<Deposit, 'snapshot' | 'limits' | 'tokenPair'> & { readonly manager: Address }

/** Approvals for a manager that takes tokens through Permit2, where an approval replaces a signature. */
export function permit2Approvals({ manager, ...deposit }: Permitted, { permit2 }: ChainFacts, now: bigint): Approval[] {
  return approveForAnHour(mostSpent(deposit), { permit2, spender: manager }, now)
}

/** The same for measuring a hook, which may take anything the wallet has. */
export function measuringApprovals(deposit: Omit<Permitted, 'limits'>, facts: ChainFacts, now: bigint): Approval[] {
  const [holding0, holding1] = holdingsOf(deposit.snapshot)
  const limits = { amount0: holding0.balance, amount1: holding1.balance }
  return permit2Approvals({ ...deposit, limits }, facts, now)
}

// A native side must cover the whole value sent, although the unused part comes back.
function needsOf(facts: ChainFacts, { snapshot, amounts, tokenPair, payload }: Deposit) {
  const [holding0, holding1] = holdingsOf(snapshot)
  const [token0, token1] = paidTokens(facts, { snapshot, tokenPair })
  const inNative = { amount: payload.value, balance: snapshot.nativeBalance }
  return [
    {
      token: token0,
      amount: amounts.amount0,
      balance: holding0.balance,
      ...(tokenPair.native === 'token0' && inNative),
    },
    {
      token: token1,
      amount: amounts.amount1,
      balance: holding1.balance,
      ...(tokenPair.native === 'token1' && inNative),
    },
  ]
}

function holdingsOf({ holdings }: Pick<Snapshot<unknown>, 'holdings'>): [Holding, Holding] {
  return holdings.slice(0, 2) as [Holding, Holding]
}

/** The addresses a deposit reads: both tokens, and with a permit the wallet, because its code decides how signatures are checked. */
export function watchedTokens({ token0, token1 }: TokenPair, wallet: Address, hasPermit: boolean): Address[] {
  return hasPermit ? [token0, token1, wallet] : [token0, token1]
}

/** Whether the wallet among the watched tokens has code. */
export function hasCode({ snapshot }: Pick<Deposit, 'snapshot'>): boolean {
  return snapshot.holdings[2]?.isContract ?? false
}
