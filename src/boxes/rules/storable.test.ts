import { expect, test } from 'vitest'
import { isStorable, toStorableJson } from './storable.ts'

test('a NUL and an unpaired surrogate cannot be stored, a pair can', () => {
  expect(['a\0b', '\ud800', 'x\udc00', '😀', 'plain'].map(isStorable)).toEqual([false, false, false, true, true])
})

test('a JSON value loses them in every text and name', () => {
  expect(toStorableJson({ 'a\0': ['b\ud800', 1, null, { c: '😀' }] })).toEqual({ a: ['b', 1, null, { c: '😀' }] })
})

test('a value that is nested too deeply is refused', () => {
  expect(() => toStorableJson(JSON.parse('['.repeat(40) + ']'.repeat(40)))).toThrow(/nested too deeply/)
})
