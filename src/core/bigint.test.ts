import fc from 'fast-check'
import { maxUint128, maxUint160, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { MAX_UINT128, MAX_UINT160, MAX_UINT256, max, min } from '#core/bigint.ts'

test('min and max return the smaller and the larger of two bigints', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      expect([min(a, b), max(a, b)]).toEqual(a <= b ? [a, b] : [b, a])
    }),
  )
})

test('the largest unsigned integers match those of viem', () => {
  expect([MAX_UINT128, MAX_UINT160, MAX_UINT256]).toEqual([maxUint128, maxUint160, maxUint256])
})
