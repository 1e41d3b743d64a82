import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { encoderOf } from '#core/encoderOf.ts'
import { listOperations } from '../../scripts/sdk/listOperations.ts'

/** The encoder of answers against the one of Zod, over every part of every answer and values that no handler should return. */

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

const parts = new Set<Schema>()
beforeAll(async () => {
  for (const { response } of await listOperations()) if (response) collect(response as Schema)
}, 60_000)
afterAll(() => parts.clear())

const defOf = (schema: Schema) => (schema._zod as { def: Def }).def

function collect(schema: Schema): void {
  if (parts.has(schema)) return
  parts.add(schema)
  for (const inner of innerOf(defOf(schema))) collect(inner)
}

function innerOf(def: Def): Schema[] {
  const named = def as unknown as Record<string, unknown>
  const single = ['innerType', 'element', 'valueType', 'in', 'out'].map((key) => named[key])
  const shaped = def.type === 'object' ? Object.values(def.shape) : []
  const options = def.type === 'union' ? [...def.options] : []
  return [...single, ...shaped, ...options].filter((one) => one instanceof Object && '_zod' in one) as Schema[]
}

class Fields {
  readonly at = new Date(0)
  toJSON() {
    return { secret: 1 }
  }
}
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  Number.NaN,
  Infinity,
  -Infinity,
]
const BIGINTS = [0n, -1n, 1n, 2n ** 53n, 2n ** 256n - 1n, 2n ** 256n, 10n ** 77n, 10n ** 78n, -(2n ** 255n)]
const TIMES = [0, -1, 1, 8.64e15, -8.64e15, 8.64e15 + 1, 253_402_300_799_999, 253_402_300_800_000, -62_198_755_200_000]
const DATES = [...TIMES, Number.NaN].map((time) => new Date(time))
const TEXTS = [
  ...[
    '',
    ' ',
    'a',
    '0',
    '-1',
    '007',
    '9'.repeat(78),
    '9'.repeat(79),
    'nobody',
    '\u0000',
    '\ud800',
    '\u2028',
    '"\\\n</script>',
    '\u202e',
  ],
  ...[
    '0x',
    '0X1',
    '0x1',
    `0x${'ab'.repeat(20)}`,
    `0x${'AB'.repeat(20)}`,
    `0x${'ab'.repeat(20)}\n`,
    `0x${'ab'.repeat(32)}`,
    `0X${'ab'.repeat(20)}`,
  ],
  ...[
    '2030-01-31T12:00:00Z',
    '2030-01-31T12:00:00.000Z',
    '2030-02-30T12:00:00Z',
    '2030-01-31',
    '2030-01-31T12:00:00Z\n',
    '+010000-01-01T00:00:00.000Z',
  ],
  ...[
    'https://slipway.example/a',
    'javascript:alert(1)',
    'b3d4a9a0-9b1f-4d5f-8f6e-2f0c1c6e7a11',
    '0.5',
    '-0',
    '1e9',
    'a@b.example',
    '127.0.0.1',
  ],
]
const OTHERS = [
  null,
  undefined,
  true,
  false,
  [],
  {},
  [undefined],
  new Fields(),
  Object.create({ a: 1 }),
  () => 1,
  Symbol('a'),
]
const ODD: readonly unknown[] = [...NUMBERS, ...BIGINTS, ...DATES, ...TEXTS, ...OTHERS]

const samples = new Map<Schema, unknown>()

/** A value that the schema writes; undefined where none is known. */
function sample(schema: Schema, depth = 0): unknown {
  if (!samples.has(schema)) samples.set(schema, createSample(schema, depth))
  return samples.get(schema)
}

function createSample(schema: Schema, depth: number): unknown {
  const def = defOf(schema)
  if (def.type === 'literal') return def.values[0]
  if (def.type === 'enum') return Object.values(def.entries)[0]
  const found = ODD.find(
    (value) => value !== undefined && written(() => z.encode(schema as z.ZodType, value as never)) !== 'refused',
  )
  if (def.type === 'object' && depth < 8) {
    const entries = Object.entries(def.shape).map(([key, inner]) => [key, sample(inner, depth + 1)] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (def.type === 'array' && depth < 8) {
    const one = sample(def.element, depth + 1)
    return one === undefined ? [] : [one, one]
  }
  if (found === undefined) {
    const [inner] = def.type === 'pipe' ? [def.out] : innerOf(def)
    return inner && depth < 8 ? sample(inner, depth + 1) : undefined
  }
  return found
}

/** The valid value, and the same with each of its fields replaced, removed or joined by others. */
function variants(schema: Schema): unknown[] {
  const value = sample(schema)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value]
  const replaced = Object.keys(value).flatMap((key) => [
    ...FEW.map((odd) => ({ ...value, [key]: odd })),
    Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)),
  ])
  const odd = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "extra": 3}')
  const given = Object.defineProperty({ ...value }, 'hidden', { value: 1, enumerable: false })
  return [
    value,
    { ...odd, ...value },
    Object.create(value),
    Object.assign(Object.create(null), value),
    given,
    ...replaced,
  ]
}
const FEW = [null, undefined, -0, Number.NaN, 2n ** 256n, new Date(Number.NaN), new Date(0), '</script>', [], {}]

function written(encode: () => unknown): string {
  let encoded: unknown
  try {
    encoded = encode()
  } catch {
    return 'refused'
  }
  return `sent ${JSON.stringify(encoded, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))}`
}

test('every part of every answer is written and refused as by z.encode', () => {
  const differences = new Set<string>()
  const sent = { values: 0, objects: 0 }
  for (const schema of parts) {
    const encode = encoderOf(schema)
    for (const value of [...(defOf(schema).type === 'object' ? OTHERS : ODD), ...variants(schema)]) {
      const expected = written(() => z.encode(schema as z.ZodType, value as never))
      if (expected !== 'refused') sent[defOf(schema).type === 'object' ? 'objects' : 'values'] += 1
      const found = written(() => encode(value))
      if (found !== expected) differences.add(`${nameOf(schema)}: ${found} in place of ${expected}`)
    }
  }
  expect([...differences].slice(0, 20)).toEqual([])
  // Most values are refused, so that these show that enough are not.
  expect(sent.objects).toBeGreaterThan(1_000)
  expect(sent.values).toBeGreaterThan(10_000)
})

function nameOf(schema: Schema): string {
  const def = defOf(schema)
  return def.type === 'object' ? `{ ${Object.keys(def.shape).join(', ')} }` : def.type
}
