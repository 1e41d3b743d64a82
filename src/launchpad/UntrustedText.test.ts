import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as UntrustedText from './UntrustedText.ts'

describe('clean', () => {
  test.each([
    ['Pepe', 'Pepe'],
    ['  Pepe\u200b Coin\u0000 ', 'Pepe Coin'],
    ['\u202eevil\u202c', 'evil'],
    ['a\u{e0041}\u{e0042}b', 'ab'],
    ['a\u{e0100}\u{e0110}b', 'ab'],
    ['\u3164', ''],
    ['❤️', '❤️'],
    ['line\u2028break\nnow', 'linebreaknow'],
    ['half \ud83d pair', 'half  pair'],
    ['日本', '日本'],
  ])('%j is shown as %j', (text, shown) => {
    expect(UntrustedText.clean(text)).toBe(shown)
  })

  test('is stable and fits a database column', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cleaned = UntrustedText.clean(text)
        expect(UntrustedText.clean(cleaned)).toBe(cleaned)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned).not.toMatch(/\p{Cc}|\p{Cf}/u)
      }),
    )
  })
})

describe('fold', () => {
  test.each([
    ['Pepe Coin', 'PEPE-COIN'],
    ['PEPE', 'РЕРЕ'],
    ['Café', 'cafe'],
    ['ＤＯＧＥ', 'doge'],
    ['ΚΟΤ', 'kot'],
  ])('%j and %j are taken for each other', (one, other) => {
    expect(UntrustedText.fold(one)).toBe(UntrustedText.fold(other))
  })

  test('keeps what has no letters', () => {
    expect(UntrustedText.fold('🚀🚀')).toBe('🚀🚀')
    expect(UntrustedText.fold('🚀🚀')).not.toBe(UntrustedText.fold('🔥'))
  })
})
