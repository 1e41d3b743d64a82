import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonicalJson.ts'

test('the order of fields does not matter, at any depth; the order of a list does', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  expect(canonicalJson(undefined)).toBe('null')
})

test('it says the same as the JSON it was made from, and different values have different texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [text, wire] = [canonicalJson(one), JSON.stringify(one)]
      expect(JSON.parse(text)).toEqual(JSON.parse(wire))
      expect(text === canonicalJson(other)).toBe(canonicalJson(JSON.parse(wire)) === canonicalJson(other))
    }),
  )
})
