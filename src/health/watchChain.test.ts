import { expect, test } from 'vitest'
import type { ChainHealth } from '#chain/Chain.ts'
import { CHAINS } from '#chain/chains.ts'
import type { ChainReport } from '#health/health.ts'
import { chainReports, watchChain } from './watchChain.ts'

function seen(chainId: number, headAgeMs: number): ChainHealth {
  const known = { name: 'x', head: 7n, headSeenMs: 1, rpcLatencyMs: 1.234, missingContracts: [], providers: [] }
  return { ...known, chainId, headAgeMs, status: 'ok' }
}

const chains = { facts: CHAINS, health: () => [seen(1, 3_600_000), seen(4663, 61_000)] }

test('a live chain 4663 whose head stands still is degraded; the development chain may rest', () => {
  expect(chainReports(chains, false)[0]).toMatchObject({ chainId: 4663, status: 'degraded', headAgeMs: 61_000 })
  expect(chainReports(chains, true)[0]).toMatchObject({ chainId: 4663, status: 'ok' })
  const moving = { ...chains, health: () => [seen(4663, 59_000)] }
  expect(chainReports(moving, false)[0]).toMatchObject({ status: 'ok' })
})

test('other chains are told from their last use, however long ago', () => {
  const reports = chainReports(chains, false)
  expect(reports).toHaveLength(CHAINS.length)
  expect(reports.find(({ chainId }) => chainId === 1)).toMatchObject({ status: 'ok', head: '7', rpcLatencyMs: 1.2 })
  expect(reports.find(({ chainId }) => chainId === 10)).toMatchObject({ status: 'unused', contractsPresent: null })
})

test('a chain that is lost or stands still is told once, and so is its return, however often it is looked at', async () => {
  const lines: string[] = []
  const log = {
    warn: (_: object, text: string) => lines.push(text),
    info: (_: object, text: string) => lines.push(text),
  }
  let status: ChainReport['status'] = 'ok'
  let looks = 0
  const chain = { probe: async () => void looks++ as never }
  const report = () => ({ chainId: 4663, status, head: '1', headAgeMs: 1 }) as ChainReport
  using _watch = watchChain({ chain, report, log: log as never }, 2)
  for (status of ['ok', 'degraded', 'ok', 'degraded'] as const) {
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before + 4)
  }
  const [lost, back] = [expect.stringMatching(/cannot be read/), expect.stringMatching(/read again/)]
  expect(lines).toEqual([lost, back, lost])
})
