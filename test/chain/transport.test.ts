import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '#chain/Chain.ts'
import { type Chains, type ChainsOptions, createChains } from '#chain/createChains.ts'
import { CallReverted, isRangeLimit } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'
import { type ChainNode, startChainNode } from '../setup/chain/chainNode.ts'
import { type FaultRpc, type HttpFault, startFaultRpc } from '../setup/chain/faultRpc.ts'

/** Of a provider that answers, whatever it answers: a busy machine is not a failure. */
const DEADLINE_MS = 60_000
/** For a provider that does not answer: its tests wait that long, and a fallback gets half of it. */
const HANGING_DEADLINE_MS = 4_000
/** A call that takes longer than this counts as hanging. */
const HANGING_MS = 60_000
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const GET_BLOCK_NUMBER = { to: MULTICALL3, data: '0x42cbb15c' } as const

let node: ChainNode
let first: FaultRpc
let second: FaultRpc
let chains: Chains = createChains()
let chain: Chain

beforeAll(async () => {
  node = await startChainNode()
  first = await startFaultRpc({ upstreams: [node.upstream] })
  second = await startFaultRpc({ upstreams: [node.upstream] })
})

beforeEach(() => {
  first.reset()
  second.reset()
  open(first.url, second.url)
})

afterEach(() => chains.close())

afterAll(async () => {
  await first.close()
  await second.close()
})

function open(...urls: string[]): void {
  openWith({ rpcUrls: { 4663: urls } })
}

function openWith(options: ChainsOptions): void {
  chains.close()
  chains = createChains({ rpcUrls: { 4663: [first.url, second.url] }, deadlineMs: DEADLINE_MS, ...options })
  chain = chains.get(4663)
}

/** A clock that moves only when advanced, so that no pause of the circuit breaker passes by itself. */
function stoppedClock() {
  const clock = { time: performance.now(), now: () => clock.time, date: Date.now, random: Math.random }
  return clock
}

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

const everyFault: HttpFault[] = [
  'hang',
  'reset',
  'cut',
  'empty',
  'html',
  'truncated',
  'wrongId',
  'missingAnswer',
  'tooManyRequests',
  'serverError',
  'badGateway',
  'unavailable',
  'forbidden',
  'redirect',
  'oversized',
  'oversizedGzip',
  'brokenGzip',
]

describe.each(everyFault)('a provider with the fault %s', (fault) => {
  const deadlineMs = fault === 'hang' ? HANGING_DEADLINE_MS : DEADLINE_MS

  test('alone, ends in unavailable within the deadline, without text from upstream', async () => {
    openWith({ rpcUrls: { 4663: [first.url] }, deadlineMs: fault === 'hang' ? 1_000 : DEADLINE_MS })
    first.set({ faults: { [fault]: 1 } })
    const start = performance.now()
    const error = await failureOf(chain.read([GET_BLOCK_NUMBER]))
    expect(performance.now() - start).toBeLessThan(HANGING_MS)
    expect(error).toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '1' } })
    expect(error.message).not.toMatch(/secret-detail|html|127\.0\.0\.1|ECONN/)
  })

  test('is replaced by the next provider', async () => {
    openWith({ deadlineMs })
    first.set({ faults: { [fault]: 1 } })
    const { results } = await chain.read([GET_BLOCK_NUMBER])
    expect(results[0]?.ok).toBe(true)
    expect(second.count.exchanges).toBe(1)
  })

  test('serves again once it is well', async () => {
    openWith({ rpcUrls: { 4663: [first.url] }, deadlineMs })
    first.next(fault)
    await chain.read([GET_BLOCK_NUMBER]).catch(() => undefined)
    expect((await chain.read([GET_BLOCK_NUMBER])).results[0]?.ok).toBe(true)
  })
})

