import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pool } from '#launchpad/Curve.ts'
import type { Swap } from '#launchpad/indexer/chain/Event.ts'
import * as SwapContinuity from './SwapContinuity.ts'

const Q96 = 1n << 96n
const place = { kind: 'swap', position: 1, block: 1, transactionHash: '0x', poolId: '0x', sender: '0x' } as const

/** What a pool of this liquidity does with an amount, by Uniswap's own formulas and roundings. */
function swap(sqrtPriceX96: bigint, isBuy: boolean, amountIn: bigint): Swap {
  const { liquidity } = pool
  const net = (amountIn * 990_000n) / 1_000_000n
  if (isBuy) {
    const numerator = liquidity * Q96
    const after = (numerator * sqrtPriceX96 + numerator + net * sqrtPriceX96 - 1n) / (numerator + net * sqrtPriceX96)
    return {
      ...place,
      eth: -amountIn,
      tokens: (liquidity * (sqrtPriceX96 - after)) / Q96,
      sqrtPriceX96: after,
      liquidity,
    }
  }
  const after = sqrtPriceX96 + (net * Q96) / liquidity
  const eth = (liquidity * Q96 * (after - sqrtPriceX96)) / after / sqrtPriceX96
  return { ...place, eth, tokens: -amountIn, sqrtPriceX96: after, liquidity }
}

const sizes = fc.tuple(fc.boolean(), fc.bigInt({ min: 10n ** 12n, max: 10n ** 18n }))
const amountOf = ([isBuy, size]: [boolean, bigint]) => (isBuy ? size : size * 70_000_000n)

describe('a swap', () => {
  test('begins where the one before it ended', () => {
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 20 }), (list) => {
        let price: bigint = pool.sqrtPriceX96
        for (const size of list) {
          const next = swap(price, size[0], amountOf(size))
          expect(SwapContinuity.follows(next, price)).toBe(true)
          price = next.sqrtPriceX96
        }
      }),
    )
  })

  test('shows that one before it is missing', () => {
    fc.assert(
      fc.property(sizes, sizes, (missing, size) => {
        const between = swap(pool.sqrtPriceX96, missing[0], amountOf(missing))
        const next = swap(between.sqrtPriceX96, size[0], amountOf(size))
        expect(SwapContinuity.follows(next, pool.sqrtPriceX96)).toBe(false)
      }),
    )
  })

  test('in a pool without liquidity follows nothing', () => {
    expect(SwapContinuity.follows({ ...place, eth: 0n, tokens: 0n, sqrtPriceX96: 5n, liquidity: 0n }, 5n)).toBe(false)
  })
})
