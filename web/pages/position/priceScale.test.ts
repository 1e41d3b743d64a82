import { expect, test } from 'vitest'
import * as Tick from '#uniswap/Tick.ts'
import { moveBound, presetBounds, toPrice, toTick } from './priceScale.ts'

const ethDusd = { decimals0: 18, decimals1: 6, isFlipped: false }
const flipped = { ...ethDusd, isFlipped: true }
const at = { tick: -196257, spacing: 10, isFlipped: false }

test('ticks and prices of whole tokens lead to each other', () => {
  expect(toPrice(-198080, ethDusd)).toBeCloseTo(2499.91, 2)
  expect(toPrice(-198080, flipped)).toBeCloseTo(1 / 2499.91, 8)
  expect(Math.round(toTick(2499.91, ethDusd))).toBe(-198080)
  expect(Math.round(toTick(1 / 3501.67, flipped))).toBe(-194710)
})

test('presets are usable ticks around the price, the same way round as it is shown', () => {
  const { lower, upper } = presetBounds('10', at)
  expect([lower % 10, upper % 10].map(Math.abs)).toEqual([0, 0])
  expect(toPrice(lower, ethDusd) / toPrice(at.tick, ethDusd)).toBeCloseTo(0.9, 2)
  expect(toPrice(upper, ethDusd) / toPrice(at.tick, ethDusd)).toBeCloseTo(1.1, 2)
  const turned = presetBounds('50', { ...at, isFlipped: true })
  expect(toPrice(turned.upper, flipped) / toPrice(at.tick, flipped)).toBeCloseTo(0.5, 2)
  expect(toPrice(turned.lower, flipped) / toPrice(at.tick, flipped)).toBeCloseTo(1.5, 2)
  expect(presetBounds('full', at)).toEqual({ lower: Tick.lowest(10), upper: Tick.highest(10) })
})

test('a one-sided range does not hold the price, on the side that is shown', () => {
  expect(presetBounds('below', at).upper).toBe(-196260)
  expect(presetBounds('above', at).lower).toBe(-196250)
  expect(presetBounds('below', { ...at, isFlipped: true }).lower).toBe(-196250)
  expect(presetBounds('below', { ...at, tick: -196260 }).upper).toBe(-196260)
})

test('a range is never empty, however wide the spacing', () => {
  for (const preset of ['5', '10', '50', 'below', 'above'] as const) {
    const { lower, upper } = presetBounds(preset, { ...at, spacing: 16_383 })
    expect(upper).toBeGreaterThan(lower)
  }
})

test('an end snaps to usable ticks and stays clear of the other', () => {
  const bounds = { lower: -100, upper: 100 }
  expect(moveBound(bounds, 'lower', { tick: -57, spacing: 10 })).toEqual({ lower: -60, upper: 100 })
  expect(moveBound(bounds, 'lower', { tick: 500, spacing: 10 })).toEqual({ lower: 90, upper: 100 })
  expect(moveBound(bounds, 'upper', { tick: -500, spacing: 10 })).toEqual({ lower: -100, upper: -90 })
  expect(moveBound(bounds, 'upper', { tick: 9e6, spacing: 10 }).upper).toBe(Tick.highest(10))
})
