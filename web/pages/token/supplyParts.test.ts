import { expect, test } from 'vitest'
import { supplyParts } from './supplyParts.ts'

const holder = (address: string, shareBps: number, isCreator = false) => ({
  address,
  balance: '0',
  shareBps,
  isCreator,
})
const reserve = (shareBps: number) => ({ address: '0x', balance: '0', shareBps })

test('the parts of the supply add up to 100 %', () => {
  const many = Array.from({ length: 14 }, (_, index) => holder(`0x${index}`, 50))
  const parts = supplyParts(
    {
      holders: [holder('0xcreator', 400, true), holder('0xsniper', 300), ...many],
      curve: reserve(6_000),
      pool: null,
      locked: reserve(1_000),
      burned: reserve(200),
    },
    new Set(['0xsniper', '0xcreator']),
  )
  expect(Object.fromEntries(parts.map(({ key, bps }) => [key, bps]))).toEqual({
    curve: 6_000,
    locked: 1_000,
    creator: 400,
    early: 300,
    largest: 500,
    rest: 1_600,
    burned: 200,
  })
  expect(parts.reduce((sum, { bps }) => sum + bps, 0)).toBe(10_000)
})
