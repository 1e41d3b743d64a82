import { expect, test } from 'vitest'
import { z } from 'zod'
import { Address, Amount } from '#core/wire.ts'
import { decode } from './decode.ts'

const Request = z
  .looseObject({
    token: Address,
    amount: Amount,
    note: z
      .string()
      .nullish()
      .transform((value) => value ?? undefined),
    tags: z.array(z.string().max(3)).max(2).default([]),
  })
  .refine(({ note }) => note !== 'refused', 'must not be refused')

const token = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

test.each([
  ['plain fields', { token, amount: '12' }],
  ['null for a field that may be left out', { token, amount: '12', note: null, tags: ['a'] }],
  ['additional fields', { token, amount: '0', other: { deep: [1] }, __proto__: null }],
  [
    'keys that objects are born with',
    JSON.parse(`{"token":"${token}","amount":"1","__proto__":{"note":"x"},"constructor":1}`),
  ],
])('a request with %s is read as its schema reads it', (_name, input) => {
  expect(decode(Request, input)).toStrictEqual(z.decode(Request, input))
})

test.each([
  ['a missing field', { amount: '1' }, 'token is required.'],
  ['a wrong one inside a list', { token, amount: '1', tags: ['long'] }, /^tags\.0 must have at most \d+ characters/],
  ['one that its rule refuses', { token, amount: '1', note: 'refused' }, 'The request must not be refused.'],
  ['another type, whose length says nothing', { token, amount: '1', tags: 'long' }, /^tags must be an array\.$/],
  ['two of them', { token: '0x', amount: '-1' }, /^token must be 0x .*\. amount must be a whole number/],
])('a request with %s is refused with its own message, each time', (_name, input, words) => {
  for (let time = 0; time < 2; time++) expect(() => decode(Request, input as never)).toThrow(words)
})

test('a request with many thousand wrong items is refused by its first ones, at once', { timeout: 5_000 }, () => {
  const Items = z.strictObject({ items: z.array(z.string()) })
  const input = { items: Array.from({ length: 50_000 }, () => 1) }
  expect(() => decode(Items, input as never)).toThrow(/^items\.0 must be a string\. .* items\.4 must be a string\.$/)
})
