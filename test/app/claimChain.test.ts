import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimChain, migrations } from '../../src/app/claimChain.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

const FACTORY = `0x${'ab'.repeat(20)}` as const

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrations: [migrations] })
})
afterAll(() => database[Symbol.asyncDispose]())

/** A chain with this genesis and code, which may be away. */
function chainOf(genesis: string, code = '0x6001', state = { isAway: false }) {
  const expected: string[] = []
  return {
    expected,
    expectGenesis: (hash: string) => void expected.push(hash),
    async request(method: string) {
      if (state.isAway) throw new Error('no answer')
      return method === 'eth_getCode' ? code : { hash: genesis }
    },
  }
}

test('replicas on one database see one chain: the second on another one does not start', async () => {
  const claim = (chain: ReturnType<typeof chainOf>, isDevnet = false) =>
    claimChain({ database, chain, factory: FACTORY, isDevnet, everyMs: 5 })
  using _first = await claim(chainOf('0x01'))
  const same = chainOf('0x01')
  using _second = await claim(same)
  expect(same.expected).toEqual(['0x01'])
  await expect(claim(chainOf('0x02'))).rejects.toThrow(/its genesis is 0x02, not 0x01\. Point all replicas/)
  await expect(claim(chainOf('0x01', '0x6002'))).rejects.toThrow(/its launch contract is 0xabab/)

  const state = { isAway: true }
  using late = await claim(chainOf('0x03', '0x6001', state))
  state.isAway = false
  expect(await late.refused).toMatch(/its genesis is 0x03/)

  using _devnet = await claim(chainOf('0x04'), true)
  using _joined = await claim(chainOf('0x04'))
})
