import { expect, test } from 'vitest'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Tick from '#uniswap/Tick.ts'
import { filledShare } from './rangeOrders.ts'

const liquidity = 10n ** 20n
const ticks = { tickLower: -195_300, tickUpper: -195_240 }

function at(tick: number) {
  const { amount0, amount1 } = Liquidity.amountsDown(Tick.toSqrtRatio(tick), Liquidity.boundsOf(ticks), liquidity)
  const amounts = {
    token0: { tokenAddress: '0x', amount: String(amount0) },
    token1: { tokenAddress: '0x', amount: String(amount1) },
  }
  return { ...ticks, liquidity: String(liquidity), amounts }
}

test.each([
  [-196_000, 0, 1_000],
  [-195_300, 0, 1_000],
  [-195_285, 250, 749],
  [-195_270, 500, 499],
  [-195_241, 983, 16],
  [-195_240, 1_000, 0],
  [-190_000, 1_000, 0],
])('at tick %i an order for token0 is filled to %i ‰, and one for token1 to %i ‰', (tick, sold0, sold1) => {
  expect(Math.abs(filledShare(at(tick), 'token0') - sold0)).toBeLessThanOrEqual(1)
  expect(Math.abs(filledShare(at(tick), 'token1') - sold1)).toBeLessThanOrEqual(1)
  if (sold0 === 0 || sold0 === 1_000) expect(filledShare(at(tick), 'token0')).toBe(sold0)
})
