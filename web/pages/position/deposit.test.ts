import { expect, test } from 'vitest'
import { NATIVE } from '#site/positionUrl.ts'
import type { FoundPool } from '../../api/liquidity.ts'
import { needsOf, otherAmount, shareOfB } from './deposit.ts'
import { type Market, marketOf } from './Market.ts'
import { presetBounds } from './priceScale.ts'

const ETH = { address: NATIVE, symbol: 'ETH', decimals: 18 }
const DUSD = { address: '0x73D6a4a4100bc652F2C678F4da17131C38AEB4Dc', symbol: 'DUSD', decimals: 6 }
const WETH = '0x29F9484Dd5B678b8d44BA88ea6BDD86895a1586f'
const opening = (form: object): Market =>
  marketOf({
    form: { protocol: 'v4', fee: 500, startPrice: '3000', ...form },
    tokenA: ETH,
    tokenB: DUSD,
    pool: undefined,
    wrappedNative: WETH,
  })
const tick = -196256

test('a pool that is to be opened has the price it was given, whichever token comes first', () => {
  const market = opening({})
  expect(market).toMatchObject({ isAFirst: true, tickSpacing: 10, fee: 500 })
  expect((Number(market.sqrtRatioX96) / 2 ** 96) ** 2 * 1e12).toBeCloseTo(3000, 6)
  const turned = marketOf({
    form: { protocol: 'v4', startPrice: '0.0005' },
    tokenA: DUSD,
    tokenB: ETH,
    pool: undefined,
    wrappedNative: WETH,
  })
  expect(turned.isAFirst).toBe(false)
  expect((Number(turned.sqrtRatioX96) / 2 ** 96) ** 2 * 1e12).toBeCloseTo(2000, 6)
  for (const startPrice of ['0', '0.0', '1'.padEnd(60, '0')])
    expect(opening({ startPrice }).sqrtRatioX96).toBeUndefined()
})

test('the other amount follows from the range, and going back gives the first again', () => {
  const market = opening({})
  const bounds = presetBounds('10', { tick, spacing: 10, isFlipped: false })
  const amount = 500_000_000_000_000_000n
  const other = otherAmount(market, bounds, { side: 'A', amount }) ?? 0n
  expect(Number(other) / 1e6).toBeGreaterThan(1_300)
  expect(Number(other) / 1e6).toBeLessThan(1_700)
  const back = otherAmount(market, bounds, { side: 'B', amount: other }) ?? 0n
  expect(Number(back - amount) / 1e18).toBeCloseTo(0, 5)
  expect(shareOfB(market, bounds)).toBeGreaterThan(45)
})

test('a one-sided range takes one token alone', () => {
  const market = opening({})
  const above = presetBounds('above', { tick, spacing: 10, isFlipped: false })
  expect(needsOf(market, above)).toEqual({ A: true, B: false })
  expect(otherAmount(market, above, { side: 'A', amount: 10n ** 18n })).toBe(0n)
  expect(shareOfB(market, above)).toBe(0)
  const below = presetBounds('below', { tick, spacing: 10, isFlipped: false })
  expect(needsOf(market, below)).toEqual({ A: false, B: true })
  expect(shareOfB(market, below)).toBe(100)
})

test('a v2 pair takes its tokens in the ratio of its reserves; an empty one has none', () => {
  const holding = (amount0: string, amount1: string) => ({
    amounts: {
      token0: { tokenAddress: WETH, amount: amount0 },
      token1: { tokenAddress: DUSD.address, amount: amount1 },
    },
  })
  const pair = { protocol: 'V2', ...holding('100', '300000'), sqrtRatioX96: '1', fee: 3000 }
  const market = marketOf({
    form: { protocol: 'v2' },
    tokenA: ETH,
    tokenB: DUSD,
    pool: pair as FoundPool,
    wrappedNative: WETH,
  })
  expect(market.isAFirst).toBe(true)
  expect(otherAmount(market, undefined, { side: 'A', amount: 2n })).toBe(6000n)
  expect(otherAmount(market, undefined, { side: 'B', amount: 6000n })).toBe(2n)
  const empty = { ...market, pool: { ...pair, ...holding('0', '0') } as FoundPool }
  expect(otherAmount(empty, undefined, { side: 'A', amount: 2n })).toBeUndefined()
})