describe('round trips', () => {
  test('the first read takes one, the check of the chain id included', async () => {
    await chain.read([GET_BLOCK_NUMBER])
    expect(first.count).toMatchObject({ exchanges: 1, methods: { eth_chainId: 1, eth_call: 1 } })
    await chain.read([GET_BLOCK_NUMBER])
    expect(first.count).toMatchObject({ exchanges: 2, methods: { eth_chainId: 1, eth_call: 2 } })
  })

  test('a batch takes one', async () => {
    const requests = ['eth_blockNumber', 'eth_chainId', 'eth_gasPrice'].map((method) => ({ method, params: [] }))
    const answers = await chain.batch(requests)
    expect(answers[1]).toBe('0x1237')
    expect(first.count.exchanges).toBe(1)
    expect(await chain.batch([])).toEqual([])
  })

  test('500 equal reads at the same time share one', async () => {
    first.set({ delayMs: 20 })
    const reads = await Promise.all(Array.from({ length: 500 }, () => chain.read([GET_BLOCK_NUMBER])))
    expect(first.count.exchanges).toBe(1)
    expect(new Set(reads.map(({ results }) => results[0]?.data)).size).toBe(1)
  })

  test('500 equal requests for state and fees share one each', async () => {
    first.set({ delayMs: 20 })
    const load = () => chain.state('pool', () => chain.read([GET_BLOCK_NUMBER]))
    await Promise.all(
      Array.from({ length: 500 }, () => Promise.all([load(), chain.fees('FAST'), chain.fees('NORMAL')])),
    )
    expect(first.count.exchanges).toBe(2)
  })

  test('different reads do not share', async () => {
    await Promise.all([chain.read([GET_BLOCK_NUMBER]), chain.read([GET_BLOCK_NUMBER, GET_BLOCK_NUMBER])])
    expect(first.count.exchanges).toBe(2)
  })

  test('a chain that nobody uses is not asked for anything', async () => {
    const idle = await startFaultRpc({ upstreams: [node.upstream] })
    const others = createChains({ rpcUrls: { 1: [idle.url], 4663: [first.url] } })
    await others.get(4663).read([GET_BLOCK_NUMBER])
    expect(others.health().map(({ chainId }) => chainId)).toEqual([4663])
    others.get(1).health()
    expect(idle.count.exchanges).toBe(0)
    others.close()
    await idle.close()
  })

  test.each(['refusesBatches', 'limitsBatches'])(
    'an endpoint that takes no batches (%s) is asked singly from then on',
    async (fault) => {
      first.set({ faults: { [fault]: 1 } })
      const answers = await chain.batch([
        { method: 'eth_chainId', params: [] },
        { method: 'eth_blockNumber', params: [] },
      ])
      expect(answers[0]).toBe('0x1237')
      await chain.batch([{ method: 'eth_chainId', params: [] }])
      expect(second.count.exchanges).toBe(0)
    },
  )
})

describe('a provider of another chain', () => {
  test('is refused, and the next one serves', async () => {
    openWith({ clock: stoppedClock() })
    first.set({ lies: { chainId: 1 } })
    expect((await chain.read([GET_BLOCK_NUMBER])).results[0]?.ok).toBe(true)
    await chain.read([GET_BLOCK_NUMBER])
    expect(first.count.exchanges).toBe(1)
    expect(second.count.exchanges).toBe(2)
    expect(chain.health().providers[0]).toMatchObject({ breaker: 'open', lastFailure: 'wrongChain' })
  })

  test('alone, is unavailable', async () => {
    open(first.url)
    first.set({ lies: { chainId: 1 } })
    expect((await failureOf(chain.call({ to: MULTICALL3, data: '0x42cbb15c' }))).code).toBe('unavailable')
    expect(chain.health().status).toBe('degraded')
  })
})

describe('the circuit breaker', () => {
  test('spares a provider that keeps failing, and takes it back after the pause', async () => {
    const clock = stoppedClock()
    openWith({ clock })
    first.set({ faults: { serverError: 1 } })
    for (let i = 0; i < 8; i++) await chain.read([GET_BLOCK_NUMBER])
    expect(first.count.exchanges).toBe(5)
    expect(chain.health().providers.map(({ breaker }) => breaker)).toEqual(['open', 'closed'])
    first.set({ faults: {} })
    clock.time += 1000
    await chain.read([GET_BLOCK_NUMBER])
    await chain.read([GET_BLOCK_NUMBER])
    expect(first.count.exchanges).toBe(7)
    expect(chain.health().providers[0]?.breaker).toBe('closed')
  })

  test('answers at once when every provider is out', async () => {
    openWith({ rpcUrls: { 4663: [first.url] }, clock: stoppedClock() })
    first.set({ faults: { reset: 1 } })
    for (let i = 0; i < 3; i++) await failureOf(chain.read([GET_BLOCK_NUMBER]))
    const before = first.count.exchanges
    await failureOf(chain.read([GET_BLOCK_NUMBER]))
    expect(first.count.exchanges).toBe(before)
  })

  test('a call that reverts is not a failure of the provider', async () => {
    for (let i = 0; i < 10; i++) {
      await expect(chain.call({ to: MULTICALL3, data: '0x12345678' })).rejects.toBeInstanceOf(CallReverted)
    }
    expect(chain.health()).toMatchObject({ status: 'ok', providers: [{ breaker: 'closed' }, { breaker: 'closed' }] })
    expect(second.count.exchanges).toBe(0)
  })

  test('a refusal of the node is tried elsewhere, once, and is not a failure of the provider', async () => {
    for (let i = 0; i < 6; i++) expect((await failureOf(chain.request('eth_unknown', []))).code).toBe('unavailable')
    expect(first.count.exchanges).toBe(6)
    expect(second.count.exchanges).toBe(6)
    expect(chain.health().providers.map(({ breaker }) => breaker)).toEqual(['closed', 'closed'])
  })
})

