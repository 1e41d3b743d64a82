import { expect, test } from 'vitest'
import { exactIn } from './exactIn.ts'
import * as Liquidity from './Liquidity.ts'
import * as Tick from './Tick.ts'
import { swapFor } from './Zap.ts'

const DEEP = 10n ** 24n
const SEGMENTS = [
  { tickLower: -11_000, tickUpper: -600, liquidity: DEEP },
  { tickLower: -600, tickUpper: -60, liquidity: 2n * DEEP },
  { tickLower: -60, tickUpper: 120, liquidity: 5n * DEEP },
  { tickLower: 120, tickUpper: 900, liquidity: 3n * DEEP },
  { tickLower: 900, tickUpper: 11_000, liquidity: DEEP / 2n },
]
const pool = {
  sqrtRatioX96: Tick.toSqrtRatio(7),
  currentTick: 7,
  liquidity: 5n * DEEP,
  segments: SEGMENTS,
  tickSpacing: 60,
  fee: 3000,
}

/** The share of the funds that is left when the rest and the proceeds are deposited. */
function leftover(held: Liquidity.Amounts, ticks: { tickLower: number; tickUpper: number }): number {
  const swap = swapFor(held, pool, ticks)
  if (!swap) throw new Error('No swap was found.')
  const done = exactIn(pool, swap.zeroForOne, swap.amountIn)
  if (!done) throw new Error('The swap leaves the segments.')
  const after = swap.zeroForOne
    ? { amount0: held.amount0 - swap.amountIn, amount1: held.amount1 + done.amountOut }
    : { amount0: held.amount0 + done.amountOut, amount1: held.amount1 - swap.amountIn }
  const bounds = Liquidity.boundsOf(ticks)
  const liquidity = Liquidity.forAmounts(done.sqrtRatioX96, bounds, after)
  const used = Liquidity.amountsUp(done.sqrtRatioX96, bounds, liquidity)
  const price = (Number(done.sqrtRatioX96) / 2 ** 96) ** 2
  const worth = ({ amount0, amount1 }: Liquidity.Amounts) => Number(amount0) * price + Number(amount1)
  return 1 - worth(used) / worth(after)
}

const RANGES = [
  { tickLower: -6000, tickUpper: 6000 },
  { tickLower: -120, tickUpper: 180 },
  { tickLower: 60, tickUpper: 1200 },
  { tickLower: -1200, tickUpper: -60 },
]

test.each(RANGES)('all of one token fits the range %o after the swap, within one to four segments', (ticks) => {
  // Doubles are less exact for amounts that are nothing to the pool.
  for (const amount of [10n ** 20n, 10n ** 21n, 10n ** 22n, 6n * 10n ** 22n]) {
    for (const held of [
      { amount0: amount, amount1: 0n },
      { amount0: 0n, amount1: amount },
      { amount0: amount, amount1: amount / 3n },
    ]) {
      expect(leftover(held, ticks), `${amount} ${JSON.stringify(ticks)}`).toBeLessThan(1e-8)
    }
  }
})

test('a swap beyond the known segments is not found', () => {
  const range = { tickLower: -18_000, tickUpper: -12_000 }
  expect(swapFor({ amount0: 10n ** 40n, amount1: 0n }, pool, range)).toBeUndefined()
  expect(exactIn(pool, true, 10n ** 40n)).toBeUndefined()
})
