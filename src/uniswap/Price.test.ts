import { expect, test } from 'vitest'
import * as Price from './Price.ts'
import * as Tick from './Tick.ts'

test.each([
  [-198950, '0.000000002291623505250648965031523285'],
  [-198200, '0.000000002470095393846743765417492756'],
  [0, '1.000000000000000000000000000000000000'],
])('the price at tick %i has 36 decimals, the rest cut off', (tick, price) => {
  expect(Price.fromTick(tick, 'token1')).toBe(price)
})

test('a price quoted in token0 is the inverse', () => {
  expect(Price.fromTick(6932, 'token0')).toBe('0.499990919207187760968835717141279464')
  expect(Price.toTick('0.4999', 'token0')).toBe(6933)
  expect(Price.toTick('2', 'token1')).toBe(6931)
})

test.each([
  ['0.00000000000324', 'token1', -264568],
  ['1', 'token1', 0],
  ['1', 'token0', 0],
  ['1.0002', 'token1', 1],
  // The contracts round the price of tick 1 up, a hair above 1.0001.
  ['1.0001', 'token1', 0],
  ['1.00009', 'token1', 0],
  ['0.9999', 'token1', -2],
] as const)('%s in %s lies at or above tick %i', (price, quote, tick) => {
  expect(Price.toTick(price, quote)).toBe(tick)
})

test('prices beyond the limits give the end ticks', () => {
  expect(Price.toTick('0', 'token1')).toBe(Tick.MIN)
  expect(Price.toTick('0', 'token0')).toBe(Tick.MAX)
  expect(Price.toTick(`1${'0'.repeat(60)}`, 'token1')).toBe(Tick.MAX)
  expect(Price.toTick(`1${'0'.repeat(60)}`, 'token0')).toBe(Tick.MIN)
  expect(Price.toTick(`0.${'0'.repeat(60)}1`, 'token1')).toBe(Tick.MIN)
})

test('a written price gives back its tick, in either quote', () => {
  for (let tick = -400000; tick <= 400000; tick += 1009) {
    expect(Price.toTick(Price.fromTick(tick, 'token1'), 'token1')).toBe(tick)
    expect(Price.toTick(Price.fromTick(tick, 'token0'), 'token0')).toBe(tick)
  }
})
