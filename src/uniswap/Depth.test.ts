import { expect, test } from 'vitest'
import { segments, ticksOf, wordsAround } from './Depth.ts'

test('segments add up from the liquidity at the current tick, in both directions', () => {
  const ticks = [
    { tick: -100, net: 5n },
    { tick: -50, net: 7n },
    { tick: 60, net: -7n },
    { tick: 80, net: -5n },
  ]
  expect(segments({ ticks, from: -200, to: 200, currentTick: 0, liquidity: 12n })).toEqual([
    { tickLower: -200, tickUpper: -100, liquidity: 0n },
    { tickLower: -100, tickUpper: -50, liquidity: 5n },
    { tickLower: -50, tickUpper: 60, liquidity: 12n },
    { tickLower: 60, tickUpper: 80, liquidity: 5n },
    { tickLower: 80, tickUpper: 200, liquidity: 0n },
  ])
})

test('a tick that is the current one has been crossed', () => {
  const ticks = [{ tick: 0, net: 9n }]
  expect(segments({ ticks, from: -10, to: 10, currentTick: 0, liquidity: 9n })).toEqual([
    { tickLower: -10, tickUpper: 0, liquidity: 0n },
    { tickLower: 0, tickUpper: 10, liquidity: 9n },
  ])
})

test('ticks at the ends of the window or beyond change nothing inside it', () => {
  const ticks = [
    { tick: -20, net: 3n },
    { tick: -10, net: 3n },
    { tick: 10, net: -3n },
  ]
  expect(segments({ ticks, from: -10, to: 10, currentTick: 0, liquidity: 6n })).toEqual([
    { tickLower: -10, tickUpper: 10, liquidity: 6n },
  ])
})

test.each([
  [0, 60, 10_000, [-1, 0]],
  [-1, 1, 300, [-2, -1, 0, 1]],
  [-197_312, 10, 2_560, [-79, -78, -77]],
])('tick %i with spacing %i and distance %i lies in words %j', (tick, spacing, distance, words) => {
  expect(wordsAround(tick, spacing, distance)).toEqual(words)
})

test('a word of the bitmap names its ticks, negative ones too', () => {
  expect(ticksOf(0, 0b101n, 60)).toEqual([0, 120])
  expect(ticksOf(-1, 1n << 255n, 10)).toEqual([-10])
  expect(ticksOf(3, 0n, 1)).toEqual([])
})
