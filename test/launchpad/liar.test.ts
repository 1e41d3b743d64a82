import { getAbiItem, toEventSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { type FaultOptions, type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { seeded, type Upstream } from '../setup/chain/rpcLies.ts'
import { createActivity } from '../setup/launchpad/launchActivity.ts'
import { type LaunchChain, startLaunchChain } from '../setup/launchpad/launchChain.ts'
import { openChain } from '../setup/launchpad/launchEndpoint.ts'
import { contentsOf, freshContents, startIndexing, untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { startLaunchService } from '../setup/launchpad/launchService.ts'

let chain: LaunchChain
/** An offer of the creator's right that another one replaced leaves no trace in the contract: nothing could show its loss. */
const hasOffers = false
beforeAll(async () => {
  chain = await startLaunchChain()
  await createActivity(chain, 11, { hasOffers }).run(150, 3)
})

const LIES: [what: string, options: Pick<FaultOptions, 'faults' | 'lies'>][] = [
  [
    'fails every third time',
    {
      faults: {
        reset: 0.05,
        cut: 0.05,
        html: 0.05,
        truncated: 0.05,
        tooManyRequests: 0.02,
        serverError: 0.05,
        wrongId: 0.05,
        empty: 0.03,
      },
    },
  ],
  ['lags behind by changing amounts', { lies: { lags: [0, 0, 1, 3, 12, 80] } }],
  ['answers only small ranges', { lies: { maxLogRange: 7 } }],
  ['leaves logs out under the right hash', { lies: { dropLogs: 0.05 } }],
  ['often says that there are no logs', { lies: { emptyLogs: 0.3 } }],
  ['repeats logs and sends them in any order', { lies: { duplicateLogs: 0.3, shuffleLogs: true } }],
  [
    'does all of that',
    {
      faults: { reset: 0.02, cut: 0.02, truncated: 0.02 },
      lies: {
        lags: [0, 0, 1, 3],
        maxLogRange: 20,
        dropLogs: 0.03,
        emptyLogs: 0.05,
        duplicateLogs: 0.1,
        shuffleLogs: true,
      },
    },
  ],
]

describe('the tables are right although the node', () => {
  test.each(LIES)('%s', async (_, options) => {
    const rpc = await startFaultRpc({ upstreams: [chain.upstream], seed: 7, ...options })
    using client = openChain(rpc.url)
    await using indexing = await startIndexing(client)
    await untilIndexed(indexing.database, chain)
    await createActivity(chain, 12, { hasOffers }).run(12, 3)
    const fresh = await freshContents(chain)
    // Gaps that contradict no rule are found within seconds by comparing with the chain.
    await expect.poll(() => contentsOf(indexing.database), { interval: 200 }).toEqual(fresh)
    await rpc.close()
  })

  test('does not know one block in ten, another one each time', async () => {
    const random = seeded(5)
    const rpc = await startFaultRpc({
      upstreams: [
        async (method, params) =>
          method.startsWith('eth_getBlock') && random() < 0.1 ? null : chain.upstream(method, params),
      ],
    })
    using client = openChain(rpc.url)
    await using indexing = await startIndexing(client)
    await untilIndexed(indexing.database, chain)
    const before = await chain.snapshot()
    await createActivity(chain, 13, { hasOffers }).run(5, 3)
    await untilIndexed(indexing.database, chain)
    await chain.revert(before)
    await createActivity(chain, 14, { hasOffers }).run(40, 1)
    await untilIndexed(indexing.database, chain)
    expect(await contentsOf(indexing.database)).toEqual(await freshContents(chain))
    await rpc.close()
  })
})

test('a silent chain and its recovery are logged', async () => {
  await using service = await startLaunchService({ chain })
  await service.settled()
  await expect.poll(() => service.launchpad.status().problem).toBeUndefined()
  service.rpc.set({ faults: { hang: 1 } })
  const start = performance.now()
  await expect.poll(() => service.launchpad.status().problem).toMatch(/was last read/)
  const silentMs = performance.now() - start
  service.rpc.set({ faults: {} })
  await expect.poll(() => service.launchpad.status().problem).toBeUndefined()
  expect(silentMs).toBeGreaterThan(5_000)
})

describe('two nodes that disagree behind one address', () => {
  let rpc: FaultRpc
  afterAll(() => rpc?.close())

  test('one of them still on the replaced blocks: the tables end on the surviving chain', async () => {
    const stale = staleNode(chain.upstream)
    rpc = await startFaultRpc({ upstreams: [stale.upstream, chain.upstream], seed: 3 })
    using client = openChain(rpc.url)
    await using indexing = await startIndexing(client)
    const before = await chain.snapshot()
    await createActivity(chain, 21, { hasOffers }).run(6, 4)
    await untilIndexed(indexing.database, chain)
    await chain.revert(before)
    stale.freeze()
    rpc.set({ lies: { mixed: 'perRequest' } })
    await createActivity(chain, 22, { hasOffers }).run(10, 4)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    stale.thaw()
    await untilIndexed(indexing.database, chain)
    expect(await contentsOf(indexing.database)).toEqual(await freshContents(chain))
  })
})

describe('logs that were left out before anyone could notice', () => {
  test.each(['launch_transfers', 'launch_trades', 'launch_tokens', 'the options of a launch'])(
    'of %s are found by comparing with the chain, and brought in',
    async (table) => {
      // A node that never mentions these logs, in queries, until it is repaired; receipts have them.
      const hidden = { positions: new Set<string>() }
      const rpc = await startFaultRpc({ upstreams: [hiding(chain.upstream, hidden.positions)] })
      using client = openChain(rpc.url)
      const victim = await victimOf(chain, table)
      for (const position of victim) hidden.positions.add(position)
      await using indexing = await startIndexing(client)
      await untilIndexed(indexing.database, chain)
      hidden.positions.clear()
      await createActivity(chain, 31, { hasOffers }).run(2, 3)
      const fresh = await freshContents(chain)
      await expect.poll(() => contentsOf(indexing.database), { interval: 200 }).toEqual(fresh)
      await rpc.close()
    },
  )
})

test('collections and claims that brought nothing leave no trace, since nothing could show that one was left out', async () => {
  const logs = (await chain.upstream('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])) as RawLog[]
  const broughtNothing = logs.filter(isEmptyPayment)
  expect(broughtNothing.length).toBeGreaterThan(0)
  const positions = new Set(broughtNothing.map(placeOf))
  const rpc = await startFaultRpc({ upstreams: [hiding(chain.upstream, positions)] })
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client)
  await untilIndexed(indexing.database, chain)
  expect(await contentsOf(indexing.database)).toEqual(await freshContents(chain))
  await rpc.close()
})

/** A node that can stop following the chain and keep answering with old data. */
function staleNode(upstream: Upstream) {
  const known = new Map<string, unknown>()
  let isFrozen = false
  return {
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
    },
    async upstream(method: string, params: unknown[]) {
      const key = JSON.stringify([method, params])
      if (isFrozen && known.has(key)) return known.get(key)
      const result = await upstream(method, params)
      known.set(key, result)
      return result
    },
  }
}

type RawLog = { blockNumber: string; logIndex: string; address: string; topics: string[]; data: string }
const placeOf = ({ blockNumber, logIndex }: RawLog) => `${Number(blockNumber)}:${Number(logIndex)}`

function hiding(upstream: Upstream, positions: ReadonlySet<string>): Upstream {
  return async (method, params) => {
    const result = await upstream(method, params)
    return method === 'eth_getLogs' ? (result as RawLog[]).filter((log) => !positions.has(placeOf(log))) : result
  }
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRADE = toEventSelector(getAbiItem({ abi: launchpadAbi, name: 'Trade' }))
const CREATED = '0x6e6ae68e7d7d45fbd855c40d1eaafa8de46c5fbec3ee26f1af88730e400bc92c'

const OPTIONS = toEventSelector(getAbiItem({ abi: launchpadAbi, name: 'OptionsSet' }))
const COLLECTED = toEventSelector(getAbiItem({ abi: launchpadAbi, name: 'PoolFeesCollected' }))
const CLAIMED = toEventSelector(getAbiItem({ abi: launchpadAbi, name: 'FeesClaimed' }))

/** A collection whose every word is zero, or a claim of no ETH and no tokens. */
function isEmptyPayment({ topics, data }: RawLog): boolean {
  if (topics[0] !== COLLECTED && topics[0] !== CLAIMED) return false
  const words = data.slice(2).match(/.{64}/g) ?? []
  const amounts = topics[0] === CLAIMED ? words.slice(1) : words
  return amounts.every((word) => BigInt(`0x${word}`) === 0n)
}

/** Logs whose absence breaks no rule that the index can check by itself. */
async function victimOf(source: LaunchChain, table: string): Promise<string[]> {
  const logs = (await source.upstream('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])) as RawLog[]
  const factory = logs.find(({ topics }) => topics[0] === CREATED)!.address
  const isPlain = ({ topics, address }: RawLog) =>
    topics[0] === TRANSFER &&
    address !== factory &&
    topics.length === 3 &&
    !topics.some((topic) => topic.endsWith(factory.slice(2)))
  if (table === 'launch_transfers') return [placeOf(logs.filter(isPlain).at(3)!)]
  const created = logs.filter(({ topics }) => topics[0] === CREATED)
  if (table === 'launch_tokens') return quietLaunch(logs, created)
  if (table === 'the options of a launch') return [placeOf(logs.find((log) => namesAnotherHolder(log, created))!)]
  return lastTrade(logs, factory)
}

/** Options with a fee holder that is not the creator, whom the contract names too. */
function namesAnotherHolder({ topics }: RawLog, created: RawLog[]): boolean {
  if (topics[0] !== OPTIONS) return false
  return created.find((log) => log.topics[1] === topics[1])?.topics[2] !== topics[2]
}

/** A launch without a trade: its creation and the announcement of its supply. */
function quietLaunch(logs: RawLog[], created: RawLog[]): string[] {
  const quiet = created.find(
    ({ topics }) =>
      logs.filter((log) => log.topics[1] === topics[1] || log.address === `0x${topics[1]?.slice(26)}`).length === 2,
  )!
  const token = `0x${quiet.topics[1]?.slice(26)}`
  return logs.filter((log) => log.topics[1] === quiet.topics[1] || log.address === token).map(placeOf)
}

/** The last thing that happened to a token on its curve, a trade, with its transfer: no later log shows the gap. */
function lastTrade(logs: RawLog[], factory: string): string[] {
  const ofToken = (topic: string | undefined) =>
    logs.filter(({ address, topics }) => address === factory && topics[1] === topic)
  const trade = logs.find(
    ({ topics }) =>
      topics[0] === TRADE && ofToken(topics[1]).at(-1)?.topics[0] === TRADE && ofToken(topics[1]).length > 2,
  )!
  const last = ofToken(trade.topics[1]).at(-1)!
  const transfer = logs.find(
    (log) => log.blockNumber === last.blockNumber && Number(log.logIndex) === Number(last.logIndex) + 1,
  )!
  return [placeOf(last), placeOf(transfer)]
}
