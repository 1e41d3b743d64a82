import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Anyone can create a pair, send it tokens and sync it: the pair then has a price but no liquidity. */

const ABI = parseAbi([
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function sync()',
  'function burn(address to) returns (uint256, uint256)',
  'function transfer(address, uint256) returns (bool)',
])
const ACCOUNT = 0
const chainId = 4663

let lp: TestLp
let pair: Address
let snapshot: Hex
const address = (symbol: string) => lp.devnet.token(symbol).address

beforeAll(async () => {
  lp = await startTestLp()
  const { v2Factory } = lp.devnet.description.contracts
  const args = [address('MOON'), address('USDX')] as const
  await send(v2Factory, encodeFunctionData({ abi: ABI, functionName: 'createPair', args }))
  pair = await lp.devnet.client.readContract({ address: v2Factory, abi: ABI, functionName: 'getPair', args })
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const send = (to: Address, data: Hex) => lp.send(ACCOUNT, { to, data, value: '0x0' })

async function leave(amounts: Record<string, bigint>): Promise<void> {
  for (const [symbol, amount] of Object.entries(amounts)) {
    await send(address(symbol), encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [pair, amount] }))
  }
  await send(pair, encodeFunctionData({ abi: ABI, functionName: 'sync' }))
}

function creation(tokens: readonly [string, string], amounts: readonly [string, string?]) {
  const [own, other] = tokens
  const [amount, cap] = amounts
  return {
    walletAddress: lp.devnet.account(ACCOUNT).address,
    poolParameters: { token0Address: address('MOON'), token1Address: address('USDX'), chainId },
    independentToken: { tokenAddress: address(own), amount },
    ...(cap && { dependentToken: { tokenAddress: address(other), amount: cap } }),
  }
}

const WAYS = [
  ['MOON', 'USDX'],
  ['USDX', 'MOON'],
] as const

describe.each(['MOON', 'USDX'])('a pair that holds only %s', (symbol) => {
  test.each(WAYS)('is refused, for its router adds nothing to it (%s first)', async (...tokens) => {
    await leave({ [symbol]: 5n })
    const answer = await lp.post('/lp/create_classic', creation(tokens, ['1000000', '1000000']))
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/holds only one of its tokens.* Use V3 or V4/)
  })
})

test('stray liquidity goes to the next withdrawal, and the minima do not rely on it', async () => {
  const { reference, token0, token1 } = lp.devnet.pool('V2', ['MOON', 'DUSD'])
  const owner = lp.devnet.account(ACCOUNT).address
  const left = (await lp.balance(reference as Address, owner)) / 10n
  const giving = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [reference as Address, left] })
  await send(reference as Address, giving)
  const names = { token0Address: token0, token1Address: token1 }
  const own = { walletAddress: owner, chainId, protocol: 'V2' }
  const lpTokens = [token0, token1].map((tokenAddress) => ({ tokenAddress, amount: '0' }))
  await lp.approve(ACCOUNT, await lp.ok('/lp/check_approval', { ...own, lpTokens, action: 'DECREASE' }))
  const decreasing = { ...own, ...names, liquidityPercentageToDecrease: 10, slippageTolerance: 0.5 }
  const { decrease } = await lp.ok('/lp/decrease', decreasing)
  const taking = encodeFunctionData({ abi: ABI, functionName: 'burn', args: [lp.devnet.account(1).address] })
  await lp.send(1, { to: reference as Address, data: taking, value: '0x0' })
  await lp.send(ACCOUNT, decrease)
})

describe('a pair with stray tokens on both sides', () => {
  beforeEach(() => leave({ MOON: 10n ** 18n, USDX: 1n }))

  test.each(WAYS)('still needs both amounts, because it has no liquidity (%s first)', async (...tokens) => {
    const answer = await lp.post('/lp/create_classic', creation(tokens, ['1000000']))
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
    expect(answer.body.message).toMatch(/Send dependentToken too/)
  })

  test('does not get the amounts of another price: the same tokens would be worth next to nothing there', async () => {
    const answer = await lp.post('/lp/create_classic', creation(['MOON', 'USDX'], [`${10n ** 18n}`, '2000000']))
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/set another price.* would take 1 MOON .* and 0.000001 USDX/)
  })

  test('gets them where they fit that price', async () => {
    const answer = await lp.ok('/lp/create_classic', creation(['MOON', 'USDX'], [`${5n * 10n ** 18n}`, '5']))
    expect([answer.independentToken.amount, answer.dependentToken.amount]).toEqual([`${5n * 10n ** 18n}`, '5'])
  })
})
