import { formatEther, isAddressEqual, zeroAddress } from 'viem'
import { divideUp, max, min } from '#core/bigint.ts'
import { DAY } from './caveats.ts'
import type { Grant, LiquidityGrant, SellGrant, SpendGrant, Terms } from './Grant.ts'
import { formOf } from './liquidityForms.ts'
import { liquidityDeed, nameOf } from './liquidityGrant.ts'

/** The most that the owner can lose if the agent does the worst that the chain lets it do. */
export type WorstCase = {
  ethPerTrade: bigint
  ethPerDay: bigint
  /** Until the mandate ends. */
  eth: bigint
  /** Units that may be sold for next to nothing, unless a minimum is set. */
  tokens: { token: SellGrant['token']; amountPerTrade: bigint; amount: bigint; ethPerTradeMin: bigint }[]
}

const NOTHING: WorstCase = { ethPerTrade: 0n, ethPerDay: 0n, eth: 0n, tokens: [] }

export function worstCase(grant: Grant, terms: Terms): WorstCase {
  if (grant.kind === 'spend') return spendWorst(grant, terms)
  if (grant.kind === 'liquidity') return liquidityWorst(grant, terms)
  if (grant.kind !== 'sell') return NOTHING
  const { token, amountPerTrade, ethPerTradeMin } = grant
  return { ...NOTHING, tokens: [{ token, amountPerTrade, amount: amountPerTrade * terms.trades, ethPerTradeMin }] }
}

/** Each day that the mandate touches carries half of the budget. */
function spendWorst({ ethPerDay, ethPerTrade }: SpendGrant, { start, until, trades }: Terms): WorstCase {
  const days = divideUp(until - start, DAY)
  return { ...NOTHING, ethPerTrade, ethPerDay, eth: min((ethPerDay / 2n) * days, ethPerTrade * trades) }
}

/** A deposit at a price that the agent has pushed can lose all of it; withdrawals and fees come to the owner. */
function liquidityWorst({ form, spends }: LiquidityGrant, { trades }: Terms): WorstCase {
  if (formOf(form).action === 'decrease') return NOTHING
  const isEth = ({ token }: LiquidityGrant['spends'][number]) => isAddressEqual(token, zeroAddress)
  const ethPerTrade = spends.find(isEth)?.amountPerTrade ?? 0n
  const eth = ethPerTrade * trades
  const tokens = spends
    .filter((spend) => !isEth(spend))
    .map((spend) => ({ ...spend, amount: spend.amountPerTrade * trades, ethPerTradeMin: 0n }))
  return { ethPerTrade, ethPerDay: eth, eth, tokens }
}

/** Of several grants together. */
export function addUp(cases: readonly WorstCase[]): WorstCase {
  return cases.reduce(
    (sum, one) => ({
      ethPerTrade: max(sum.ethPerTrade, one.ethPerTrade),
      ethPerDay: sum.ethPerDay + one.ethPerDay,
      eth: sum.eth + one.eth,
      tokens: [...sum.tokens, ...one.tokens],
    }),
    NOTHING,
  )
}

/** The mandate in words, the worst case first. */
export function meaning(grant: Grant, terms: Terms): string[] {
  const { agent, until, trades } = terms
  return [
    worstWords(grant, terms),
    `${agent} may ${deedOf(grant)}.`,
    ...budgetWords(grant, terms),
    ...hidingWords(grant),
    `It ends at ${dateOf(until)} or after ${trades} trades, whichever comes first, and at once when you revoke it.`,
    'One transaction can hold several trades: a thief of the key needs no time between them.',
    'The agent pays the gas. It cannot name another recipient, approve anyone, or pass the mandate on.',
  ]
}

function worstWords(grant: Grant, terms: Terms): string {
  const { eth, tokens } = worstCase(grant, terms)
  const [sold] = tokens
  if (grant.kind === 'spend')
    return `Worst case: the agent spends ${formatEther(eth)} ETH in all on tokens that turn out to be worth nothing.`
  if (grant.kind === 'liquidity') return liquidityWords(grant, terms)
  if (!sold) return 'Worst case: nothing is lost, because the fees are paid to you.'
  const floor = sold.ethPerTradeMin > 0n ? `for ${formatEther(sold.ethPerTradeMin)} ETH a sale` : 'for next to nothing'
  return `Worst case: the agent sells ${sold.amount} units of ${sold.token} in all ${floor}.`
}

function liquidityWords(grant: LiquidityGrant, terms: Terms): string {
  const { eth, tokens } = worstCase(grant, terms)
  const lost = [
    ...(eth > 0n ? [`${formatEther(eth)} ETH`] : []),
    ...tokens.filter(({ amount }) => amount > 0n).map(({ token, amount }) => `${amount} units of ${nameOf(token)}`),
  ]
  const { action } = formOf(grant.form)
  // v4 pays a deposit with the fees of its position first, as every compound does, and no balance falls by them.
  const isOfFees = grant.form.startsWith('v4Increase') || action === 'compound'
  const fees = isOfFees ? ' with the fees that the position has earned' : ''
  if (lost.length > 0)
    return `Worst case: the agent adds ${lost.join(' and ')} in all${fees} at a price that it has pushed, and most of it is lost.`
  if (grant.form === 'v3Compound')
    return 'Worst case: the agent adds all that the position owes you, fees and withdrawals that were not collected, at a price that it has pushed, and most of it is lost.'
  if (action === 'compound')
    return 'Worst case: the agent adds the fees that the position earns at a price that it has pushed, and most of them are lost. Nothing else is.'
  return action === 'claim' || action === 'claimMany'
    ? 'Worst case: nothing is lost, because the fees are paid to you.'
    : 'Worst case: the agent takes out all liquidity when you want to earn fees. The tokens come to you.'
}

/** The chain compares balances before and after a call, so tokens that come in between pay for more. */
function hidingWords(grant: Grant): string[] {
  const isLimited = grant.kind === 'liquidity' && formOf(grant.form).action !== 'decrease' && grant.spends.length > 0
  return isLimited
    ? [
        'If you also let an agent withdraw or claim these tokens, a token or a hook that calls the agent during a deposit lets it add those too, which is more than this.',
      ]
    : []
}

function deedOf(grant: Grant): string {
  if (grant.kind === 'sell')
    return `sell up to ${grant.amountPerTrade} units of ${grant.token} on its curve in one trade; the ETH comes to you`
  if (grant.kind === 'liquidity') return liquidityDeed(grant)
  if (grant.kind === 'claim') return "claim the creator's fees of your launches; they come to you"
  if (grant.kind === 'collect') return 'collect the fees of your v3 positions; they come to you'
  const buys = grant.token ? `buy ${grant.token}` : 'buy any launched token'
  const deeds = [
    grant.actions.includes('buy') && buys,
    grant.actions.includes('launch') && 'launch tokens in your name',
  ]
  return `${deeds.filter(Boolean).join(' and ')} on the curve; the tokens come to you`
}

function budgetWords(grant: Grant, { start }: Terms): string[] {
  if (grant.kind !== 'spend') return []
  const { ethPerTrade, ethPerDay } = grant
  const time = dateOf(start).slice(11, 19)
  return [
    `At most ${formatEther(ethPerTrade)} ETH in one trade and ${formatEther(ethPerDay)} ETH in any 24 hours. The chain counts days that begin at ${time} UTC, and lets each have half of it, because two days can meet within 24 hours.`,
  ]
}

export function dateOf(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ').concat(' UTC')
}
