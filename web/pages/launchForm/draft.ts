import * as Curve from '#launchpad/Curve.ts'
import { parseAmount } from '#site/format.ts'

/** What is typed into the form. */
export type Draft = { name: string; symbol: string; website: string; x: string; firstBuy: string; slippageBps: number }

export const EMPTY: Draft = {
  name: '',
  symbol: '',
  website: '',
  x: '',
  firstBuy: '',
  slippageBps: Curve.DEFAULT_SLIPPAGE_BPS,
}

export const NAME_MAX = 64
export const SYMBOL_MAX = 16

/** Letters as the contract counts them. */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

export type Problems = Partial<Record<keyof Draft, string>>

/** What keeps the draft from being launched, by field; empty fields are missing and not wrong. */
export function problemsOf({ name, symbol, website, x, firstBuy }: Draft, balance: bigint | undefined): Problems {
  const value = parseAmount(firstBuy)
  return {
    ...tooLong('name', name, NAME_MAX),
    ...tooLong('symbol', symbol, SYMBOL_MAX),
    ...notLink('website', website),
    ...notLink('x', x),
    ...(firstBuy.trim() !== '' && value === undefined && { firstBuy: 'Type a number, such as 0.1' }),
    ...(value !== undefined && balance !== undefined && value > balance && { firstBuy: 'More than you hold' }),
  }
}

function tooLong(field: 'name' | 'symbol', text: string, max: number): Problems {
  const over = lengthOf(text) - max
  if (over <= 0) return {}
  return { [field]: `${over === 1 ? 'One character' : `${over} characters`} too long. Use at most ${max}.` }
}

function notLink(field: 'website' | 'x', text: string): Problems {
  const url = text.trim() === '' ? undefined : URL.parse(text.trim())
  if (url === undefined || url?.protocol === 'https:') return {}
  return { [field]: 'A link begins with https://' }
}

/** Whether everything a launch needs is there. */
export function isComplete(draft: Draft, problems: Problems): boolean {
  return lengthOf(draft.name) > 0 && lengthOf(draft.symbol) > 0 && Object.keys(problems).length === 0
}

/** What the first buy brings, to the unit. */
export function firstBuyOf({ firstBuy, slippageBps }: Draft) {
  const value = parseAmount(firstBuy) ?? 0n
  const quote = Curve.buyQuote(START, value)
  const after = Curve.afterBuy(START, quote)
  return { value, ...quote, minOut: Curve.minOut(quote.tokensOut, slippageBps), after }
}

const START: Curve.State = { realEth: 0n, sold: 0n }
