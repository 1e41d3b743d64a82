import { expect, test } from 'vitest'
import { keyOf, type LpRequest } from './LpRequest.ts'

function create(more: object): LpRequest {
  return { path: 'create', body: { walletAddress: '0x1', independentToken: { amount: '5' }, ...more } }
}

test('the gas of an approval does not make another request', () => {
  expect(keyOf(create({ nativeTokenBalance: '100' }))).toBe(keyOf(create({ nativeTokenBalance: '99' })))
})

test('a balance that becomes known and another amount do', () => {
  const known = keyOf(create({ nativeTokenBalance: '100' }))
  expect(keyOf(create({}))).not.toBe(known)
  expect(keyOf(create({ nativeTokenBalance: '100', independentToken: { amount: '6' } }))).not.toBe(known)
})
