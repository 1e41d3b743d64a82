const LARGE = 1e15
const TINY = 1e-15
const SIGNIFICANT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })
const TWO_PLACES = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A price as people read it; prices beyond all others are those of a range without an end. */
export function priceText(price: number): string {
  if (price >= LARGE) return '∞'
  if (!(price > TINY)) return '0'
  return price >= 100 ? TWO_PLACES.format(price) : SIGNIFICANT.format(price)
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
  const text =
    Math.abs(percent) >= 1_000 ? Math.round(Math.abs(percent)).toLocaleString('en-US') : Math.abs(percent).toFixed(1)
  return `${percent < 0 ? '−' : '+'}${text} %`
}
