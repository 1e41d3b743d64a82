import { type Address, encodeFunctionData, type Hex, multicall3Abi, pad, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Chain } from '#chain/Chain.ts'
import { createChains } from '#chain/createChains.ts'
import { CallReverted } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'
import { type ChainNode, startChainNode } from '../setup/chain/chainNode.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const wordAbi = parseAbi(['function getBlockHash(uint256 blockNumber) view returns (bytes32)'])

let node: ChainNode
let fork: ChainNode
let rpc: FaultRpc

beforeAll(async () => {
  node = await startChainNode()
  fork = await startChainNode()
  // The two chains part at the first block: every block moves another sum.
  for (let i = 0; i < 40; i++) await node.transfer(10n ** 15n + BigInt(i))
  for (let i = 0; i < 40; i++) await fork.transfer(10n ** 17n + BigInt(i))
  rpc = await startFaultRpc({ upstreams: [node.upstream, fork.upstream], seed: 4663 })
})

afterAll(() => rpc.close())

function openChain(...urls: string[]): Chain & Disposable {
  const chains = createChains({ rpcUrls: { 4663: urls }, deadlineMs: 30_000 })
  return { ...chains.get(4663), [Symbol.dispose]: chains.close }
}

function balanceOf(account: Address | undefined): { to: Address; data: Hex } {
  const args = [account ?? MULTICALL3] as const
  return { to: MULTICALL3, data: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args }) }
}

/** A call of the given size that changes nothing and returns a word. */
function filler(bytes: number): { to: Address; data: Hex } {
  const data = encodeFunctionData({ abi: wordAbi, functionName: 'getBlockHash', args: [1n] })
  return { to: MULTICALL3, data: `${data}${'00'.repeat(bytes)}` }
}

/** Balances of both accounts, so far apart in calldata that the two leave in different parts. */
function wideRead(): { to: Address; data: Hex }[] {
  return [balanceOf(node.accounts[0]), filler(40_000), filler(40_000), filler(40_000), balanceOf(node.accounts[1])]
}

describe('read', () => {
  test('gives every result and the block they come from', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    const { results, block } = await chain.read([balanceOf(node.accounts[1]), { to: MULTICALL3, data: '0x12345678' }])
    const head = (await node.upstream('eth_getBlockByNumber', ['latest', false])) as { number: Hex; timestamp: Hex }
    expect(block).toEqual({ number: BigInt(head.number), timestamp: BigInt(head.timestamp) })
    expect(BigInt(results[0]?.data ?? 0)).toBe(
      BigInt((await node.upstream('eth_getBalance', [node.accounts[1], 'latest'])) as Hex),
    )
    expect(results[1]).toEqual({ ok: false, data: '0x' })
  })

  test('takes one round trip for a thousand calls', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    const calls = Array.from({ length: 1000 }, (_, index) => balanceOf(pad(`0x${index.toString(16)}`, { size: 20 })))
    const { results } = await chain.read(calls)
    expect(results).toHaveLength(1000)
    expect(rpc.count.exchanges).toBe(1)
  })

  test('without calls still returns the block', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    expect(await chain.read([])).toMatchObject({ results: [], block: { number: 40n } })
  })

  test('can be pinned to an older block', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    const { results, block } = await chain.read([balanceOf(node.accounts[1])], { block: 7n })
    expect(block.number).toBe(7n)
    expect(BigInt(results[0]?.data ?? 0)).toBe(
      BigInt((await node.upstream('eth_getBalance', [node.accounts[1], '0x7'])) as Hex),
    )
  })

  test('that spans parts leaves in one round trip and comes from one block', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    const { results } = await chain.read(wideRead())
    expect(results).toHaveLength(5)
    expect(rpc.count).toMatchObject({ exchanges: 1, methods: { eth_call: 3 } })
  })

  test('whose parts came from different blocks is repeated at the newest of them', async () => {
    // With this seed one of the first three parts sees an older block.
    const lies = { lags: [0, 3], mixed: 'perRequest' } as const
    const lagging = await startFaultRpc({ upstreams: [node.upstream], seed: 1, lies })
    using chain = openChain(lagging.url)
    const { block, results } = await chain.read(wideRead())
    expect(lagging.count.exchanges).toBe(2)
    expect(block.number).toBe(40n)
    expect(await isWholly(block.number, results)).toBe(true)
    await lagging.close()
  })
})

