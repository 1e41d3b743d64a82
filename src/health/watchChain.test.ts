import { expect, test } from 'vitest'
import type { ChainHealth } from '#chain/Chain.ts'
import { CHAINS } from '#chain/chains.ts'
import type { ChainReport } from '#health/health.ts'
import { chainReports, watchChain } from './watchChain.ts'

function healthOf(chainId: number, headAgeMs: number): ChainHealth {
  const known = {
    name: 'x',
    head: 7n,
    headSeenMs: 1,
    rpcLatencyMs: 1.234,
    missingContracts: [],
    disagreements: 0,
    providers: [],
  }
  return { ...known, chainId, headAgeMs, status: 'ok' }
}

const chains = { facts: CHAINS, health: () => [healthOf(1, 3_600_000), healthOf(4663, 61_000)] }

test('a stale head makes the live chain 4663 degraded, but not the development chain', () => {
  expect(chainReports(chains, false)[0]).toMatchObject({ chainId: 4663, status: 'degraded', headAgeMs: 61_000 })
  expect(chainReports(chains, true)[0]).toMatchObject({ chainId: 4663, status: 'ok' })
  const moving = { ...chains, health: () => [healthOf(4663, 59_000)] }
  expect(chainReports(moving, false)[0]).toMatchObject({ status: 'ok' })
})

test('other chains are reported as of their last use, however long ago', () => {
  const reports = chainReports(chains, false)
  expect(reports).toHaveLength(CHAINS.length)
  expect(reports.find(({ chainId }) => chainId === 1)).toMatchObject({ status: 'ok', head: '7', rpcLatencyMs: 1.2 })
  expect(reports.find(({ chainId }) => chainId === 10)).toMatchObject({ status: 'unused', contractsPresent: null })
})

test('a degraded chain and its recovery are logged once each, however often the chain is probed', async () => {
  const lines: string[] = []
  const log = {
    warn: (_: object, text: string) => lines.push(text),
    info: (_: object, text: string) => lines.push(text),
  }
  let status: ChainReport['status'] = 'ok'
  let probes = 0
  const probe = async () => {
    probes++
    return healthOf(4663, 1)
  }
  const report = () => ({ chainId: 4663, status, head: '1', headAgeMs: 1 }) as ChainReport
  using _watch = watchChain({ chain: { probe }, report, log: log as never }, 2)
  for (status of ['ok', 'degraded', 'ok', 'degraded'] as const) {
    const before = probes
    await expect.poll(() => probes).toBeGreaterThan(before + 4)
  }
  const [degraded, recovered] = [expect.stringMatching(/^chain degraded/), 'chain recovered']
  expect(lines).toEqual([degraded, recovered, degraded])
})

test('a provider of another chain is an error in the log, once until it is back', async () => {
  const lines: object[] = []
  const log = { error: (facts: object, text: string) => lines.push({ ...facts, text }), info() {}, warn() {} }
  const [right, wrong] = [false, true].map((isOfAnotherChain) => ({ isOfAnotherChain }) as ChainHealth['providers'][0])
  let providers = [right, wrong]
  let probes = 0
  const probe = async () => {
    probes++
    return { ...healthOf(4663, 1), providers } as ChainHealth
  }
  const report = () => ({ chainId: 4663, status: 'ok' }) as ChainReport
  using _watch = watchChain({ chain: { probe }, report, log: log as never }, 2)
  for (providers of [providers, [right, right], [wrong, right]]) {
    const before = probes
    await expect.poll(() => probes).toBeGreaterThan(before + 4)
  }
  const text = 'RPC provider set aside: it serves another chain'
  expect(lines).toEqual([
    { chainId: 4663, places: [2], text },
    { chainId: 4663, places: [1], text },
  ])
})
