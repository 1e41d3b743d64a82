import { assert, bigInt, property } from 'fast-check'
import { expect, test } from 'vitest'
import * as SqrtPrice from './SqrtPrice.ts'

test('the root is the greatest whole number whose square is not above the value', async () => {
  await assert(
    property(bigInt({ min: 0n, max: 1n << 400n }), (value) => {
      const root = SqrtPrice.root(value)
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test('the root is exact at and around squares of every size', () => {
  for (let bits = 0n; bits < 200n; bits++) {
    const root = (1n << bits) + (bits * bits + 1n)
    expect(SqrtPrice.root(root * root)).toBe(root)
    expect(SqrtPrice.root(root * root - 1n)).toBe(root - 1n)
  }
})

test.each([
  [1n, 1n, 79228162514264337593543950336n],
  [100n, 1n, 792281625142643375935439503360n],
  [1n, 100n, 7922816251426433759354395033n],
  [111n, 333n, 45742400955009932534161870629n],
  [333n, 111n, 137227202865029797602485611888n],
])('the price %i/%i is written as the periphery writes it', (amount1, amount0, sqrtRatioX96) => {
  expect(SqrtPrice.fromRatio(amount1, amount0)).toBe(sqrtRatioX96)
})
