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
  expect(format.percent(6_689)).toBe('66.8 %')
  expect(format.percent(856, 2)).toBe('8.56 %')
  expect(format.percent(-236, 2)).toBe('−2.36 %')
  expect(format.percent(-1)).toBe('0.0 %')
  expect(format.percent(14_366_00)).toBe('14,366.0 %')
})

it('tells ages in one unit and old ones as a date', () => {
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

it('reads typed amounts and refuses what is none', () => {
  expect(format.parseAmount('0.25')).toBe(ETH / 4n)
  expect(format.parseAmount(' 1,000 ')).toBe(1_000n * ETH)
  expect(format.parseAmount('.5')).toBe(ETH / 2n)
  for (const text of ['', '.', '-1', '1e3', '0x1', '1.2.3', `0.${'1'.repeat(19)}`])
    expect(format.parseAmount(text)).toBeUndefined()
})

it('cuts long names by the characters a reader counts', () => {
  expect(format.cut('⛵'.repeat(30))).toBe(`${'⛵'.repeat(23)}…`)
  expect(format.cut('Harbour')).toBe('Harbour')
})
