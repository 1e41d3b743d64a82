import { expect, test } from 'vitest'
import * as Slippage from '#liquidity/math/Slippage.ts'
import * as Tick from '#liquidity/math/Tick.ts'
import { priceGuardOf, toWire } from './PriceGuard.ts'

const tokens = {
  token0: '0x1000000000000000000000000000000000000001',
  token1: '0x2000000000000000000000000000000000000002',
} as const
const slippage = Slippage.fromPercent(1)
const at = (tick: number, tickLower: number, tickUpper: number) => ({
  sqrtRatioX96: Tick.toSqrtRatio(tick),
  tickLower,
  tickUpper,
  slippage,
})

test('both ends are guarded where the range is wider than the tolerance', () => {
  const guard = toWire(priceGuardOf(tokens, { ...at(0, -6000, 6000), isDeposit: true }))
  expect(Number(guard.atLeast)).toBeCloseTo(0.99, 6)
  expect(Number(guard.atMost)).toBeCloseTo(1.01, 6)
})

test('quoted in token0 the ends change places', () => {
  const guard = toWire(priceGuardOf(tokens, { ...at(0, -6000, 6000), isDeposit: true, quote: 'token0' }))
  expect(guard.quotedTokenAddress).toBe(tokens.token0)
  expect(Number(guard.atLeast)).toBeCloseTo(1 / 1.01, 6)
  expect(Number(guard.atMost)).toBeCloseTo(1 / 0.99, 6)
})

test('an end outside a narrow range guards nothing, and is not claimed to', () => {
  expect(toWire(priceGuardOf(tokens, { ...at(0, -60, 60), isDeposit: true }))).toEqual({
    quotedTokenAddress: tokens.token1,
  })
  const oneSided = toWire(priceGuardOf(tokens, { ...at(0, -60, 6000), isDeposit: true }))
  expect([oneSided.atLeast, Number(oneSided.atMost).toFixed(4)]).toEqual([undefined, '1.0100'])
})

test('a deposit of one token alone is guarded at the edge of its range', () => {
  const above = toWire(priceGuardOf(tokens, { ...at(0, 60, 600), isDeposit: true }))
  expect(above.atLeast).toBeUndefined()
  expect(Number(above.atMost)).toBeCloseTo(1.0001 ** 60, 6)
})
