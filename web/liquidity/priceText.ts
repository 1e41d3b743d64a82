import { roundToDigits, roundToPlaces } from './digits.ts'

const LARGE = 1e15
const TINY = 1e-15

/** A price as people read it; prices beyond all others are those of a range without an end. */
export function priceText(price: number): string {
  if (price >= LARGE) return '∞'
  if (!(price > TINY)) return '0'
  return price >= 100 ? roundToPlaces(price, 2) : roundToDigits(price, 6)
}

/** A price between smallest units as one between whole tokens. */
export function wholePrice(ratio: number, quotedDecimals: number, otherDecimals: number): number {
  return ratio * 10 ** (otherDecimals - quotedDecimals)
}

/** How far a price is from another, with its sign: −16.1 %. */
export function distanceText(price: number, from: number): string {
  if (price >= LARGE) return '∞'
  const percent = (price / from - 1) * 100
  if (percent <= -99.95) return '−100 %'
  const text = Math.abs(percent) >= 1_000 ? roundToPlaces(Math.abs(percent), 0) : Math.abs(percent).toFixed(1)
  return `${percent < 0 ? '−' : '+'}${text} %`
}
