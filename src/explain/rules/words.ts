import { type Address, formatUnits, zeroAddress } from 'viem'
import type { Scene, Warning } from './Effects.ts'

/** An amount in the token's own units, or in its smallest units if the token does not state its decimals. */
export function amountOf({ facts, tokens }: Scene, token: Address, amount: bigint): string {
  if (token === zeroAddress)
    return `${formatUnits(amount, facts.nativeCurrency.decimals)} ${facts.nativeCurrency.symbol}`
  const known = tokens.get(token)
  if (!known) return `${amount} units of ${token}`
  return `${formatUnits(amount, known.decimals)} ${known.symbol} (${token})`
}

export function tokenOf({ facts, tokens }: Scene, token: Address): string {
  if (token === zeroAddress) return facts.nativeCurrency.symbol
  const known = tokens.get(token)
  return known ? `${known.symbol} (${token})` : token
}

/** An account: the signer, a known contract by name, or the address alone. */
export function accountOf({ book, signer }: Scene, account: Address): string {
  if (account === signer) return 'the signer'
  const known = book.get(account)
  return known ? `${known.name} (${account})` : account
}

export function dateOf(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? 'the maximum timestamp' : date.toISOString()
}

/** Warns about a deadline in the past. */
export function deadlineWarnings({ now }: Scene, deadline: bigint): Warning[] {
  if (deadline >= now) return []
  return [{ code: 'EXPIRED', message: `It expired at ${dateOf(deadline)}: the transaction reverts.` }]
}

/** Warns about a recipient that is not the signer. */
export function recipientWarnings({ signer }: Scene, recipient: Address): Warning[] {
  if (signer === undefined || recipient === signer) return []
  const message = `${recipient}, not the signer, receives what this pays out.`
  return [{ code: 'OTHER_RECIPIENT', message, account: recipient }]
}

/** Warns of deposits into positions that the signer does not have. */
export function giftWarnings({ foreign = [] }: Pick<Scene, 'foreign'>): Warning[] {
  return foreign.map(({ id }) => ({
    code: 'OTHER_POSITION',
    message: `It adds to position ${id}, which does not belong to the signer: the deposit is a gift.`,
  }))
}
