import { createRequire } from 'node:module'
import schema from '@uniswap/token-lists/src/tokenlist.schema.json' with { type: 'json' }
import { type Address, getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

const load = createRequire(import.meta.url)
let service: LaunchService
let ann: Address
let bob: Address
beforeAll(async () => {
  service = await startLaunchService()
  ;[ann, bob] = service.chain.accounts as [Address, Address]
})
afterAll(() => service?.[Symbol.asyncDispose]())

async function launched(name: string, symbol: string): Promise<Address> {
  await service.chain.mine([Launch.create(ann, { name, symbol })])
  return (await service.chain.curves()).at(-1)?.token as Address
}
async function graduated(name: string, symbol: string): Promise<Address> {
  const token = await launched(name, symbol)
  await service.chain.mine([Launch.buy(bob, token, parseEther('4'))])
  return token
}
const read = () => service.get('/api/launchpad/tokenlist')

test('the list is not found before the first graduation', async () => {
  await launched('Anchor', 'ANCH')
  await service.settled()
  expect(await read()).toMatchObject({ code: 'not_found' })
})

test('graduated tokens that imitate nothing are listed, in the format that wallets read', async () => {
  const plain = await graduated('Full Sail', 'SAIL')
  const odd = await graduated(`A ship’s bell ${'o'.repeat(48)}`, 'A B C')
  await graduated('Tether USD', 'USDT')
  await service.settled()
  const list = await read()
  const { default: Ajv } = load('ajv') as { default: new (options: object) => Validator }
  const ajv = new Ajv({ allErrors: true })
  ;(load('ajv-formats') as (ajv: Validator) => void)(ajv)
  expect([ajv.validate(schema, list), ajv.errors]).toEqual([true, null])
  expect(list.tokens).toMatchObject([
    { address: getAddress(odd), name: `A ship’s bell ${'o'.repeat(46)}`, symbol: 'ABC', decimals: 18, chainId: 4663 },
    { address: getAddress(plain), name: 'Full Sail', symbol: 'SAIL' },
  ])
  expect(list.version).toEqual({ major: 1, minor: 3, patch: 0 })
  expect(list.timestamp).toBe(list.tokens[0].extensions.graduatedAt)
})

type Validator = { validate(schema: unknown, value: unknown): boolean; errors: unknown }
