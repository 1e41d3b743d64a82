import { expect, test } from 'vitest'
import { skeleton } from '#core/confusables.ts'
import * as Name from './Name.ts'

test.each([
  ['system', 'the service itself'],
  ['SYSTEM', 'another case'],
  ['ѕуѕtеm', 'Cyrillic letters'],
  ['sys\u200btem', 'an invisible character'],
  ['s y s t e m', 'spaces'],
  ['５ystem', 'a full-width digit'],
  ['[System]', 'brackets'],
  ['System message', 'a word of the name'],
  ['Slipway Admin', 'a person in charge'],
  ['0perator', 'a digit that looks like a letter'],
  ['m0derat0r', 'digits that look like letters'],
  ['admin-2', 'a suffix'],
  ['assistant', 'a role of a conversation'],
  ['ɑdmin', 'a Latin alpha'],
  ['admın', 'a dotless i'],
  ['ᴀdmin', 'a small capital'],
  ['ꜱlipway', 'a small capital'],
  ['slıpway', 'a dotless i'],
  ['adm!n', 'an exclamation mark'],
  ['Slip way desk', 'a gap in a protected word'],
])('%j is refused as a name: %s', (name) => {
  expect(() => Name.require(name)).toThrow('displayName')
})

test.each(['Ada', 'Systemic Risk', 'Trader 7', 'Модест', '日本の代理', '🦀', "O'Brien"])('%j is a name', (name) => {
  expect(Name.require(name)).toBe(name)
})

test.each([
  ['Alice', 'Аlice'],
  ['Alice', 'Alıce'],
  ['Alice', 'AIice'],
  ['Alice', 'al1ce'],
  ['Alice', 'A l i c e'],
  ['modern', 'modem'],
  ['Bob', 'B0b'],
  ['Zoë', 'zoe'],
])('%j and %j look alike', (one, other) => {
  expect(Name.keyOf(one)).toBe(Name.keyOf(other))
})

test('a name without a visible character is refused', () => {
  for (const name of ['\u200b\u200b', '\u3164', ' \n ']) expect(() => Name.require(name)).toThrow('displayName')
})

test('every letter that looks like one of "admin" is refused in its place', () => {
  const letters = Array.from({ length: 0x1_ffff }, (_, point) => String.fromCodePoint(point + 0x80)).filter((letter) =>
    /^\p{L}$/u.test(letter),
  )
  const lookalikes = [...'admin'].flatMap((original, position) =>
    letters
      .filter((letter) => skeleton(letter) === skeleton(original))
      .map((letter) => [...'admin'].with(position, letter).join('')),
  )
  expect(lookalikes.length).toBeGreaterThan(100)
  expect(lookalikes.filter((name) => !isRefused(name))).toEqual([])
})

function isRefused(name: string): boolean {
  try {
    Name.require(name)
    return false
  } catch {
    return true
  }
}
