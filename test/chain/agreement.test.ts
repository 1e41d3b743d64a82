import { type Address, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '#chain/Chain.ts'
import { createChains } from '#chain/createChains.ts'
import { CallReverted } from '#chain/failures.ts'
import { requireRecent } from '#chain/staleness.ts'
import { type ChainNode, startChainNode } from '../setup/chain/chainNode.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const DISAGREE = {
  code: 'unavailable',
  details: [{ type: 'chainId' }, { type: 'reason', value: 'PROVIDERS_DISAGREE' }],
}
const GWEI = 10n ** 9n
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

let node: ChainNode
let first: FaultRpc
let second: FaultRpc

beforeAll(async () => {
  node = await startChainNode()
  for (let i = 0; i < 20; i++) await node.transfer(10n ** 15n)
  first = await startFaultRpc({ upstreams: [node.upstream] })
  second = await startFaultRpc({ upstreams: [node.upstream] })
})

beforeEach(() => {
  first.reset()
  second.reset()
})
afterAll(() => Promise.all([first.close(), second.close()]))

function openChain(urls = [first.url, second.url], options = {}): Chain & Disposable {
  const chains = createChains({ rpcUrls: { 4663: urls }, deadlineMs: 5000, ...options })
  return { ...chains.get(4663), [Symbol.dispose]: chains.close }
}

function balanceCall(account: Address | undefined): { to: Address; data: Hex } {
  const args = [account ?? MULTICALL3] as const
  return { to: MULTICALL3, data: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args }) }
}

/** Claims another balance of every account, at every block. */
const lieAboutCalls = (method: string, result: unknown) => (method === 'eth_call' ? word(7n) : result)

