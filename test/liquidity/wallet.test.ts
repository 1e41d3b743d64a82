import { type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DUSD, WETH } from '#devnet/addresses.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** The reads with which a page follows a wallet on any chain: tokens, balances and receipts. */

let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp()
})
afterAll(() => lp[Symbol.asyncDispose]())

const owner = () => lp.devnet.account(2).address
const read = (path: string, query: Record<string, string>) =>
  lp.get(`/api/liquidity/${path}?${new URLSearchParams({ chainId: '4663', ...query })}`)

test('balances and names are those of one block', async () => {
  const { status, body } = await read('tokens', { owner: owner(), tokens: `${zeroAddress},${DUSD}` })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.blockNumber).toBe(String(await lp.devnet.client.getBlockNumber()))
  expect(body.tokens).toEqual([
    { address: zeroAddress, symbol: 'ETH', decimals: 18, balance: String(await lp.balance(zeroAddress, owner())) },
    { address: DUSD, symbol: 'DUSD', decimals: 6, balance: String(await lp.balance(DUSD, owner())) },
  ])
})

test('without tokens the best-known ones are listed, and without an owner no balance', async () => {
  const { body } = await read('tokens', {})
  expect(body.tokens).toEqual([
    { address: zeroAddress, symbol: 'ETH', decimals: 18 },
    { address: WETH, symbol: 'WETH', decimals: 18 },
  ])
})

test('an address without a token is not found', async () => {
  const { status, body } = await read('tokens', { tokens: owner() })
  expect([status, body.code]).toEqual([404, 'not_found'])
  expect(body.message).toMatch(/There is no token .* Check the address and the chain\./)
})

describe('bad input says what to send', () => {
  test.each([
    ['tokens', { tokens: '0x12' }, /tokens must be 1 to 16 addresses separated by commas/],
    ['tokens', { tokens: Array(17).fill(DUSD).join(',') }, /tokens must be 1 to 16 addresses/],
    ['tokens', { owner: '0x12' }, /owner/],
    ['tokens', { chainId: '5' }, /chainId must be one of/],
    ['receipt', { hash: '0x12' }, /hash must be 0x and 64 hexadecimal digits/],
    ['receipt', { chainId: '5', hash: `0x${'0'.repeat(64)}` }, /chainId must be one of/],
  ])('%s %o', async (path, query, message) => {
    const { status, body } = await read(path, query)
    expect([status, body.code]).toEqual([400, 'invalid_argument'])
    expect(body.message).toMatch(message)
  })
})

test('a transaction is unknown, pending, mined or reverted', async () => {
  const { client } = lp.devnet
  const stateOf = async (hash: Hex) => (await read('receipt', { hash })).body
  expect(await stateOf(`0x${'ab'.repeat(32)}`)).toMatchObject({ status: 'unknown', logs: [] })
  const send = (data: Hex) => client.sendTransaction({ account: owner(), to: DUSD, data, gas: 100_000n })
  const approve: Hex = `0x095ea7b3${owner().slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
  await client.setAutomine(false)
  const hash = await send(approve).finally(() => client.setAutomine(true))
  expect(await stateOf(hash)).toMatchObject({ status: 'pending', logs: [] })
  await lp.devnet.mine()
  const { blockNumber, gasUsed } = await client.getTransactionReceipt({ hash })
  const mined = await stateOf(hash)
  expect(mined).toMatchObject({
    status: 'mined',
    signer: owner(),
    blockNumber: String(blockNumber),
    gasUsed: String(gasUsed),
  })
  expect(mined.logs).toMatchObject([{ address: expect.stringMatching(new RegExp(DUSD, 'i')) }])
  expect(await stateOf(await send('0xdeadbeef'))).toMatchObject({ status: 'reverted' })
})