/** Whether both balances are those of one and the same block. */
async function isWholly(block: bigint, results: { data: Hex }[], source = node): Promise<boolean> {
  const tag = `0x${block.toString(16)}`
  const expected = await Promise.all(
    source.accounts.slice(0, 2).map((account) => source.upstream('eth_getBalance', [account, tag])),
  )
  return [results[0], results[4]].every(
    (result, index) => BigInt(result?.data ?? -1) === BigInt(expected[index] as Hex),
  )
}

describe('inconsistent nodes', () => {
  test('never mix in one read: every answer is of one block of one chain, or unavailable', async () => {
    const rounds = inject('deep') ? 1000 : 120
    const outcome = { right: 0, refused: 0, mixed: 0 }
    const liars = await Promise.all(
      [5, 6].map((seed) =>
        startFaultRpc({
          upstreams: [...Array.from({ length: 5 }, () => node.upstream), fork.upstream],
          seed,
          lies: { lags: [0, 0, 0, 0, 20], mixed: 'perRequest' },
        }),
      ),
    )
    const chains = createChains({ rpcUrls: { 4663: liars.map(({ url }) => url) } })
    for (let round = 0; round < rounds; round++) {
      const reading = await chains
        .get(4663)
        .read(wideRead())
        .catch((error: unknown) => error)
      if (reading instanceof ApiError && reading.code === 'unavailable') outcome.refused += 1
      else if (reading instanceof Error) throw reading
      else {
        const { block, results } = reading as { block: { number: bigint }; results: { data: Hex }[] }
        const isPure = (await isWholly(block.number, results, node)) || (await isWholly(block.number, results, fork))
        outcome[isPure ? 'right' : 'mixed'] += 1
      }
    }
    chains.close()
    await Promise.all(liars.map((liar) => liar.close()))
    expect(outcome.mixed).toBe(0)
    expect(outcome.right).toBeGreaterThan(rounds / 2)
    expect(outcome.right + outcome.refused).toBe(rounds)
  })

  test('a node that answers for another block than the requested one is rejected', async () => {
    const stubborn = await startFaultRpc({
      upstreams: [
        (method, params) =>
          node.upstream(
            method,
            params.map((param) => (param === '0x5' ? '0x6' : param)),
          ),
      ],
    })
    using chain = openChain(stubborn.url)
    await expect(chain.read([balanceOf(node.accounts[0])], { block: 5n })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await stubborn.close()
  })

  test('a node without the multicall contract is rejected', async () => {
    const bare = await startFaultRpc({
      upstreams: [async (method, params) => (method === 'eth_call' ? '0x' : node.upstream(method, params))],
    })
    using chain = openChain(bare.url)
    await expect(chain.read([balanceOf(node.accounts[0])])).rejects.toMatchObject({ code: 'unavailable' })
    await bare.close()
  })
})

describe('call', () => {
  test('without a receiver runs creation code that returns its answer', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    // Returns the number of the block it runs in: NUMBER, MSTORE, RETURN.
    expect(BigInt(await chain.call({ data: '0x4360005260206000f3' }))).toBe(40n)
    expect(BigInt(await chain.call({ data: '0x4360005260206000f3', block: 9n }))).toBe(9n)
  })

  test('sees the state it is given instead of the chain’s', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    const account = node.accounts[3] ?? MULTICALL3
    const stateOverride = { [account]: { balance: 5n } }
    expect(BigInt(await chain.call({ ...balanceOf(account), stateOverride }))).toBe(5n)
  })

  test('that reverts gives what the contract said', async () => {
    rpc.reset()
    using chain = openChain(rpc.url)
    // PUSH4 0xdeadbeef, MSTORE, REVERT with the four bytes.
    const failing = chain.call({ data: '0x63deadbeef6000526004601cfd' })
    await expect(failing).rejects.toBeInstanceOf(CallReverted)
    await expect(failing).rejects.toMatchObject({ data: '0xdeadbeef' })
  })
})