describe('reads from two providers', () => {
  test('return what both say, in one round trip to each', async () => {
    using chain = openChain()
    const call = balanceCall(node.accounts[1])
    expect(await chain.agreed().call(call)).toBe(await chain.call(call))
    expect([first.count.exchanges, second.count.exchanges]).toEqual([2, 1])
    expect(chain.isSingleProvider()).toBe(false)
  })

  test.each(['first', 'second'])('fail when the %s provider lies', async (liar) => {
    const rpc = liar === 'first' ? first : second
    rpc.set({ lies: { falsify: lieAboutCalls } })
    using chain = openChain()
    const call = balanceCall(node.accounts[1])
    await expect(chain.agreed().call(call)).rejects.toMatchObject(DISAGREE)
    const request = { method: 'eth_call', params: [call, 'latest'] }
    await expect(chain.agreed().batch([request])).rejects.toMatchObject(DISAGREE)
    await expect(chain.agreed().request('eth_call', [call, 'latest'])).rejects.toMatchObject(DISAGREE)
  })

  test('fail when a provider lies about code or within a multicall', async () => {
    second.set({ lies: { falsify: (method, result) => (method === 'eth_getCode' ? '0xfe' : result) } })
    using chain = openChain()
    await expect(chain.agreed().request('eth_getCode', [MULTICALL3, 'latest'])).rejects.toMatchObject(DISAGREE)
    const balance = (await node.upstream('eth_getBalance', [node.accounts[1], 'latest'])) as Hex
    const padded = balance.slice(2).padStart(64, '0')
    const swap = (_method: string, result: unknown) =>
      JSON.parse(JSON.stringify(result).replaceAll(padded, word(1n).slice(2)))
    second.set({ lies: { falsify: swap } })
    await expect(chain.agreed().read([balanceCall(node.accounts[1])])).rejects.toMatchObject(DISAGREE)
  })

  test('are pinned to the older head when one provider is some blocks behind', async () => {
    second.set({ lies: { lags: [3] } })
    using chain = openChain()
    const call = balanceCall(node.accounts[1])
    const head = BigInt((await node.upstream('eth_blockNumber', [])) as Hex)
    expect(await chain.agreed().call(call)).toBe(await chain.call({ ...call, block: head - 3n }))
    expect((await chain.agreed().read([call])).block.number).toBe(head - 3n)
    expect(second.count.exchanges).toBe(4)
  })

  test('report a revert that both see', async () => {
    using chain = openChain()
    const call = { to: MULTICALL3 as Address, data: '0x12345678' as Hex }
    await expect(chain.agreed().call(call)).rejects.toBeInstanceOf(CallReverted)
    second.set({ lies: { falsify: lieAboutCalls } })
    await expect(chain.agreed().request('eth_call', [balanceCall(node.accounts[1]), 'latest'])).rejects.toMatchObject(
      DISAGREE,
    )
  })

  test('are answered by one provider while the other is down, and reported as such', async () => {
    first.set({ faults: { serverError: 1 } })
    using chain = openChain()
    const call = balanceCall(node.accounts[1])
    expect(await chain.agreed().call(call)).toBe(await chain.call(call))
    expect(chain.isSingleProvider()).toBe(true)
  })

  test('fail when no provider answers', async () => {
    first.set({ faults: { serverError: 1 } })
    second.set({ faults: { serverError: 1 } })
    using chain = openChain()
    await expect(chain.agreed().call(balanceCall(node.accounts[1]))).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('do not share cached state with reads from one provider', async () => {
    using chain = openChain()
    await chain.state('balance', async () => 'single')
    expect(await chain.agreed().state('balance', async () => 'agreed')).toBe('agreed')
    expect(await chain.forever('code', async () => 'single')).toBe('single')
    expect(await chain.agreed().forever('code', async () => 'agreed')).toBe('agreed')
  })

  test('ask one provider for logs, which no two index alike', async () => {
    using chain = openChain()
    await chain.agreed().request('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])
    expect([first.count.exchanges, second.count.exchanges]).toEqual([1, 0])
  })

  test('end at the deadline of the view they are taken from', async () => {
    second.set({ faults: { hang: 1 } })
    using chain = openChain()
    const late = chain.within(200).agreed().call(balanceCall(node.accounts[1]))
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('simulations fail when a provider lies about the outcome, and offer the lower of two fees', async () => {
  using chain = openChain()
  const [from, to] = node.accounts as [Address, Address]
  const calls = [{ to, data: '0x' as Hex, value: 1n }]
  second.set({ lies: { falsify: (method, result) => (method === 'eth_maxPriorityFeePerGas' ? '0x1' : result) } })
  const { fees, results } = await chain.agreed().simulate({ from, calls, urgency: 'NORMAL' })
  expect(results[0]?.ok).toBe(true)
  expect(fees).toMatchObject(await chain.agreed().fees('NORMAL'))
  second.set({ lies: { falsify: (method, result) => (method === 'eth_call' ? '0x01' : result) } })
  await expect(chain.agreed().simulate({ from, calls })).rejects.toMatchObject(DISAGREE)
})

test('a single provider is enough, and isSingleProvider reports it', async () => {
  const alone = await startFaultRpc({ upstreams: [node.upstream] })
  using chain = openChain([alone.url])
  expect(await chain.agreed().call(balanceCall(node.accounts[1]))).toMatch(/^0x/)
  expect(alone.count).toMatchObject({ exchanges: 1, methods: { eth_call: 1, eth_chainId: 1 } })
  expect(alone.count.methods['eth_blockNumber']).toBeUndefined()
  expect(chain.isSingleProvider()).toBe(true)
  await alone.close()
})

describe('a provider that lies about fees', () => {
  const tip = 10n ** 14n
  const lieAboutTips = (method: string, result: unknown) => {
    if (method === 'eth_maxPriorityFeePerGas') return `0x${tip.toString(16)}`
    if (method !== 'eth_feeHistory') return result
    return { ...(result as object), reward: Array.from({ length: 5 }, () => Array(3).fill(`0x${tip.toString(16)}`)) }
  }

  test('cannot raise the tip beyond a bound', async () => {
    first.set({ lies: { falsify: lieAboutTips } })
    using chain = openChain([first.url])
    const {
      baseFee = 0n,
      maxPriorityFeePerGas = 0n,
      maxFeePerGas = 0n,
    } = { ...(await chain.fees('URGENT')), kind: undefined } as never
    expect(maxPriorityFeePerGas).toBeLessThanOrEqual(10n * GWEI)
    expect(maxPriorityFeePerGas).toBeLessThanOrEqual(max(3n * baseFee, GWEI))
    expect(maxFeePerGas).toBe(2n * baseFee + maxPriorityFeePerGas)
    const [from, to] = node.accounts as [Address, Address]
    const { fees } = await chain.simulate({ from, calls: [{ to, data: '0x', value: 1n }], urgency: 'URGENT' })
    expect(fees).toEqual(await chain.fees('URGENT'))
  })

  test('is outvoted by an honest one', async () => {
    using chain = openChain()
    const honest = await chain.fees('FAST')
    first.set({ lies: { falsify: lieAboutTips } })
    expect(await chain.agreed().fees('FAST')).toEqual(honest)
  })

  test('is rejected when its base fee is above the plausible maximum', async () => {
    const lie = (method: string, result: unknown) =>
      method === 'eth_feeHistory'
        ? { ...(result as object), baseFeePerGas: ['0x0', `0x${(51n * GWEI).toString(16)}`] }
        : result
    first.set({ lies: { falsify: lie } })
    using alone = openChain([first.url])
    await expect(alone.fees('NORMAL')).rejects.toMatchObject({ code: 'unavailable' })
    using chain = openChain()
    expect(await chain.fees('NORMAL')).toMatchObject({ kind: 'eip1559' })
    // A call of an earlier test may still arrive: only reads of fees count.
    expect(second.count.methods['eth_feeHistory']).toBe(1)
  })
})

describe('a provider whose newest block is old', () => {
  const inAnHour = { clock: { now: () => performance.now(), date: () => Date.now() + 3_600_000, random: Math.random } }

  test('is not read from', async () => {
    using chain = openChain([first.url], inAnHour)
    await expect(chain.read([balanceCall(node.accounts[1])])).rejects.toMatchObject({ code: 'unavailable' })
    expect(chain.health().providers[0]?.lastFailure).toBe('implausible')
  })

  test('still serves the past', async () => {
    using chain = openChain([first.url], inAnHour)
    expect((await chain.read([balanceCall(node.accounts[1])], { block: 3n })).block.number).toBe(3n)
  })

  test('is named in the refusal of what was read at that block', () => {
    const facts = { id: 1, headAgeMaxMs: 300_000 } as const
    expect(() => requireRecent(facts, { timestamp: 1000n }, 1_300_000)).not.toThrow()
    expect(() => requireRecent(facts, { timestamp: 1000n }, 3_100_000)).toThrow(/chain 1 knows is 2100 seconds old/)
  })
})

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
