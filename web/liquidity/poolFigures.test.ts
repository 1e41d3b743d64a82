import { expect, test } from 'vitest'
import { amountText, depthWithin, feeText, priceAt, priceAtTick, ratioOf, usualQuote, worthIn } from './poolFigures.ts'

const ETH = { address: '0x0', symbol: 'ETH', decimals: 18 }
const DUSD = { address: '0x1', symbol: 'DUSD', decimals: 6 }
/** 3,000 DUSD for one ETH. */
const RATIO = BigInt(Math.round(Math.sqrt(3_000e-12) * 2 ** 64)) << 32n

test('a price counts whole tokens, whatever their decimals', () => {
  expect(priceAt(RATIO.toString(), [ETH, DUSD])).toBeCloseTo(3_000, 6)
  expect(priceAtTick(-196_256, [ETH, DUSD])).toBeCloseTo(3_000.1, 1)
  expect(
    priceAtTick(0, [
      { ...ETH, decimals: 255 },
      { ...DUSD, decimals: 0 },
    ]),
  ).toBe(1)
})

test('a position is worth both its sides in either token', () => {
  const amounts = [10n ** 18n, 3_000_000_000n] as const
  expect(Number(worthIn(amounts, RATIO, 'token1')) / 1e6).toBeCloseTo(6_000, 3)
  expect(Number(worthIn(amounts, RATIO, 'token0')) / 1e18).toBeCloseTo(2, 6)
  expect(worthIn(amounts, 0n, 'token0')).toBe(10n ** 18n)
})

test('the price of a pair follows from what it holds', () => {
  expect(priceAt(ratioOf(10n ** 18n, 3_000_000_000n).toString(), [ETH, DUSD])).toBeCloseTo(3_000, 6)
  expect(ratioOf(0n, 5n)).toBe(0n)
})

test('the depth within a part of the price counts each token on its own side', () => {
  const whole = [{ tickLower: -887_272, tickUpper: 887_272, liquidity: '1000000' }]
  const { token0, token1 } = depthWithin(whole, 0, 0.21)
  expect(token1).toBeCloseTo(1_000_000 * (1 - 1 / 1.1), 0)
  expect(token0).toBeCloseTo(1_000_000 * (1 - 1 / 1.1), 0)
  expect(depthWithin([{ tickLower: 100, tickUpper: 200, liquidity: '5' }], 0, 0.005)).toEqual({ token0: 0, token1: 0 })
})

test.each([
  [583_692_763_000_000_000n, ETH, '0.583692'],
  [2_051_348_707n, DUSD, '2,051.34'],
  [1n, ETH, '< 0.000001'],
  [0n, ETH, '0'],
  [12_345_678_901_234n, DUSD, '12.34 M'],
])('%s of a token reads as %s %s', (amount, token, text) => {
  expect(amountText(amount, token)).toBe(text)
})

test('fees are percentages, and a hook’s fee is called so', () => {
  expect([feeText(500), feeText(3_000), feeText(10_000), feeText(0x80_00_00)]).toEqual([
    '0.05 %',
    '0.3 %',
    '1 %',
    'dynamic fee',
  ])
})

test('a dollar is counted in before ETH, and ETH before any other token', () => {
  const moon = { address: '0x2', symbol: 'MOON', decimals: 18 }
  const eth = { ...ETH, address: `0x${'0'.repeat(40)}` }
  expect(usualQuote([eth, DUSD], null)).toBe('token1')
  expect(usualQuote([DUSD, moon], null)).toBe('token0')
  expect(usualQuote([eth, moon], null)).toBe('token0')
  expect(usualQuote([moon, { ...moon, address: '0x3' }], '0x3')).toBe('token1')
})
