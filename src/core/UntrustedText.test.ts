import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as UntrustedText from './UntrustedText.ts'

describe('one line', () => {
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
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ['👩🏽‍🚀', '👩🏽‍🚀'],
    ['🏳️‍🌈', '🏳️‍🌈'],
    ['pay\u200dpal 👩\u200d', 'paypal 👩'],
    ['👩\u200d\u200d👧', '👩👧'],
  ])('%j is shown as %j', (text, shown) => {
    expect(UntrustedText.oneLine(text)).toBe(shown)
  })

  test('is stable and fits a database column', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cleaned = UntrustedText.oneLine(text)
        expect(UntrustedText.oneLine(cleaned)).toBe(cleaned)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned).not.toMatch(/\p{Cc}|(?!\u200d)\p{Cf}/u)
      }),
    )
  })
})

describe('several lines', () => {
  test.each([
    ['one\ntwo\n\nthree', 'one\ntwo\n\nthree'],
    ['one\r\ntwo\rthree\u2028four\u0085five', 'one\ntwo\nthree\nfour\nfive'],
    ['\tif (x)\u200b\n\t\treturn  \n', 'if (x)\n\t\treturn'],
    ['\u001b[31mred\u001b[0m \u202ekcah', '[31mred[0m kcah'],
    ['👨‍👩‍👧\nours', '👨‍👩‍👧\nours'],
    ['\u200b\n \n\u2060', ''],
  ])('%j is shown as %j', (text, shown) => {
    expect(UntrustedText.multiLine(text)).toBe(shown)
  })

  test('shows the same when shown again, with newlines and tabs as its only controls', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = UntrustedText.multiLine(text)
        expect(UntrustedText.multiLine(shown)).toBe(shown)
        expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|(?!\u200d)\p{Cf}/u)
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
