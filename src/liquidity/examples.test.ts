import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Chains } from '#chain/createChains.ts'
import type { Attest } from '#core/Statement.ts'
import { operations } from './operations.ts'

const attest = {} as Attest
const served = operations({ chains: {} as Chains, now: Date.now, attest, admissionUrl: () => '' })

test.each(
  served.flatMap(({ name, request, examples = [] }) => examples.map((example) => [name, request, example] as const)),
)('an example of %s is a good request', (_name, request, example) => {
  expect(z.safeDecode(request, example.request as never).error).toBeUndefined()
})

test('every POST has an example', () => {
  expect(served.filter(({ method, examples }) => method === 'POST' && !examples?.length)).toEqual([])
})
