/** Number formats of all pages. They round down, so that no amount is overstated. */

const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g
const ETH = 18
/** One cent, of dollars with 18 decimals. */
const CENT = 10n ** 16n

/** Shown for an unknown value. */
export const UNKNOWN = '–'

/** An amount of smallest units with exactly `places` decimals, grouped. */
export function fixed(amount: bigint, places: number, decimals = ETH): string {
  const sign = amount < 0n ? '−' : ''
  const scaled = abs(amount) / 10n ** BigInt(decimals - places)
  const digits = scaled.toString().padStart(places + 1, '0')
  const whole = grouped(digits.slice(0, digits.length - places))
  return sign + (places === 0 ? whole : `${whole}.${digits.slice(-places)}`)
}

/** Digits before the point, in groups of three. */
export function grouped(digits: string): string {
  return digits.replace(THOUSANDS, ',')
}

/** An amount of smallest units in full, without trailing zeros. */
export function exact(amount: bigint, decimals = ETH): string {
  const text = fixed(amount, decimals, decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Market caps and volumes: two decimals, then K and M. */
export function short(amount: bigint, decimals = ETH): string {
  const whole = abs(amount) / 10n ** BigInt(decimals)
  if (whole >= 1_000_000_000n) return `${fixed(amount, 2, decimals + 9)} B`
  if (whole >= 1_000_000n) return `${fixed(amount, 2, decimals + 6)} M`
  if (whole >= 1_000n) return `${fixed(amount, 2, decimals + 3)} K`
  return fixed(amount, 2, decimals)
}

/** Dollars with 18 decimals of an amount in wei, at a decimal price of one ETH. */
export function toDollars(wei: bigint, ethUsd: string): bigint {
  const [before = '', after = ''] = ethUsd.split('.')
  return (wei * BigInt(before + after)) / 10n ** BigInt(after.length)
}

/** Dollars in their short form; an amount below a cent is shown as such. */
export function dollars(amount: bigint): string {
  const size = abs(amount)
  const isTiny = size > 0n && size < CENT
  return `${isTiny ? '< ' : ''}${amount < 0n && !isTiny ? '−' : ''}$${short(isTiny ? CENT : size)}`
}

/** Whole tokens, grouped. */
export function whole(amount: bigint, decimals = ETH): string {
  return fixed(amount, 0, decimals)
}

/** A small price as `0.0`, a count of further zeros, and three digits. `zeros` is 0 when nothing is folded. */
export function price(wei: bigint): { text: string; zeros: number; digits: string } {
  if (wei <= 0n || wei >= 10n ** 15n) return { text: wei <= 0n ? '0' : significant(wei), zeros: 0, digits: '' }
  const digits = wei.toString()
  return { text: '0.0', zeros: ETH - digits.length, digits: digits.slice(0, 3) }
}

function significant(wei: bigint): string {
  return wei >= 10n ** 18n ? fixed(wei, 3) : fixed(wei, 6).replace(/0+$/, '')
}

/** Contains a no-break space. */
export function percent(bps: number, places: 1 | 2 = 1): string {
  const cut = Math.trunc(Math.abs(bps) / (places === 1 ? 10 : 1)) / (places === 1 ? 10 : 100)
  return `${bps < 0 && cut > 0 ? '−' : ''}${cut.toFixed(places).replace(/\B(?=(\d{3})+\.)/g, ',')}\u00a0%`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY

/** Time since `then` in one unit; the date after a month. */
export function age(then: Date, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then.getTime()) / 1000))
  if (seconds < MINUTE) return `${seconds} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} m`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`
  if (seconds < MONTH) return `${Math.floor(seconds / DAY)} d`
  return then.toISOString().slice(0, 10)
}

/** First six and last four characters. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** A typed value, or the problem with it. An empty field has neither. */
export type Typed<Value> = { value?: Value; problem?: string }

/** Parses a typed amount into smallest units. */
export function readAmount(text: string, decimals = ETH): Typed<bigint> {
  const { value: plain, problem } = readDecimal(text)
  if (plain === undefined) return problem === undefined ? {} : { problem }
  const [before = '', after = ''] = plain.split('.')
  if (after.length > decimals) return { problem: `Type at most ${decimals} decimals.` }
  return { value: BigInt((before || '0') + after.padEnd(decimals, '0')) }
}

/** Parses a typed price or percentage. */
export function readNumber(text: string): Typed<number> {
  const { value, problem } = readDecimal(text)
  if (value === undefined) return problem === undefined ? {} : { problem }
  return { value: Number(value) }
}

/**
 * Many keyboards offer a comma instead of a point, so a single comma is a decimal point. Grouped digits are refused,
 * because 1,000.5 and 1.000,5 mean different amounts in different countries.
 */
export function readDecimal(text: string): Typed<string> {
  const typed = text.trim()
  if (typed === '') return {}
  const plain = typed.replace(/^([^.,]*),([^.,]*)$/, '$1.$2')
  if (/^(?=.*\d)\d{0,60}(\.\d*)?$/.test(plain)) return { value: plain }
  const isGrouped = /^[\d\s.,'’_]*\d[\d\s.,'’_]*$/.test(typed)
  return { problem: isGrouped ? 'Leave out thousands separators, as in 1000.5.' : 'Type a number, such as 0.25.' }
}

/** An exact amount without separators, for an input field. */
export function typeable(amount: bigint, decimals = ETH): string {
  return exact(amount, decimals).replaceAll(',', '')
}

/** Truncates untrusted text for lists, by code points. */
export function cut(text: string, max = 24): string {
  const letters = [...text]
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
