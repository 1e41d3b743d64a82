import { sha256 } from 'viem'

/** Colour pairs of the international code of signals, distinguishable with every kind of colour vision. */
const PAIRS = [
  ['#1c5fa8', '#f3f1e7'],
  ['#c53a2f', '#f3f1e7'],
  ['#f0bf32', '#16222b'],
  ['#f0bf32', '#17324d'],
  ['#f0bf32', '#c53a2f'],
  ['#2c7a53', '#f3f1e7'],
  ['#17324d', '#a9d3e6'],
  ['#16222b', '#e88a3c'],
  ['#17324d', '#e88a3c'],
  ['#247f8c', '#f3f1e7'],
  ['#f0bf32', '#1c5fa8'],
  ['#c53a2f', '#f0bf32'],
] as const

/** Drawn in the second colour over the first, on a 12 by 12 grid. */
const PATTERNS = [
  'M0 6h12v6H0z',
  'M0 0h6v12H0z',
  'M0 0h6v6H0zM6 6h6v6H6z',
  'M4.5 0h3v12h-3zM0 4.5h12v3H0z',
  'M0 0h2.2L12 9.8V12H9.8L0 2.2zM12 0v2.2L2.2 12H0V9.8L9.8 0z',
  'M3.5 3.5h5v5h-5z',
  'M0 0l12 6L0 12z',
  'M6 3a3 3 0 1 1 0 6a3 3 0 1 1 0-6z',
  'M0 4h12v4H0z',
  'M0 0l12 12H0z',
  'M6 1.2L10.8 6 6 10.8 1.2 6z',
  'M0 0h3v3H0zM6 0h3v3H6zM3 3h3v3H3zM9 3h3v3H9zM0 6h3v3H0zM6 6h3v3H6zM3 9h3v3H3zM9 9h3v3H9z',
] as const

export type Flag = { ground: string; figure: string; path: string }

/** The signal flag of an address, shown for a token without an image. It is decoration and proves nothing. */
export function flag(address: string): Flag {
  const hash = sha256(new TextEncoder().encode(address.toLowerCase()), 'bytes')
  const [first = 0, second = 0, , fourth = 0] = hash
  const [a, b] = PAIRS[first % PAIRS.length] ?? PAIRS[0]
  const path = PATTERNS[second % PATTERNS.length] ?? PATTERNS[0]
  return fourth % 2 === 1 ? { ground: b, figure: a, path } : { ground: a, figure: b, path }
}
