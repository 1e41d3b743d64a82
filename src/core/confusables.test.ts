import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONFUSABLES } from '#core/confusables.generated.ts'
import { foldedSkeleton, foldedWords, skeleton } from '#core/confusables.ts'

const RESERVED = ['admin', 'system', 'slipway', 'operator', 'moderator', 'support', 'official']

test.each([
  ['paypal', 'рауРаl', false],
  ['scope', 'ѕсоре', true],
  ['l', '|', true],
  ['O', '0', true],
  ['rn', 'm', true],
  ['Ω', '\u2126', true],
  ['ab', 'a\u200bb', true],
  ['ab', 'a\u00adb', true],
  ['A', 'a', false],
])('the skeletons of %s and %s are equal: %s', (a, b, isEqual) => {
  expect(skeleton(a) === skeleton(b)).toBe(isEqual)
})

test('the skeleton of every code point is its own skeleton', () => {
  const unstable: string[] = []
  for (let code = 0; code <= 0x10_ff_ff; code++) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue
    const once = skeleton(String.fromCodePoint(code))
    if (skeleton(once) !== once) unstable.push(code.toString(16))
  }
  expect(unstable).toEqual([])
})

test('a skeleton is its own skeleton', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => skeleton(skeleton(text)) === skeleton(text)))
})

test('every confusable of a letter of a reserved name gives the same key', () => {
  const confusable = lettersByTarget()
  for (const name of RESERVED) {
    const forms = [...name].flatMap((letter, index) =>
      [...(confusable.get(skeleton(letter)) ?? []), ...(confusable.get(skeleton(letter.toUpperCase())) ?? [])].map(
        (other) => name.slice(0, index) + other + name.slice(index + 1),
      ),
    )
    expect(forms.length).toBeGreaterThan(80)
    expect(forms.filter((form) => foldedSkeleton(form) !== foldedSkeleton(name))).toEqual([])
  }
})

test.each([
  'ᴀdmin',
  'admın',
  'ADMlN',
  'Аdmin',
  'adm1n',
  '@admin',
  '#аdmin',
  '４dmin',
  'ad\u200dmin',
  'aḋmin',
  'admïn',
  'αδμin',
  '🅰🅳🅼🅸🅽',
  'a d m i n',
])('%s has the key of admin', (name) => expect(foldedSkeleton(name)).toBe(foldedSkeleton('admin')))

test.each(['ꜱlipway', 'sIipway', 'slipvvay', 'ѕlірwау', 'SLIPWAY'])('%s has the key of slipway', (name) => {
  expect(foldedSkeleton(name)).toBe(foldedSkeleton('slipway'))
})

test('names that read differently keep different keys', () => {
  const names = ['Alice', 'Alicia', 'Bob', 'Rob', 'Ethan', 'Eve', '東京', '京都', 'Ирина', 'Марина', '🚀', '🌕']
  expect(new Set(names.map(foldedSkeleton)).size).toBe(names.length)
})

test('words are folded one by one', () => {
  expect(foldedWords('the 0fficial-USDC')).toEqual(['the', 'offlclal', 'usdc'])
})

/** The characters of the table by their skeleton. */
function lettersByTarget(): Map<string, string[]> {
  const letters = new Map<string, string[]>()
  for (const line of CONFUSABLES.trim().split('\n')) {
    let codePoint = 0
    for (const delta of (line.split(':')[1] ?? '').split(' ')) {
      codePoint += Number.parseInt(delta, 36)
      const letter = String.fromCodePoint(codePoint)
      letters.set(skeleton(letter), [...(letters.get(skeleton(letter)) ?? []), letter])
    }
  }
  return letters
}

test('an ASCII text has the key and the words of the same text with an invisible letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(foldedSkeleton(text)).toBe(foldedSkeleton(`${text}\u200b`))
      expect(foldedWords(text)).toEqual(foldedWords(`${text}\u200b`))
    }),
  )
})