describe('deadlines', () => {
  test('are kept when the first provider hangs: the second gets its share of the time', async () => {
    openWith({ deadlineMs: HANGING_DEADLINE_MS })
    first.set({ faults: { hang: 1 } })
    expect((await chain.read([GET_BLOCK_NUMBER])).results[0]?.ok).toBe(true)
  })

  test('are kept when both hang', async () => {
    openWith({ deadlineMs: 1_000 })
    first.set({ faults: { hang: 1 } })
    second.set({ faults: { hang: 1 } })
    const start = performance.now()
    await failureOf(chain.fees('URGENT'))
    expect(performance.now() - start).toBeLessThan(HANGING_MS)
  })

  test('can be shorter for one caller, also when it shares the round trip of another', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    first.set({ until: released })
    const patient = chain.read([GET_BLOCK_NUMBER])
    const hasty = chain.within(30)
    expect((await failureOf(hasty.read([GET_BLOCK_NUMBER]))).code).toBe('unavailable')
    expect((await failureOf(hasty.simulate({ from: MULTICALL3, calls: [GET_BLOCK_NUMBER] }))).code).toBe('unavailable')
    release()
    expect((await patient).results[0]?.ok).toBe(true)
  })
})

describe('many at once', () => {
  const balanceOf = (index: number) =>
    [{ to: MULTICALL3, data: `0x4d2301cc${index.toString(16).padStart(64, '0')}` }] as const

  async function run(index: number): Promise<'right' | 'unavailable' | 'other'> {
    const result = await chain.read(balanceOf(index)).catch((error: unknown) => error)
    if (result instanceof ApiError && result.code === 'unavailable') return 'unavailable'
    return result instanceof Error ? 'other' : 'right'
  }

  test('against two sick providers all end in time, right or unavailable', async () => {
    const faults = Object.fromEntries(
      everyFault.filter((fault) => !fault.startsWith('oversized')).map((f) => [f, 0.01]),
    )
    const sick = await startFaultRpc({ upstreams: [node.upstream], seed: 7, faults })
    const sicker = await startFaultRpc({ upstreams: [node.upstream], seed: 11, faults: { ...faults, reset: 0.2 } })
    openWith({ rpcUrls: { 4663: [sick.url, sicker.url] }, deadlineMs: HANGING_DEADLINE_MS })
    const outcome = { right: 0, unavailable: 0, other: 0 }
    let slowestMs = 0
    const worker = async (from: number) => {
      for (let index = from; index < from + 50; index++) {
        const start = performance.now()
        outcome[await run(index)] += 1
        slowestMs = Math.max(slowestMs, performance.now() - start)
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, index) => worker(index * 50)))
    expect(outcome.other).toBe(0)
    expect(outcome.right).toBeGreaterThan(400)
    expect(slowestMs).toBeLessThan(HANGING_MS)
    await sick.close()
    await sicker.close()
  })

  test('beyond what a provider takes, the rest is refused and the provider stays in service', async () => {
    open(first.url)
    first.set({ delayMs: 20 })
    const outcomes = await Promise.all(Array.from({ length: 1500 }, (_, index) => run(index)))
    expect(outcomes).not.toContain('other')
    expect(outcomes.filter((outcome) => outcome === 'right').length).toBe(1032)
    expect(chain.health().providers[0]?.breaker).toBe('closed')
    first.set({ delayMs: 0 })
    expect(await run(0)).toBe('right')
  })
})

test('a log query over too wide a range reports that, so that the caller can narrow it', async () => {
  open(first.url)
  first.set({ lies: { maxLogRange: 10 } })
  await node.mine(30)
  const error = await failureOf(chain.request('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x1e' }]))
  expect(isRangeLimit(error)).toBe(true)
  expect(await chain.request('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0xa' }])).toEqual([])
})

test('an unknown chain is the caller’s mistake', () => {
  expect(() => chains.get(5)).toThrow(expect.objectContaining({ code: 'invalid_argument', status: 400 }))
})
