import { expect, test } from 'vitest'
import { depthBars } from './depthBars.ts'

const SEGMENTS = [
  { tickLower: -100, tickUpper: 0, liquidity: '10' },
  { tickLower: 0, tickUpper: 50, liquidity: '40' },
]

test('bars are as high as their liquidity, the highest being 1', () => {
  expect(depthBars(SEGMENTS, { from: -100, to: 50 }, 3)).toEqual([0.25, 0.25, 1])
})

test('a bar over a step has the mean of both sides, and beyond the known range there is no bar', () => {
  expect(depthBars(SEGMENTS, { from: -20, to: 20 }, 1)).toEqual([1])
  expect(depthBars(SEGMENTS, { from: -50, to: 150 }, 4)).toEqual([0.25, 1, 0, 0])
})

test('a pool without liquidity has bars of no height', () => {
  expect(depthBars([{ tickLower: -10, tickUpper: 10, liquidity: '0' }], { from: -10, to: 10 }, 2)).toEqual([0, 0])
})
