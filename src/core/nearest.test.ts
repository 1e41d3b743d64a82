import { expect, test } from 'vitest'
import { insteadOf, nearest } from './nearest.ts'

test.each([
  ['gas', ['deadline', 'includeGasInfo'], 'includeGasInfo'],
  ['dedline', ['deadline', 'urgency'], 'deadline'],
  ['limt', ['cursor', 'limit'], 'limit'],
  ['slippage', ['slippageTolerance', 'shares'], 'slippageTolerance'],
  ['walletAddress', ['shares', 'deadline'], undefined],
  ['walletAddress', ['shares', 'wallet'], 'wallet'],
  ['x', ['to', 'id'], undefined],
])('nearest to %s of %j is %s', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected)
})

test('without a close one the known names are listed', () => {
  expect(insteadOf('walletAddress', ['shares', 'deadline'])).toBe('known names: shares, deadline')
  expect(insteadOf('limt', ['limit'])).toBe('send limit instead')
})
