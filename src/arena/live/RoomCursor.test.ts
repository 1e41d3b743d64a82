import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as RoomCursor from './RoomCursor.ts'

const rooms = ['room_a', 'room_b', 'room_c']

test('a cursor survives encoding and decoding', () => {
  const seq = fc.integer({ min: 0, max: 2 ** 40 })
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...rooms), seq), (given) => {
      const place = new Map(Object.entries(given))
      expect(RoomCursor.parse(RoomCursor.format(place), rooms)).toEqual(place)
    }),
  )
})

test('rooms that the reader has left are dropped', () => {
  const text = RoomCursor.format(new Map([['room_a', 7], ['room_b', 300]])) // biome-ignore format: one line
  expect(RoomCursor.parse(text, ['room_b'])).toEqual(new Map([['room_b', 300]]))
})

test('the place in 200 rooms fits a header and a query', () => {
  const place = new Map(Array.from({ length: 200 }, (_, i) => [`room_${i}`, 1_000_000 + i]))
  expect(RoomCursor.format(place).length).toBeLessThan(4_000)
})

test.each(['', '12', 'not base64!', 'AQ==', 'AQEC', '____'])('%j is not a cursor', (text) => {
  expect(RoomCursor.parse(text, rooms)).toBe(undefined)
})
