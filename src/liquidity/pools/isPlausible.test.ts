import { expect, test } from 'vitest'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import { isPlausible } from './isPlausible.ts'

const pool = { sqrtPriceX96: SqrtPrice.MAX, tick: -887_272, liquidity: 0n, meta0: { decimals: 18, symbol: '0x' } }

test('every value that a contract can return is plausible', () => {
  expect(isPlausible([{ number: 1n << 255n }, [], [pool]])).toBe(true)
})

test.each([
  ['sqrtPriceX96', { sqrtPriceX96: SqrtPrice.MAX + 1n }],
  ['tick', { tick: -887_273 }],
  ['liquidity', { liquidity: 1n << 128n }],
  ['decimals', { meta0: { decimals: 256, symbol: '0x' } }],
])('a number outside the range of its field is not: %s', (_field, change) => {
  expect(isPlausible([{ number: 1n }, [], [pool, { ...pool, ...change }]])).toBe(false)
})

test('a position whose lower tick is above its upper tick is not plausible', () => {
  expect(isPlausible([{ tickLower: -60, tickUpper: 60 }])).toBe(true)
  expect(isPlausible([{ tickLower: 0, tickUpper: 0 }])).toBe(true)
  expect(isPlausible([{ tickLower: 60, tickUpper: -60 }])).toBe(false)
})

test('a wallet that holds more liquidity than the pair has is not plausible', () => {
  const pair = { totalSupply: 10n, walletLiquidity: 7n, strayLiquidity: 3n }
  expect(isPlausible([pair])).toBe(true)
  expect(isPlausible([{ ...pair, totalSupply: 9n }])).toBe(false)
})
