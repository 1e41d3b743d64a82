import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Address, Amount, Timestamp } from '#core/wire.ts'
import { encoderOf } from './encoderOf.ts'

const Part = z.object({
  name: z.string(),
  digits: z.string().regex(/^[0-9]+$/),
  short: z.string().regex(/^a/).max(3),
  count: z.int().min(0).nullable(),
  isTrue: z.literal(true),
  kind: z.enum(['a', 'b']).optional(),
  at: Timestamp,
  owner: Address.nullable(),
  amount: Amount,
  url: z.url(),
})
const Whole = z.object({
  parts: z.array(Part),
  few: z.array(z.int()).max(2),
  either: z.union([z.string(), Timestamp]),
  byName: z.record(z.string(), Timestamp),
  checked: z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to),
  loose: z.looseObject({ at: Timestamp }),
  last: Timestamp.optional(),
})

const part = fc.record({
  name: fc.string(),
  digits: fc.bigInt({ min: 0n }).map(String),
  short: fc.constantFrom('a', 'ab'),
  count: fc.option(fc.nat()),
  isTrue: fc.constant(true as const),
  kind: fc.constantFrom('a', undefined),
  at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }),
  owner: fc.constantFrom(null, '0x000000000000000000000000000000000000dEaD'),
  amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  url: fc.webUrl(),
  extra: fc.string(),
})
const rest = {
  few: [1],
  either: new Date(0),
  byName: { a: new Date(0) },
  checked: { from: 1, to: 2, extra: 3 },
  loose: { at: new Date(0), extra: 4 },
}

test('writes values as z.encode does', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const value = { parts, ...rest, extra: 1 }
      expect(encoderOf(Whole)(value)).toEqual(z.encode(Whole, value as never))
    }),
  )
})

test('writes a schema that contains itself', () => {
  const Tree = z.object({
    at: Timestamp,
    get children() {
      return z.array(Tree)
    },
  })
  const value = { at: new Date(0), children: [{ at: new Date(1), children: [] }] }
  expect(encoderOf(Tree)(value)).toEqual(z.encode(Tree, value))
})

test('leaves the value that it writes as it is', () => {
  const value = { parts: [], ...rest, last: new Date(0) }
  encoderOf(Whole)(value)
  expect(value.last).toEqual(new Date(0))
})

test.each([
  ['digits', 'x'],
  ['digits', 7],
  ['short', 'abcd'],
  ['count', -1],
  ['count', 0.5],
  ['isTrue', false],
  ['kind', 'c'],
  ['at', 'yesterday'],
  ['at', new Date(Number.NaN)],
  ['owner', 'nobody'],
  ['amount', -1n],
  ['url', 'no url'],
  ['name', undefined],
])('refuses %s: %s', (field, wrong) => {
  const value = { ...fc.sample(part, { numRuns: 1, seed: 1 })[0], [field]: wrong }
  expect(z.safeEncode(Part, value as never).success).toBe(false)
  expect(() => encoderOf(Part)(value)).toThrow()
})

test.each([['text'], [null], [[]], [undefined]])('refuses %j in place of an object', (wrong) => {
  expect(() => encoderOf(Part)(wrong)).toThrow()
})

/** The value as a client receives it. */
const sent = (value: unknown) => JSON.parse(JSON.stringify(value))

const Named = z.object({ name: z.string(), at: Timestamp.nullable() })
class Row {
  readonly at = null
  readonly secret = 'secret'
  get name() {
    return 'row'
  }
  toJSON() {
    return this
  }
}
const hidden = Object.defineProperty({ name: 'a', at: null }, 'toJSON', { value: () => ({ secret: 1 }) })

test.each([
  ['has a class', new Row()],
  ['inherits its fields', Object.create({ name: 'a', at: null, secret: 1 })],
  ['has no prototype', Object.assign(Object.create(null), { name: 'a', at: null, secret: 1 })],
  ['writes itself', hidden],
])('sends the fields of the schema and no others of an object that %s', (_, value) => {
  expect(sent(encoderOf(Named)(value))).toEqual(sent(z.encode(Named, value)))
})

test('sends the items of an array that writes itself', () => {
  const value = Object.assign(['a'], { toJSON: () => ['secret'] })
  expect(sent(encoderOf(z.array(z.string()))(value))).toEqual(['a'])
})

test('refuses an array with a hole', () => {
  const holed = new Array<string>(1)
  expect(z.safeEncode(z.array(z.string()), holed).success).toBe(false)
  expect(() => encoderOf(z.array(z.string()))(holed)).toThrow()
})

test('refuses an object without a field that may be anything', () => {
  const Loose = z.object({ data: z.unknown() })
  expect(z.safeEncode(Loose, {} as never).success).toBe(false)
  expect(() => encoderOf(Loose)({})).toThrow('data is missing')
  expect(encoderOf(Loose)({ data: undefined })).toEqual({})
})
