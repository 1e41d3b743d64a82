import * as Curve from '#launchpad/contract/Curve.ts'
import { readAmount } from '#site/format.ts'

/** The form as typed. */
export type Draft = {
  name: string
  symbol: string
  description: string
  website: string
  x: string
  firstBuy: string
  slippageBps: number
  /** Zero for none. */
  openingSeconds: number
  /** Undefined until it is chosen: then a first buy in an opening is locked. */
  lockDays: number | undefined
  feeHolder: string
  /** A fee split is chosen, and not created yet. */
  isSplitting: boolean
  /** The shares of a fee split that the launch creates. */
  shares: readonly { account: string; bps: number }[] | undefined
}

export const EMPTY: Draft = {
  name: '',
  symbol: '',
  description: '',
  website: '',
  x: '',
  firstBuy: '',
  slippageBps: Curve.DEFAULT_SLIPPAGE_BPS,
  openingSeconds: 120,
  lockDays: undefined,
  feeHolder: '',
  isSplitting: false,
  shares: undefined,
}

export const NAME_MAX = 64
export const SYMBOL_MAX = 16

/** Letters as the contract counts them. */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

export type Problems = Partial<Record<keyof Draft | 'metadata', string>>

/** Facts about the launcher, besides the draft. */
export type Launcher = { balance?: bigint | undefined; account?: string | undefined; hasPicture?: boolean }

/** Why the draft cannot be launched, by field; empty fields are missing, not wrong. */
export function problemsOf(draft: Draft, { balance, account, hasPicture = false }: Launcher = {}): Problems {
  const { name, symbol, website, x, firstBuy } = draft
  const { value, problem } = readAmount(firstBuy)
  return {
    ...burning(draft),
    ...notAddress(draft.feeHolder),
    ...unsignable(draft, account, hasPicture),
    ...(draft.isSplitting && { isSplitting: 'Create the fee split first.' }),
    ...tooLong('name', name, NAME_MAX),
    ...tooLong('symbol', symbol, SYMBOL_MAX),
    ...notLink('website', website),
    ...notLink('x', x),
    ...(problem !== undefined && { firstBuy: problem }),
    ...(value !== undefined && balance !== undefined && value > balance && { firstBuy: 'More than you hold' }),
  }
}

/** The shortest lock that saves a first buy from being burned in an opening. */
const USUAL_LOCK_DAYS = 30

/** The lock as chosen; in an opening, a first buy is locked by default. */
export function lockDaysOf({ lockDays, openingSeconds }: Draft): number {
  return lockDays ?? (openingSeconds > 0 ? USUAL_LOCK_DAYS : 0)
}

/** At the beginning of an opening nearly all that is bought is burned, unless it is locked for long enough. */
function burning(draft: Draft): Problems {
  const surcharge = Curve.firstBuySurchargeBps({ openingSeconds: draft.openingSeconds, lockDays: lockDaysOf(draft) })
  if ((readAmount(draft.firstBuy).value ?? 0n) === 0n || surcharge === 0) return {}
  return { lockDays: 'Lock your first buy for 30 days or more, launch without an opening, or leave out the first buy.' }
}

/** The fee holder must sign picture and links, and is another account. */
function unsignable(draft: Draft, account: string | undefined, hasPicture: boolean): Problems {
  const isOwn =
    !draft.isSplitting && (draft.feeHolder === '' || draft.feeHolder.toLowerCase() === account?.toLowerCase())
  if (isOwn || (!hasPicture && !hasWords(draft))) return {}
  return {
    metadata:
      'Only the fee holder can sign a picture, a description and links. Remove them, or keep the fees yourself.',
  }
}

/** Whether there is a description or a link to sign. */
export function hasWords(draft: Draft): boolean {
  return draft.description.trim() !== '' || Object.keys(linksOf(draft)).length > 0
}

/** The links that are filled in. */
export function linksOf({ website, x }: Draft): Record<string, string> {
  return { ...(website.trim() && { website: website.trim() }), ...(x.trim() && { x: x.trim() }) }
}

function notAddress(feeHolder: string): Problems {
  if (feeHolder === '' || /^0x[0-9a-fA-F]{40}$/.test(feeHolder)) return {}
  return { feeHolder: 'Type an address: 0x and 40 hexadecimal digits.' }
}

function tooLong(field: 'name' | 'symbol', text: string, max: number): Problems {
  const over = lengthOf(text) - max
  if (over <= 0) return {}
  return { [field]: `${over === 1 ? 'One character' : `${over} characters`} too long. Use at most ${max}.` }
}

function notLink(field: 'website' | 'x', text: string): Problems {
  const url = text.trim() === '' ? undefined : URL.parse(text.trim())
  if (url === undefined || url?.protocol === 'https:') return {}
  return { [field]: 'Start the link with https://' }
}

/** Whether all fields that a launch needs are set. */
export function isComplete(draft: Draft, problems: Problems): boolean {
  return lengthOf(draft.name) > 0 && lengthOf(draft.symbol) > 0 && Object.keys(problems).length === 0
}

/** The exact result of the first buy. */
export function firstBuyOf(draft: Draft) {
  const { slippageBps, openingSeconds } = draft
  const value = readAmount(draft.firstBuy).value ?? 0n
  const surcharge = Curve.firstBuySurchargeBps({ openingSeconds, lockDays: lockDaysOf(draft) })
  const quote = Curve.buyQuote(START, value, surcharge)
  const after = Curve.afterBuy(START, quote)
  return { value, ...quote, minOut: Curve.minOut(quote.tokensOut, slippageBps), after }
}

const START: Curve.State = { realEth: 0n, sold: 0n }
