import { expect, test } from 'vitest'
import { NATIVE } from '#site/positionUrl.ts'
import { type Market, marketOf } from './Market.ts'
import { filledAmount, isWaiting, nearEnd, orderBounds } from './order.ts'

const ETH = { address: NATIVE, symbol: 'ETH', decimals: 18 }
const DUSD = { address: '0x73D6a4a4100bc652F2C678F4da17131C38AEB4Dc', symbol: 'DUSD', decimals: 6 }
const market = (startPrice = '3000'): Market =>
  marketOf({
    form: { protocol: 'v4', fee: 500, startPrice },
    tokenA: ETH,
    tokenB: DUSD,
    pool: undefined,
    wrappedNative: null,
  })
const ticksOf = (price: number) => Math.log(price / 1e12) / Math.log(1.0001)

test('an order is one spacing wide and beyond the price, on the side on which the sold token gets dearer', () => {
  const above = orderBounds(market(), 'A', ticksOf(3300))
  expect(above).toEqual({ lower: -195_300, upper: -195_290 })
  expect(nearEnd(market(), 'A', above)).toBe(above.lower)
  const below = orderBounds(market(), 'B', ticksOf(2700))
  expect(below).toEqual({ lower: -197_320, upper: -197_310 })
  expect(nearEnd(market(), 'B', below)).toBe(below.upper)
})

test('a price on the wrong side becomes the nearest one that sells', () => {
  expect(orderBounds(market(), 'A', ticksOf(2000))).toEqual({ lower: -196_250, upper: -196_240 })
  expect(orderBounds(market(), 'B', ticksOf(4000))).toEqual({ lower: -196_270, upper: -196_260 })
  expect(orderBounds(market(), 'A', 10_000_000).upper).toBe(887_270)
  expect(orderBounds(market(), 'B', -10_000_000).lower).toBe(-887_270)
})

test('an order waits until the price reaches its range, and not after', () => {
  const order = orderBounds(market(), 'A', ticksOf(3300))
  expect(isWaiting(market(), 'A', order)).toBe(true)
  expect(isWaiting(market(), 'B', order)).toBe(false)
  expect(isWaiting(market('3302.5'), 'A', order)).toBe(false)
  expect(isWaiting(market('3400'), 'A', order)).toBe(false)
  expect(isWaiting(market(), 'A', { lower: order.lower, upper: order.upper + 10 })).toBe(false)
})

test('it fills at the middle of its range, whichever token is sold', () => {
  const sold = filledAmount(market(), 'A', { bounds: orderBounds(market(), 'A', ticksOf(3300)), amount: 10n ** 18n })
  expect(Number(sold) / 1e6).toBeCloseTo(1.0001 ** -195_295 * 1e12, 2)
  const bought = filledAmount(market(), 'B', {
    bounds: orderBounds(market(), 'B', ticksOf(2700)),
    amount: 2_700_000_000n,
  })
  expect(Number(bought) / 1e18).toBeCloseTo(2700 / (1.0001 ** -197_315 * 1e12), 4)
})
