import { grouped, UNKNOWN } from '#site/format.ts'

// The first use of Intl reads its tables, which costs a slow phone a tenth of a second; these figures need none of them.

/** A positive number with at most `digits` significant digits, rounded down. */
export function cutToDigits(value: number, digits: number): string {
  const [mantissa = '', exponent] = value.toExponential().split('e')
  return written(value, `${mantissa.slice(0, digits + 1)}e${exponent}`)
}

/** The same, rounded. */
export function roundToDigits(value: number, digits: number): string {
  return written(value, value.toExponential(digits - 1))
}

/** A positive number with at most `places` decimals, rounded down. */
export function cutToPlaces(value: number, places: number): string {
  return written(value, value.toExponential(), places)
}

/** A positive number with exactly `places` decimals, rounded. */
export function roundToPlaces(value: number, places: number): string {
  const [whole = '', fraction = ''] = value.toFixed(places).split('.')
  return places === 0 ? grouped(whole) : `${grouped(whole)}.${fraction}`
}

function written(value: number, exponential: string, places?: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : UNKNOWN
  const [mantissa = '', exponent] = exponential.split('e')
  const digits = mantissa.replace('.', '')
  const point = Number(exponent) + 1
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const fraction = '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point))
  const kept = fraction.slice(0, places).replace(/0+$/, '')
  return kept === '' ? grouped(whole) : `${grouped(whole)}.${kept}`
}
