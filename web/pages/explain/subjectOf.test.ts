import { expect, test } from 'vitest'
import { subjectOf } from './subjectOf.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`

test('calldata needs the contract that it is for', () => {
  expect(subjectOf('0xdeadbeef', TO)).toEqual({
    kind: 'body',
    body: { transaction: { to: TO, data: '0xdeadbeef' } },
  })
  expect(subjectOf('0xdeadbeef', '')).toMatchObject({ kind: 'problem' })
})

test('a transaction is found in an answer, with its chain and signer', () => {
  const transaction = { to: TO, from: TO, data: '0x', value: '0x01', chainId: 1 }
  const expected = { body: { transaction: { to: TO, data: '0x', value: '0x01' } }, chainId: 1, from: TO }
  for (const value of [transaction, { create: transaction }, { transaction, summary: '' }])
    expect(subjectOf(JSON.stringify(value), '')).toMatchObject(expected)
})

test('typed data, messages, links and hashes are distinguished', () => {
  const typedData = { domain: { chainId: 10 }, types: {}, primaryType: 'Permit', message: {} }
  expect(subjectOf(JSON.stringify(typedData), '')).toMatchObject({ body: { typedData }, chainId: 10 })
  expect(subjectOf('example.com wants you to sign in', '')).toMatchObject({ body: { message: expect.any(String) } })
  expect(subjectOf(`https://explorer.example/tx/${HASH}`, '')).toEqual({ kind: 'receipt', hash: HASH })
  expect(subjectOf(HASH, '')).toEqual({ kind: 'receipt', hash: HASH })
  const payment = { body: { transaction: { to: TO, value: '7' } }, chainId: 8453 }
  expect(subjectOf(`ethereum:${TO}@8453?value=7`, '')).toMatchObject(payment)
  for (const text of ['{', '{}', 'https://example.com', '']) expect(subjectOf(text, '').kind).toBe('problem')
})
