import { type Address, erc721Abi, type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

const chainId = 4663
const WALLET = 0
const DISAGREE = {
  status: 503,
  body: { code: 'unavailable', details: [{ type: 'chainId' }, { type: 'reason', value: 'PROVIDERS_DISAGREE' }] },
}
const facts = { isOwnNode: false }

let devnet: TestDevnet
let first: FaultRpc
let second: FaultRpc
let lp: TestLp
let alone: TestLp

beforeAll(async () => {
  devnet = await startTestDevnet()
  const upstreams = [httpUpstream(devnet.rpcUrl)]
  first = await startFaultRpc({ upstreams })
  second = await startFaultRpc({ upstreams })
  lp = await startTestLp({ devnet, facts, rpcUrls: [first.url, second.url] })
  alone = await startTestLp({ devnet, facts, rpcUrls: [first.url] })
})
beforeEach(() => {
  first.reset()
  second.reset()
})
afterAll(async () => {
  await Promise.all([lp, alone].map((one) => one[Symbol.asyncDispose]()))
  await Promise.all([first.close(), second.close()])
  await devnet[Symbol.asyncDispose]()
})

const word = (value: Hex | number) =>
  pad(typeof value === 'number' ? toHex(value) : value, { size: 32 })
    .slice(2)
    .toLowerCase()

/** Replaces a word in everything a provider reads from the chain. */
function lie(rpc: FaultRpc, truth: Hex | number, lied: Hex | number): void {
  const falsify = (method: string, result: unknown) =>
    method === 'eth_call' && typeof result === 'string' ? result.replaceAll(word(truth), word(lied)) : result
  rpc.set({ lies: { falsify } })
}

function create(protocol: 'V3' | 'V4', extra: object = {}): [path: string, body: object] {
  const { token0, token1, reference } = devnet.pool(protocol, ['DUSD', 'USDX'])
  const body = {
    walletAddress: devnet.account(WALLET).address,
    chainId,
    protocol,
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token0, amount: '1000000' },
    tickBounds: { tickLower: -887_200, tickUpper: 887_200 },
  }
  return ['/lp/create', { ...body, ...extra }]
}

test('two honest providers give an answer without a warning about them; one alone gives it with one', async () => {
  const codes = async (service: TestLp) =>
    (await service.ok(...create('V3'))).warnings.map(({ code }: { code: string }) => code)
  expect(await codes(lp)).not.toContain('SINGLE_PROVIDER')
  expect(await codes(alone)).toContain('SINGLE_PROVIDER')
})

describe.each(['first', 'second'])('when the %s of two providers lies, nothing is built', (liar) => {
  const rpc = () => (liar === 'first' ? first : second)

  test('from a false fee of a V3 pool', async () => {
    lie(rpc(), devnet.pool('V3', ['DUSD', 'USDX']).fee, 10_000)
    expect(await lp.post(...create('V3'))).toMatchObject(DISAGREE)
  })

  test('from a false balance of the wallet', async () => {
    const { token0 } = devnet.pool('V4', ['DUSD', 'USDX'])
    lie(rpc(), toHex(await lp.balance(token0, devnet.account(WALLET).address)), toHex(10n ** 30n))
    expect(await lp.post(...create('V4'))).toMatchObject(DISAGREE)
  })

  test('for a position whose owner it makes up', async () => {
    const { v3PositionManager: address } = devnet.description.contracts
    const owner = await devnet.client.readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [1n] })
    const { token0, token1 } = devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
    const thief: Address = devnet.account(5).address
    const request = {
      walletAddress: thief,
      chainId,
      protocol: 'V3',
      token0Address: token0,
      token1Address: token1,
      nftTokenId: '1',
      independentToken: { tokenAddress: token0, amount: '1000000' },
    }
    expect((await lp.post('/lp/increase', request)).status).toBe(403)
    lie(rpc(), owner, thief)
    expect(await lp.post('/lp/increase', request)).toMatchObject(DISAGREE)
  })
})

test('a lone provider cannot raise the tip of a transaction beyond its bound', async () => {
  const tip = `0x${(10n ** 14n).toString(16)}`
  const falsify = (method: string, result: unknown) => {
    if (method === 'eth_maxPriorityFeePerGas') return tip
    if (method !== 'eth_feeHistory') return result
    return { ...(result as object), reward: Array.from({ length: 5 }, () => Array(3).fill(tip)) }
  }
  first.set({ lies: { falsify } })
  const approval = { includeApprovalSimulation: true, simulateTransaction: true, urgency: 'URGENT' }
  const { create: transaction } = await alone.ok(...create('V3', approval))
  expect(BigInt(transaction.maxPriorityFeePerGas)).toBeLessThanOrEqual(10n ** 10n)
})
