import { stripTypeScriptTypes } from 'node:module'
import {
  formatEther,
  type Hex,
  keccak256,
  parseAbiItem,
  parseEther,
  parseEventLogs,
  stringToHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dimensionAdapter } from '../../scripts/listing/dimensionAdapter.ts'
import { hookEntry } from '../../scripts/listing/hookEntry.ts'
import { FACTORY } from '../setup/launchpad/launchChain.ts'
import type { LaunchService } from '../setup/launchpad/launchService.ts'
import { type RawChain, readRawChain } from '../setup/launchpad/rawChain.ts'
import { runHistory } from '../setup/launchpad/runHistory.ts'

let service: LaunchService
let raw: RawChain
beforeAll(async () => {
  ;({ service } = await runHistory({ seed: 7, rounds: 6 }))
  raw = await readRawChain(service.chain)
}, 120_000)
afterAll(() => service?.[Symbol.asyncDispose]())

const get = (path: string) => service.get(`/api/launchpad/market/${path}`)

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
type Event = any

test('the events of all blocks are the Trade logs of the curve, in order', async () => {
  const { block } = await get('latest-block')
  expect(block).toEqual({ blockNumber: (await service.chain.head()).number, blockTimestamp: raw.headTime })
  const { events } = await get(`events?fromBlock=0&toBlock=${block.blockNumber}`)
  const logs = raw.logs.filter(({ name }) => name === 'Trade')
  expect(logs.length).toBeGreaterThan(20)
  const wanted = logs.map(({ args, block: blockNumber, at, logIndex, tx }) => {
    const [eth, tokens] = [formatEther(args.ethAmount), formatEther(args.tokenAmount)]
    return {
      block: { blockNumber, blockTimestamp: at },
      ...{ eventType: 'swap', txnId: tx, eventIndex: logIndex, maker: args.trader, pairId: args.token },
      ...(args.isBuy ? { asset1In: eth, asset0Out: tokens } : { asset0In: tokens, asset1Out: eth }),
    }
  })
  expect(events.map(({ txnIndex: _, priceNative: __, reserves: ___, ...event }: Event) => event)).toEqual(wanted)
  const places = events.map((event: Event) => [event.block.blockNumber, event.txnIndex, event.eventIndex])
  expect(places.toSorted((a: number[], b: number[]) => compare(a, b))).toEqual(places)
  for (const { priceNative, reserves } of events) {
    expect(parseEther(priceNative)).toBeGreaterThan(0n)
    expect(parseEther(reserves.asset0)).toBeGreaterThan(0n)
  }
})

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}

test('every pair and asset of an event exists', async () => {
  const { block } = await get('latest-block')
  const { events } = await get(`events?fromBlock=0&toBlock=${block.blockNumber}`)
  for (const id of new Set<string>(events.map(({ pairId }: Event) => pairId))) {
    const { pair } = await get(`pair?id=${id}`)
    const created = raw.logs.find(({ name, args }) => name === 'TokenCreated' && args.token === id)
    expect(pair).toMatchObject({
      ...{ id, dexKey: 'slipway', asset0Id: id, asset1Id: zeroAddress, feeBps: 100 },
      ...{ createdAtBlockNumber: created?.block, createdAtBlockTimestamp: created?.at, createdAtTxnId: created?.tx },
      metadata: { chain: 'eip155:4663', creator: `eip155:4663:${created?.args.creator}` },
    })
    const { asset } = await get(`asset?id=${id}`)
    expect(asset).toMatchObject({
      id,
      decimals: 18,
      totalSupply: '1000000000',
      metadata: { asset: `eip155:4663/erc20:${id}` },
    })
  }
  expect((await get(`asset?id=${zeroAddress}`)).asset).toEqual({
    id: zeroAddress,
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
  })
})

test('bad requests are refused with what to send', async () => {
  const { block } = await get('latest-block')
  for (const query of [
    'events',
    'events?fromBlock=5&toBlock=4',
    `events?fromBlock=0&toBlock=${block.blockNumber + 1}`,
    'pair?id=7',
  ])
    expect([query, (await service.fetch(`/api/launchpad/market/${query}`)).status]).toEqual([query, 400])
  for (const path of ['asset', 'pair'])
    expect(
      (await service.fetch(`/api/launchpad/market/${path}?id=0x00000000000000000000000000000000000000aa`)).status,
    ).toBe(404)
})

