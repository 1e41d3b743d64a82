import { expect, it } from 'vitest'
import * as format from './format.ts'

const ETH = 10n ** 18n

it('writes amounts with fixed decimals, grouped and never rounded up', () => {
  expect(format.fixed(1_999_999_999_999_999_999n, 3)).toBe('1.999')
  expect(format.fixed(1_284n * ETH, 0)).toBe('1,284')
  expect(format.fixed(-(5n * ETH) / 2n, 1)).toBe('−2.5')
  expect(format.fixed(0n, 2)).toBe('0.00')
})

it('writes amounts to sign in full', () => {
  expect(format.exact(ETH / 4n)).toBe('0.25')
  expect(format.exact(98_463_724_358_405n, 6)).toBe('98,463,724.358405')
  expect(format.exact(100n * ETH)).toBe('100')
})

it('shortens large figures with K, M and B', () => {
  expect(format.short(7_944n * 10n ** 15n)).toBe('7.94')
  expect(format.short(1_284n * ETH)).toBe('1.28 K')
  expect(format.short(28_698_731n * ETH)).toBe('28.69 M')
  expect(format.short(1_000_000_000n * ETH)).toBe('1.00 B')
})

it('folds the zeros of a tiny price', () => {
  expect(format.price(7_940_000_000n)).toEqual({ text: '0.0', zeros: 8, digits: '794' })
  expect(format.price(913_000_000n)).toEqual({ text: '0.0', zeros: 9, digits: '913' })
  expect(format.price(2n * ETH)).toEqual({ text: '2.000', zeros: 0, digits: '' })
})

it('writes percentages with a space, cut and not rounded', () => {
  expect(format.percent(6_689)).toBe('66.8\u00a0%')
  expect(format.percent(856, 2)).toBe('8.56\u00a0%')
  expect(format.percent(-236, 2)).toBe('−2.36\u00a0%')
  expect(format.percent(-1)).toBe('0.0\u00a0%')
  expect(format.percent(14_366_00)).toBe('14,366.0\u00a0%')
})

it('writes ages in one unit and old ones as a date', () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  const ago = (seconds: number) => format.age(new Date(now - seconds * 1000), now)
  expect([ago(-3), ago(48), ago(9 * 60), ago(3 * 3_600), ago(6 * 86_400), ago(31 * 86_400)]).toEqual([
    '0 s',
    '48 s',
    '9 m',
    '3 h',
    '6 d',
    '2025-12-31',
  ])
})

const GROUPED = 'Leave out thousands separators, as in 1000.5.'
const NOT_A_NUMBER = 'Type a number, such as 0.25.'

it('reads typed amounts', () => {
  expect(format.readAmount('0.25')).toEqual({ value: ETH / 4n })
  expect(format.readAmount(' 1000 ')).toEqual({ value: 1_000n * ETH })
  expect(format.readAmount('.5')).toEqual({ value: ETH / 2n })
  expect(format.readAmount('5.')).toEqual({ value: 5n * ETH })
  expect(format.readAmount('  ')).toEqual({})
})

it('reads one comma as a decimal point', () => {
  expect(format.readAmount('0,05')).toEqual({ value: ETH / 20n })
  expect(format.readAmount('1,5')).toEqual({ value: (ETH * 3n) / 2n })
  expect(format.readAmount(',5')).toEqual({ value: ETH / 2n })
  expect(format.readAmount('1,000')).toEqual({ value: ETH })
  expect(format.readNumber('0,5')).toEqual({ value: 0.5 })
  expect(format.readNumber('2981,4')).toEqual({ value: 2981.4 })
})

it.each(['1,000.5', '1.000,5', '1,000,000', '1.000.000', '1 000', "1'000", '1,2,3'])(
  'refuses the grouped amount %s with a sentence',
  (text) => {
    expect(format.readAmount(text)).toEqual({ problem: GROUPED })
    expect(format.readNumber(text)).toEqual({ problem: GROUPED })
  },
)

it.each(['-1', '1e3', '0x1', 'half', '١'])('refuses %s, which is not a plain number', (text) => {
  expect(format.readAmount(text)).toEqual({ problem: NOT_A_NUMBER })
})

it.each([',', '.', '.,'])('refuses %s alone', (text) => {
  expect(format.readAmount(text).problem).toBeDefined()
})

it('refuses more decimals than the token has', () => {
  expect(format.readAmount(`0.${'1'.repeat(19)}`)).toEqual({ problem: 'Type at most 18 decimals.' })
  expect(format.readAmount('0,1234567', 6)).toEqual({ problem: 'Type at most 6 decimals.' })
})

it('writes an amount so that it can be read back', () => {
  for (const amount of [1n, 1_234_567n * ETH + 5n])
    expect(format.readAmount(format.typeable(amount))).toEqual({ value: amount })
})

it('cuts long names by the characters a reader counts', () => {
  expect(format.cut('⛵'.repeat(30))).toBe(`${'⛵'.repeat(23)}…`)
  expect(format.cut('Harbour')).toBe('Harbour')
})

it('writes dollars at a price of ETH, rounded down, and says when they are below a cent', () => {
  expect(format.toDollars(ETH / 2n, '3512.45')).toBe((ETH * 351_245n) / 200n)
  expect(format.toDollars(ETH, '2500')).toBe(2_500n * ETH)
  expect(format.dollars(format.toDollars(ETH / 2n, '3512.45'))).toBe('$1.75 K')
  expect(format.dollars((-19_999n * ETH) / 10_000n)).toBe('−$1.99')
  expect(format.dollars(0n)).toBe('$0.00')
  expect(format.dollars(1n)).toBe('< $0.01')
  expect(format.dollars(-1n)).toBe('< $0.01')
})
