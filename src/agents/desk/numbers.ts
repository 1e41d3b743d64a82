const SIGNIFICANT = 7

/** A number for a sentence: seven significant digits, thousands set apart, never an exponent. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'unknown'
  if (value === 0) return '0'
  const magnitude = Math.floor(Math.log10(Math.abs(value)))
  const decimals = Math.min(18, Math.max(0, SIGNIFICANT - 1 - magnitude))
  return group(trim(value.toFixed(decimals)))
}

/** An amount of smallest units, exact to six decimals, rounded down. */
export function units(amount: string | bigint, decimals: number): string {
  const { whole, kept } = split(amount, decimals)
  return group(trim(`${whole}.${kept}`))
}

/** The same rounded up, for a maximum. */
export function unitsAtMost(amount: string | bigint, decimals: number): string {
  const step = 10n ** BigInt(decimals - split(amount, decimals).kept.length)
  return units(((BigInt(amount) + step - 1n) / step) * step, decimals)
}

function split(amount: string | bigint, decimals: number): { whole: string; kept: string } {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  return { whole, kept: whole === '0' ? firstDigits(fraction) : fraction.slice(0, 6) }
}

/** A decimal as smallest units; digits beyond the token's own are dropped. */
export function toUnits(value: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

export const ether = (wei: string | bigint) => `${units(wei, 18)} ETH`

/** `1 holder`, `12 holders`. */
export function count(number: number | null | undefined, noun: string): string {
  if (number === null || number === undefined) return `${noun}s not counted yet`
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

export function percentOfBps(bps: number): string {
  return `${trim((bps / 100).toFixed(2))}%`
}

/** A fee as Uniswap counts it, in percent. */
export function feePercent(fee: number): string {
  return fee === 0x80_00_00 ? 'a fee set by its hook' : `${trim((fee / 10_000).toFixed(4))}%`
}

// Small amounts keep seven digits after their leading zeros.
function firstDigits(fraction: string): string {
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  return fraction.slice(0, zeros + SIGNIFICANT)
}

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function group(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
