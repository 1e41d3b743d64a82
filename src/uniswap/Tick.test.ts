import { expect, test } from 'vitest'
import * as SqrtPrice from './SqrtPrice.ts'
import * as Tick from './Tick.ts'

// Values asserted by the core contracts' own tests.
const table: [number, bigint][] = [
  [Tick.MIN, SqrtPrice.MIN],
  [Tick.MIN + 1, 4295343490n],
  [-887220, 4306310044n],
  [-50, 79030349367926598376800521322n],
  [0, 79228162514264337593543950336n],
  [1, 79232123823359799118286999568n],
  [50, 79426470787362580746886972461n],
  [100, 79625275426524748796330556128n],
  [250, 80224679980005306637834519095n],
  [500, 81233731461783161732293370115n],
  [1000, 83290069058676223003182343270n],
  [2500, 89776708723587163891445672585n],
  [3000, 92049301871182272007977902845n],
  [4000, 96768528593268422080558758223n],
  [5000, 101729702841318637793976746270n],
  [50000, 965075977353221155028623082916n],
  [150000, 143194173941309278083010301478497n],
  [250000, 21246587762933397357449903968194344n],
  [500000, 5697689776495288729098254600827762987878n],
  [738203, 847134979253254120489401328389043031315994541n],
  [Tick.MAX - 1, 1461373636630004318706518188784493106690254656249n],
  [Tick.MAX, SqrtPrice.MAX],
]

test.each(table)('tick %i has the square-root price of the core contracts', (tick, sqrtRatioX96) => {
  expect(Tick.toSqrtRatio(tick)).toBe(sqrtRatioX96)
})

test('every tick is the tick of its own price and of the last price before the next tick', () => {
  for (let tick = Tick.MIN; tick < Tick.MAX; tick += 997) {
    expect(Tick.fromSqrtRatio(Tick.toSqrtRatio(tick))).toBe(tick)
    expect(Tick.fromSqrtRatio(Tick.toSqrtRatio(tick + 1) - 1n)).toBe(tick)
  }
  expect(Tick.fromSqrtRatio(SqrtPrice.MAX - 1n)).toBe(Tick.MAX - 1)
})

test('refuses a tick outside the protocol', () => {
  expect(() => Tick.toSqrtRatio(Tick.MAX + 1)).toThrow(RangeError)
  expect(() => Tick.toSqrtRatio(Tick.MIN - 1)).toThrow(RangeError)
  expect(() => Tick.toSqrtRatio(0.5)).toThrow(RangeError)
})

test.each([
  [0, 60, 0],
  [29, 60, 0],
  [30, 60, 60],
  [-30, 60, 0],
  [-31, 60, -60],
  [Tick.MAX, 60, 887220],
  [Tick.MIN, 60, -887220],
  [Tick.MAX, 16384, 884736],
  [-198949, 10, -198950],
])('the usable tick nearest to %i at spacing %i is %i', (tick, spacing, nearest) => {
  const snapped = Tick.snap(tick, spacing)
  expect(snapped).toBe(nearest)
  expect(Object.is(snapped, -0)).toBe(false)
})

test('the end ticks of a spacing are the last multiples inside the limits', () => {
  expect([Tick.lowest(200), Tick.highest(200)]).toEqual([-887200, 887200])
  expect([Tick.lowest(1), Tick.highest(1)]).toEqual([Tick.MIN, Tick.MAX])
})
