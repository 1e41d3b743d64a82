import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import { requireTokens } from './requireTokens.ts'

const facts = { id: 4217, name: 'Tempo' } as ChainFacts
const TOKEN: Address = '0x20C0000000000000000000000000000000000000'

function holding(address: Address, { isContract, decimals }: { isContract: boolean; decimals: number }): Holding {
  return { token: { address, symbol: '', decimals }, isContract } as Holding
}

test.each([
  ['a contract', holding(TOKEN, { isContract: true, decimals: 18 })],
  ['a contract that does not say its decimals', holding(TOKEN, { isContract: true, decimals: 255 })],
  ['a part of the chain itself, without code', holding(TOKEN, { isContract: false, decimals: 6 })],
  ['native currency', holding(zeroAddress, { isContract: false, decimals: 255 })],
])('%s is a token', (_name, known) => {
  expect(() => requireTokens(facts, [known])).not.toThrow()
})

test('an address without code and without an answer is not a token', () => {
  const missing = holding(TOKEN, { isContract: false, decimals: 255 })
  expect(() => requireTokens(facts, [missing])).toThrow(/There is no token 0x20C0\w+ on Tempo \(4217\)/)
})
