import { encodeFunctionData, multicall3Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Chains, createChains } from '#chain/createChains.ts'
import { type ChainNode, startChainNode } from '../setup/chain/chainNode.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const BALANCE_CALL = {
  to: MULTICALL3,
  data: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [MULTICALL3] }),
} as const
const SET_ASIDE = { breaker: 'open', lastFailure: 'wrongChain', isOfAnotherChain: true }

let nodes: ChainNode[]
let first: FaultRpc
let second: FaultRpc

beforeAll(async () => {
  nodes = await Promise.all([startChainNode(), startChainNode()])
  // Both have the right id; only on the other chain this account has a balance.
  await nodes[1]?.upstream('hardhat_setBalance', [MULTICALL3, '0x7'])
  const upstreams = nodes.map(({ upstream }) => upstream)
  first = await startFaultRpc({ upstreams })
  second = await startFaultRpc({ upstreams })
})
beforeEach(() => {
  first.reset()
  second.reset()
})
afterAll(() => Promise.all([first.close(), second.close()]))

function open(urls: string[]) {
  const clock = { time: 0, now: () => clock.time, date: Date.now, random: Math.random }
  const chains: Chains = createChains({ rpcUrls: { 4663: urls }, deadlineMs: 60_000, clock })
  return { chain: chains.get(4663), clock, [Symbol.dispose]: chains.close }
}

/** Every answer comes from the other chain, whose id it names or hides; nodes that start at once may share their first block. */
function becomeAnother(rpc: FaultRpc, chainId: number): void {
  const other = nodes[1] as ChainNode
  const falsify = async (method: string, _: unknown, params: unknown[]) => {
    if (method === 'eth_chainId') return toHex(chainId)
    const result = await other.upstream(method, params)
    return method === 'eth_getBlockByNumber' && params[0] === '0x0' ? { ...(result as object), hash: '0x07' } : result
  }
  rpc.set({ lies: { falsify } })
}

const toHex = (value: number) => `0x${value.toString(16)}`
const balanceOf = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

test('a provider that is led to another chain while it serves is never built upon, not even a moment later', async () => {
  using opened = open([first.url])
  const build = () => opened.chain.agreed().call(BALANCE_CALL)
  expect(await build()).toBe(balanceOf(0n))
  becomeAnother(first, 1)
  await expect(build()).rejects.toMatchObject({ code: 'unavailable' })
  expect(opened.chain.health().providers[0]).toMatchObject(SET_ASIDE)
  expect(first.count.exchanges).toBe(2)
})

test('is replaced by the next provider, and returns after a trial on the right chain', async () => {
  using opened = open([first.url, second.url])
  const { chain, clock } = opened
  expect(await chain.call(BALANCE_CALL)).toBe(balanceOf(0n))
  becomeAnother(first, 1)
  clock.time += 1000
  expect(await chain.call(BALANCE_CALL)).toBe(balanceOf(0n))
  expect(chain.health()).toMatchObject({ status: 'ok', providers: [SET_ASIDE, { isOfAnotherChain: false }] })
  first.reset()
  clock.time += 30_000
  expect(await chain.call(BALANCE_CALL)).toBe(balanceOf(0n))
  expect(chain.health().providers[0]).toMatchObject({ breaker: 'closed', isOfAnotherChain: false })
})

test('answers of its last moment are forgotten, also those that count as permanent', async () => {
  using opened = open([first.url, second.url])
  const { chain, clock } = opened
  const kept = () => chain.forever('balance', () => chain.call(BALANCE_CALL))
  await chain.call({ to: MULTICALL3, data: '0x42cbb15c' })
  becomeAnother(first, 1)
  expect(await kept()).toBe(balanceOf(7n))
  clock.time += 1000
  await chain.call({ to: MULTICALL3, data: '0x42cbb15c' })
  expect(await kept()).toBe(balanceOf(0n))
})

test('a provider with the right id and the blocks of another chain is set aside by its first block', async () => {
  using opened = open([first.url, second.url])
  const { chain } = opened
  const { hash } = (await chain.request('eth_getBlockByNumber', ['0x0', false])) as { hash: string }
  becomeAnother(second, 4663)
  await expect(chain.agreed().call(BALANCE_CALL)).rejects.toMatchObject({ code: 'unavailable' })
  expect(chain.health().disagreements).toBe(1)
  chain.expectGenesis(hash)
  expect(await chain.agreed().call(BALANCE_CALL)).toBe(balanceOf(0n))
  expect(chain.isSingleProvider()).toBe(true)
  expect(chain.health()).toMatchObject({ disagreements: 1, providers: [{ isOfAnotherChain: false }, SET_ASIDE] })
})
