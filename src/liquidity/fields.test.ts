import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Chains } from '#chain/createChains.ts'
import type { Attest } from '#core/Statement.ts'
import { body, FIELDS, ignoredFields, maybe } from './fields.ts'
import { operations } from './operations.ts'

test('the list of known fields is that of all bodies together', () => {
  const context = { chains: {} as Chains, now: Date.now, attest: {} as Attest, admissionUrl: () => '' }
  const posts = operations(context).filter(({ method }) => method === 'POST')
  const fields = posts.flatMap(({ request }) => Object.keys((request as z.ZodObject).shape))
  expect([...new Set(fields)].sort()).toEqual([...FIELDS])
})

const schema = body({ slippageTolerance: maybe(z.number()), tokenId: maybe(z.string()) })

test.each([
  ['slippage', 'slippageTolerance'],
  ['SlippageTolerence', 'slippageTolerance'],
  ['token_id', 'tokenId'],
])('a field called %s is refused, and %s is named', (field, known) => {
  const issue = schema.safeParse({ [field]: 1 }).error?.issues[0]
  expect([issue?.path, issue?.message]).toEqual([[field], `is not a known field; send ${known} instead`])
})

test.each(['toString', 'recipient'])('the field %s is far from every known one and refused without advice', (field) => {
  const issue = schema.safeParse({ [field]: 1 }).error?.issues[0]
  expect(issue?.message).toBe('is not a known field; leave it out')
})

test('a limit that the path cannot keep is refused', () => {
  const issue = schema.safeParse({ dependentToken: { amount: '5' } }).error?.issues[0]
  expect(issue?.message).toBe('is a limit that this path cannot enforce; leave it out')
})

test('a field of another path is ignored and named', () => {
  const request = schema.parse({ protocol: 'V2', slippageTolerance: 1 })
  expect(ignoredFields(schema, request)).toEqual(['protocol'])
})

test('the value of a field of another path reaches no handler', () => {
  const request: Record<string, unknown> = schema.parse({ lpTokens: [{ amount: '5' }], urgency: 'X', tokenId: '1' })
  expect([request['lpTokens'], request['urgency'], request['tokenId']]).toEqual([undefined, undefined, '1'])
  expect(ignoredFields(schema, request)).toEqual(['lpTokens', 'urgency'])
})

test('null counts as absent for every field', () => {
  const request = schema.parse({ slippageTolerance: null, tokenId: null, protocol: null, nonsense: null })
  expect([request.slippageTolerance, request.tokenId]).toEqual([undefined, undefined])
  expect(ignoredFields(schema, request)).toEqual([])
})
