import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLarge } from './parseLarge.ts'
import { stringifyLarge } from './stringifyLarge.ts'

const REST_MAX = 256 * 1024
const parse = (text: string) => parseLarge(Buffer.from(text), REST_MAX)

/** Characters of every length, in every form of JSON, at every place around the cuts. */
const piece = fc.constantFrom('a', 'ä', '€', '😀', '"', '\\', '\n', '\u0001', '\\\\"', '\ud83d', '\ude00', 'u0041')
const longText = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 9 }), fc.array(piece, { maxLength: 5 }))
  .map(([part, first]) => first.join('') + part.join('').repeat(Math.ceil(70_000 / part.join('').length)))

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  )
}

test('reads long texts as JSON.parse does, also where an escape or a character lies on a cut', async () => {
  const bodies = fc.tuple(longText, fc.jsonValue(), fc.boolean()).map(([text, other, isEscaped]) => {
    const literal = isEscaped ? `"${escaped(text)}"` : JSON.stringify(text)
    return `{"other": ${JSON.stringify(other)}, "content" : ${literal}, "second":${literal} }`
  })
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      expect(await parse(body)).toEqual(JSON.parse(body))
    }),
    { numRuns: 60 },
  )
})

test('writes long texts as JSON.stringify does', async () => {
  const bodies = fc
    .tuple(longText, fc.jsonValue())
    .map(([text, other]) => ({ other, none: undefined, text, last: text }))
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      expect(JSON.parse((await stringifyLarge(body))?.join('') ?? '')).toEqual(JSON.parse(JSON.stringify(body)))
    }),
    { numRuns: 60 },
  )
})

test('leaves values without a long text in a field to JSON.stringify', () => {
  const text = 'x'.repeat(100_000)
  for (const value of [text, [text], null, 4, { a: 'b' }, { toJSON: () => text, text }, { a: { text } }])
    expect(stringifyLarge(value)).toBeUndefined()
})

test.each([
  ['many small values', `{"a":[${'1,'.repeat(200_000)}1]}`],
  ['a long text further in', `{"a":{"b":"${'x'.repeat(300_000)}"}}`],
  ['a long name of a field', `{"${'x'.repeat(300_000)}":1}`],
  ['a prototype', `{"__proto__":"${'x'.repeat(300_000)}"}`],
  ['the same field twice', `{"a":"${'x'.repeat(300_000)}","a":"${'y'.repeat(300_000)}"}`],
  ['no end of a text', `{"a":"${'x'.repeat(300_000)}`],
  ['no end of an escape', `{"a":"${'x'.repeat(300_000)}\\"}`],
])('does not read a body with %s', async (_, body) => {
  expect(await parse(body)).toBeUndefined()
})

test.each([
  ['a bad escape', `{"a":"${'x'.repeat(200_000)}\\q${'x'.repeat(100_000)}"}`],
  ['a line break in a text', `{"a":"${'x'.repeat(200_000)}\n${'x'.repeat(100_000)}"}`],
  ['words around a text', `{"a":"${'x'.repeat(300_000)}"} and more`],
])('refuses a body with %s', async (_, body) => {
  await expect(parse(body)).rejects.toThrow(SyntaxError)
})

test('lets others go on while it reads and writes', async () => {
  const text = 'const a = "b"\n'.repeat(70_000)
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const during = async (work: Promise<unknown> | undefined) => {
    const before = turns
    await work
    return turns - before
  }
  expect(await during(parse(JSON.stringify({ text })))).toBeGreaterThan(0)
  expect(await during(stringifyLarge({ text }))).toBeGreaterThan(0)
  clearInterval(timer)
})