/** The adapter as its runner loads it, without the types and helpers of its repository. */
async function loadAdapter() {
  const source = dimensionAdapter(FACTORY, '2026-11-17').replaceAll(/^import .*$/gm, '')
  const code = `const CHAIN = { ROBINHOOD: 'robinhood' }\n${stripTypeScriptTypes(source)}`
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).default
}

/** The helpers that the runner hands to an adapter, over the logs of the chain. */
function runnerOf(logs: unknown) {
  const createBalances = () => {
    const balances = {
      wei: 0n,
      addGasToken(wei: bigint) {
        balances.wei += wei
      },
    }
    return balances
  }
  const getLogs = async ({ target, eventAbi }: { target: string; eventAbi: string }) => {
    const parsed = parseEventLogs({ abi: [parseAbiItem(eventAbi)] as never, logs: logs as never, strict: true })
    return (parsed as unknown as Event[])
      .filter(({ address }) => address === target.toLowerCase())
      .map(({ args }) => args)
  }
  return { createBalances, getLogs }
}

const COLLECTED = keccak256(stringToHex('PoolFeesCollected(address,uint256,uint256,uint256)'))

/** The ETH of collected fees, by the first word of their logs. */
function collectedIn(logs: readonly { topics: Hex[]; data: Hex }[]): bigint {
  const own = logs.filter(({ topics }) => topics[0] === COLLECTED)
  return own.reduce((sum, { data }) => sum + BigInt(data.slice(0, 66)), 0n)
}

test('the adapter for DefiLlama counts the volume and the fees of the index', async () => {
  const adapter = await loadAdapter()
  expect(adapter).toMatchObject({ version: 2, chains: ['robinhood'], start: '2026-11-17' })
  const filter = { address: FACTORY, fromBlock: '0x0', toBlock: 'latest' }
  const logs = (await service.chain.upstream('eth_getLogs', [filter])) as { topics: Hex[]; data: Hex }[]
  const answer = await adapter.fetch(runnerOf(logs))
  const sumOf = (name: string, field: string) =>
    raw.logs.reduce((sum, log) => (log.name === name ? sum + (log.args[field] as bigint) : sum), 0n)
  const { block } = await get('latest-block')
  const { events } = await get(`events?fromBlock=0&toBlock=${block.blockNumber}`)
  const traded = events.reduce((sum: bigint, event: Event) => sum + parseEther(event.asset1In ?? event.asset1Out), 0n)
  expect(answer.dailyVolume.wei).toBe(traded)
  const graduation = sumOf('Graduated', 'fee')
  expect(graduation).toBeGreaterThan(0n)
  const fees = sumOf('Trade', 'fee') + collectedIn(logs) + graduation
  expect(answer.dailyFees.wei).toBe(fees)
  expect(answer.dailyRevenue.wei + answer.dailySupplySideRevenue.wei).toBe(fees)
  expect(answer.dailySupplySideRevenue.wei).toBeLessThanOrEqual((fees - graduation) / 2n)
})

test('the entry for the public list of hooks has the one permission of the launchpad', () => {
  const { hook, flags, properties } = hookEntry(FACTORY)
  expect(hook).toMatchObject({
    address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    chain: 'robinhood',
    chainId: 4663,
  })
  expect(hook.name.length).toBeLessThanOrEqual(100)
  expect(hook.description.length).toBeLessThanOrEqual(500)
  expect(Object.keys(flags)).toHaveLength(14)
  expect(Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))).toEqual(['beforeInitialize'])
  expect(properties).toEqual({
    ...{ dynamicFee: false, upgradeable: false, requiresCustomSwapData: false },
    ...{ vanillaSwap: true, swapAccess: 'none' },
  })
})

test('every event has the form of the adapter specification', async () => {
  const { block } = await get('latest-block')
  const { events } = await get(`events?fromBlock=0&toBlock=${block.blockNumber}`)
  for (const event of events) {
    expect([event.asset0In, event.asset1Out].every(Boolean)).not.toBe([event.asset1In, event.asset0Out].every(Boolean))
    expect(event.txnId as Hex).toMatch(/^0x[0-9a-f]{64}$/)
    for (const whole of [event.txnIndex, event.eventIndex, event.block.blockNumber, event.block.blockTimestamp])
      expect(Number.isInteger(whole)).toBe(true)
  }
})
