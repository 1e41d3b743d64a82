import { expect, test } from 'vitest'
import { accountsOf, allows, chainsOf, nameOf, type SessionFacts } from './sessionFacts.ts'

const ONE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TWO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

function session(accounts: string[], name: unknown = 'Phone'): SessionFacts {
  const eip155 = { accounts, methods: ['personal_sign'] }
  return { topic: 't', peer: { metadata: { name } }, namespaces: { eip155 } }
}

test('accounts are those of the chain, in lower case and once', () => {
  const facts = session([`eip155:4663:${ONE.toLowerCase()}`, `eip155:4663:${ONE}`, `eip155:1:${TWO}`])
  expect(accountsOf(facts, 4663)).toEqual([ONE.toLowerCase()])
  expect(accountsOf(facts, 1)).toEqual([TWO.toLowerCase()])
  expect(accountsOf(facts, 10)).toEqual([])
  expect(chainsOf(facts)).toEqual([4663, 1])
})

test('accounts that are not addresses are left out', () => {
  const hostile = [
    'eip155:4663:0x12',
    'eip155:4663:javascript:alert(1)',
    `solana:4663:${ONE}`,
    '',
    `eip155:0x1237:${ONE}`,
  ]
  expect(accountsOf(session(hostile), 4663)).toEqual([])
})

test('only approved methods are allowed', () => {
  expect(allows(session([]), 'personal_sign')).toBe(true)
  expect(allows(session([]), 'wallet_sendCalls')).toBe(false)
})

test('the name is short text without control or direction marks', () => {
  expect(nameOf(session([], '\u202Eelpmaxe\u0000 Wallet\u2066'))).toBe('elpmaxe Wallet')
  expect(nameOf(session([], 'W'.repeat(500)))).toHaveLength(24)
  expect(nameOf(session([], { toString: 'x' }))).toBe('')
  for (const peer of [{}, { metadata: null }]) expect(nameOf({ ...session([]), peer })).toBe('')
})
