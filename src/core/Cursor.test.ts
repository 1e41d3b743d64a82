import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Cursor from './Cursor.ts'

const SHAPE = /^[0-9]+( [0-9]+)*$/

test('brings back the place it was made from', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.bigInt({ min: 0n }), { minLength: 1, maxLength: 3 }), (scope, values) => {
      const place = values.map(String)
      expect(Cursor.decode(scope, Cursor.encode(scope, place), SHAPE)).toEqual(place)
    }),
  )
})

test('is refused by another list', () => {
  const cursor = Cursor.encode('tokens newest', ['1', '2'])
  expect(() => Cursor.decode('tokens volume', cursor, SHAPE)).toThrow('cursor does not belong to this list')
})

test.each(['', 'x', '../../etc/passwd', "' or 1=1 --", 'A'.repeat(5000)])('refuses %j', (cursor) => {
  expect(() => Cursor.decode('tokens newest', cursor, SHAPE)).toThrow('cursor does not belong to this list')
})

test('cannot be changed', () => {
  const cursor = Cursor.encode('tokens newest', ['100', '2'])
  for (let at = 0; at < cursor.length; at++) {
    const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
    expect(() => Cursor.decode('tokens newest', changed, SHAPE)).toThrow('cursor does not belong')
  }
})

test('that was made up in another shape is refused', () => {
  for (const place of [[''], ['abc'], ['1', ''], ['NaN'], ['1e9'], ['-1'], ['1 or 1=1']])
    expect(() => Cursor.decode('tokens', Cursor.encode('tokens', place), SHAPE)).toThrow('cursor does not belong')
})
