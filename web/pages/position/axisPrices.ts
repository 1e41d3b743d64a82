const STEPS = [1, 2, 2.5, 5, 10]
/** Beyond this the axis counts in powers instead of equal steps. */
const WIDE = 6

/** Round prices to write below a chart whose axis is logarithmic. */
export function axisPrices(from: number, to: number, count: number): number[] {
  if (!(to > from) || !(from > 0)) return []
  return to / from > WIDE ? powers(from, to, count) : evenly(from, to, count)
}

function evenly(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}

function powers(from: number, to: number, count: number): number[] {
  const [low, high] = [Math.ceil(Math.log10(from)), Math.floor(Math.log10(to))]
  const decades = Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => low + index)
  if (decades.length < count / 2) {
    const all = [low - 1, ...decades].flatMap((power) => [1, 2, 5].map((one) => one * 10 ** power))
    return all.filter((price) => price >= from && price <= to)
  }
  const every = Math.ceil(decades.length / count)
  return decades.filter((_, index) => index % every === 0).map((power) => 10 ** power)
}
