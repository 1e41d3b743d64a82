/** How figures are written on every page. All of them round down: nothing is shown larger than it is. */

const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g
const ETH = 18

/** The sign for what is not known. */
export const UNKNOWN = '–'

/** An amount of smallest units with exactly `places` decimals, grouped. */
export function fixed(amount: bigint, places: number, decimals = ETH): string {
  const sign = amount < 0n ? '−' : ''
  const scaled = abs(amount) / 10n ** BigInt(decimals - places)
  const digits = scaled.toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places).replace(THOUSANDS, ',')
  return sign + (places === 0 ? whole : `${whole}.${digits.slice(-places)}`)
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

/** Whole tokens, grouped. */
export function whole(amount: bigint, decimals = ETH): string {
  return fixed(amount, 0, decimals)
}

/** A small price as its parts: `0.0`, how many more zeros, three digits. `zeros` is 0 where there is nothing to fold. */
export function price(wei: bigint): { text: string; zeros: number; digits: string } {
  if (wei <= 0n || wei >= 10n ** 15n) return { text: wei <= 0n ? '0' : significant(wei), zeros: 0, digits: '' }
  const digits = wei.toString()
  return { text: '0.0', zeros: ETH - digits.length, digits: digits.slice(0, 3) }
}

function significant(wei: bigint): string {
  return wei >= 10n ** 18n ? fixed(wei, 3) : fixed(wei, 6).replace(/0+$/, '')
}

/** Hundredths of a percent as a percentage. */
export function percent(bps: number, places: 1 | 2 = 1): string {
  const cut = Math.trunc(Math.abs(bps) / (places === 1 ? 10 : 1)) / (places === 1 ? 10 : 100)
  return `${bps < 0 && cut > 0 ? '−' : ''}${cut.toFixed(places).replace(/\B(?=(\d{3})+\.)/g, ',')} %`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY

/** How long ago, in one unit; beyond a month the date. */
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

/** What somebody typed as an amount, in smallest units; undefined where it is none. */
export function parseAmount(text: string, decimals = ETH): bigint | undefined {
  const plain = text.trim().replaceAll(',', '')
  const match = /^(\d{0,60})(?:\.(\d*))?$/.exec(plain)
  if (!match || plain === '' || plain === '.') return undefined
  const [, before = '', after = ''] = match
  if (after.length > decimals) return undefined
  return BigInt((before || '0') + after.padEnd(decimals, '0'))
}

/** Text of strangers in a list: cut at 24 characters, as a reader counts them. */
export function cut(text: string, max = 24): string {
  const letters = [...text]
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
