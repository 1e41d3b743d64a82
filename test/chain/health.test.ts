import { type Hex, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '#chain/Chain.ts'
import { contracts } from '#chain/ChainFacts.ts'
import { type ChainsOptions, createChains } from '#chain/createChains.ts'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { type ChainNode, startChainNode } from '../setup/chain/chainNode.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { openDevnetChain } from '../setup/chain/devnetChain.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'

let devnet: TestDevnet
let node: ChainNode
let rpc: FaultRpc

beforeAll(async () => {
  ;[devnet, node] = await Promise.all([startTestDevnet(), startChainNode()])
  rpc = await startFaultRpc({ upstreams: [node.upstream] })
})

afterAll(async () => {
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

function openNode(options: ChainsOptions = {}): Chain & Disposable {
  rpc.reset()
  const chains = createChains({ rpcUrls: { 4663: [rpc.url] }, deadlineMs: 60_000, ...options })
  return { ...chains.get(4663), [Symbol.dispose]: chains.close }
}

describe('health', () => {
  test('of a chain that was not used is unused, and asking costs nothing', () => {
    using chain = openNode()
    expect(chain.health()).toMatchObject({ status: 'unused', head: undefined, missingContracts: undefined })
    expect(rpc.count.exchanges).toBe(0)
  })

  test('reports head, age, latency and providers from past use', async () => {
    using chain = openNode()
    const { block } = await chain.read([])
    const health = chain.health()
    expect(health).toMatchObject({ chainId: 4663, name: 'Robinhood Chain', status: 'ok', head: block.number })
    expect(health.headAgeMs).toBeLessThan(600_000)
    expect(health.headSeenMs).toBeLessThan(60_000)
    expect(health.rpcLatencyMs).toBeGreaterThan(0)
    expect(JSON.stringify(health.providers)).not.toContain('127.0.0.1')
  })

  test('is degraded after a failure and well after the next success', async () => {
    using chain = openNode()
    rpc.set({ faults: { unavailable: 1 } })
    await chain.read([]).catch(() => undefined)
    expect(chain.health()).toMatchObject({ status: 'degraded', providers: [{ lastFailure: 'status' }] })
    rpc.set({ faults: {} })
    await chain.read([])
    expect(chain.health().status).toBe('ok')
  })

  test('a probe finds every contract of the development chain', async () => {
    using chain = openDevnetChain(devnet.description)
    expect(await chain.probe()).toMatchObject({ status: 'ok', missingContracts: [] })
  })

  test('a probe names the contracts that are not there', async () => {
    using chain = openNode()
    const { status, missingContracts } = await chain.probe()
    expect(status).toBe('degraded')
    expect(missingContracts).toEqual(Object.keys(contracts(chain.facts)).filter((name) => name !== 'multicall3'))
  })

  test('a probe of a dead chain reports and does not throw', async () => {
    using chain = openNode()
    rpc.set({ faults: { reset: 1 } })
    expect((await chain.probe()).status).toBe('degraded')
  })
})

describe('overrides', () => {
  test('a custom deployment replaces every public address of the chain', () => {
    const publicFacts = createChains().get(4663).facts
    using chain = openDevnetChain(devnet.description)
    const shared = new Set<string>([chain.facts.permit2, chain.facts.multicall3])
    const here = JSON.stringify(chain.facts)
    for (const [, address] of JSON.stringify(publicFacts).matchAll(/"(0x[0-9a-fA-F]{40})"/g)) {
      if (address && !shared.has(address)) expect(here).not.toContain(address)
    }
    expect(chain.facts.explorerUrl).toBeUndefined()
    expect(chain.facts.rpcUrls).toEqual([devnet.rpcUrl])
  })

  test('other chains keep their public deployment', () => {
    const chains = createChains({ deployments: { 4663: devnetDeployment(devnet.description) } })
    expect(chains.get(1).facts).toEqual(createChains().get(1).facts)
  })

  test('KYC tokens are listed with their chain, checksummed', () => {
    const token = devnet.token('permissioned').address
    const lower = token.toLowerCase() as Hex
    const chains = createChains({
      kycTokens: [{ chainId: 4663, token: lower, kycUrl: 'https://kyc.example', allow: [lower] }],
    })
    expect(chains.get(4663).facts.kycTokens).toEqual([
      { chainId: 4663, token, kycUrl: 'https://kyc.example', allow: [token] },
    ])
    expect(chains.get(1).facts.kycTokens).toEqual([])
  })
})

describe('fees', () => {
  test('rise with urgency, and a transaction that offers them is taken', async () => {
    using chain = openDevnetChain(devnet.description)
    const [normal, fast, urgent] = await Promise.all([chain.fees('NORMAL'), chain.fees('FAST'), chain.fees('URGENT')])
    if (normal.kind !== 'eip1559' || fast.kind !== 'eip1559' || urgent.kind !== 'eip1559')
      throw new Error('no fee market')
    expect(normal.maxFeePerGas).toBeLessThanOrEqual(fast.maxFeePerGas)
    expect(fast.maxFeePerGas).toBeLessThan(urgent.maxFeePerGas)
    expect(normal.maxFeePerGas).toBeGreaterThanOrEqual(normal.expectedGasPrice)
    const { maxFeePerGas, maxPriorityFeePerGas } = normal
    const wallet = devnet.wallet(1)
    const hash = await wallet.sendTransaction({
      to: devnet.account(2).address,
      value: 1n,
      maxFeePerGas,
      maxPriorityFeePerGas,
    })
    const receipt = await wallet.waitForTransactionReceipt({ hash })
    expect(receipt.effectiveGasPrice).toBeLessThanOrEqual(maxFeePerGas)
  })

  test('take the node’s suggestion for the tip where nobody tipped', async () => {
    using chain = openNode()
    await node.mine(10)
    expect(await chain.fees('URGENT')).toMatchObject({ maxPriorityFeePerGas: parseGwei('1') })
    expect(rpc.count.exchanges).toBe(1)
  })

  test('are one price where the chain has no fee market', async () => {
    const legacy = { ...devnetDeployment(devnet.description), feeModel: 'legacy' } as const
    using chain = openDevnetChain(devnet.description, { deployments: { 4663: legacy } })
    const { kind, expectedGasPrice } = await chain.fees('NORMAL')
    expect(kind).toBe('legacy')
    expect(expectedGasPrice).toBe(await devnet.client.getGasPrice())
  })
})

describe('a head watch', () => {
  test('keeps state while no block comes and drops it when one does', async () => {
    const clock = { time: 0, now: () => clock.time, date: Date.now, random: Math.random }
    using chain = openNode({ clock })
    const stop = chain.watch()
    const load = () => chain.state('head', async () => (await chain.read([])).block.number)
    const reads = () => rpc.count.methods['eth_call'] ?? 0
    const looked = async (times: number) => {
      await expect.poll(() => rpc.count.methods['eth_getBlockByNumber']).toBe(times)
      await expect.poll(() => rpc.count.answered).toBe(rpc.count.exchanges)
      // Answers to earlier requests arrive before the answer to this one.
      await chain.request('eth_chainId', [])
    }
    const before = await load()
    await looked(1)
    await load()
    const known = reads()
    for (let look = 2; look < 5; look++) {
      clock.time += chain.facts.blockTimeMs
      await looked(look)
      expect(await load()).toBe(before)
    }
    expect(reads()).toBe(known)
    await node.mine(1)
    clock.time += chain.facts.blockTimeMs
    await expect.poll(load).toBe(before + 1n)
    stop()
  })

  test('takes blocks from others too', async () => {
    using chain = openNode()
    const load = () => chain.state('head', async () => (await chain.read([])).block.number)
    const before = await load()
    await node.mine(1)
    chain.observe({ number: before + 1n, timestamp: 0n, hash: '0x01' })
    expect(await load()).toBe(before + 1n)
    expect(chain.health().head).toBe(before + 1n)
  })
})
