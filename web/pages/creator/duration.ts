const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const

/** A length of time in its two largest units. */
export function duration(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  if (first < 0) return '0 s'
  const parts = UNITS.slice(first, first + 2).map(([unit, length], index) => {
    const whole = index === 0 ? seconds : seconds % (UNITS[first]?.[1] ?? 1)
    return [Math.floor(whole / length), unit] as const
  })
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ')
}
