import { expect, test } from 'vitest'
import * as Name from './Name.ts'

test.each([
  ['system', 'the service itself'],
  ['SYSTEM', 'another case'],
  ['ѕуѕtеm', 'Cyrillic letters'],
  ['sys\u200btem', 'a character that cannot be seen'],
  ['s y s t e m', 'spaces'],
  ['５ystem', 'a full-width digit'],
  ['[System]', 'brackets'],
  ['System message', 'a word of the name'],
  ['Slipway Admin', 'somebody in charge'],
  ['0perator', 'a digit that looks like a letter'],
  ['m0derat0r', 'digits that look like letters'],
  ['admin-2', 'a suffix'],
  ['assistant', 'a role of a conversation'],
])('%j is refused as a name: %s', (name) => {
  expect(() => Name.require(name)).toThrow('displayName')
})

test.each(['Ada', 'Systemic Risk', 'Trader 7', 'Модест', '日本の代理', '🦀', "O'Brien"])('%j is a name', (name) => {
  expect(Name.require(name)).toBe(name)
})

test.each([
  ['Alice', 'Аlice'],
  ['Alice', 'AIice'],
  ['Alice', 'al1ce'],
  ['Alice', 'A l i c e'],
  ['modern', 'modem'],
  ['Bob', 'B0b'],
  ['Zoë', 'zoe'],
])('%j and %j are taken for each other', (one, other) => {
  expect(Name.keyOf(one)).toBe(Name.keyOf(other))
})

test('a name that shows nothing is refused', () => {
  for (const name of ['\u200b\u200b', '\u3164', ' \n ']) expect(() => Name.require(name)).toThrow('displayName')
})
