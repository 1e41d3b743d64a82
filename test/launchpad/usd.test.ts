import { type Address, encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ETH_USD_FEED } from '#devnet/addresses.ts'
import { TestPriceFeed } from '#devnet/contracts.generated.ts'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

const MAX_AGE = 3_600

let service: LaunchService
let ann: Address
let token: Address
/** How far the server's clock is ahead of this machine's, in milliseconds. */
let ahead = 0
beforeAll(async () => {
  const usdFeed = { address: ETH_USD_FEED, maxAgeSeconds: MAX_AGE }
  service = await startLaunchService({ usdFeed, now: () => Date.now() + ahead })
  ;[ann] = service.chain.accounts as [Address]
  await service.chain.mine([Launch.create(ann, { name: 'Harbour', symbol: 'HRBR', value: parseEther('0.1') })])
  await service.settled()
  token = (await service.chain.curves()).at(-1)?.token as Address
})
afterAll(() => service[Symbol.asyncDispose]())

async function setFeed(answer: bigint, age = 0n): Promise<void> {
  const data = encodeFunctionData({ abi: TestPriceFeed.abi, functionName: 'set', args: [answer, age] })
  await service.chain.mine([{ from: ann, to: ETH_USD_FEED, data }])
  ahead += 11_000
}

const read = () => service.get(`/api/launchpad/token?address=${token}`)

/** The product in plain digits, 12 of them after the point. */
function dollarsOf(wei: string, cents: bigint): string {
  const digits = String((BigInt(wei) * cents) / 10n ** 8n).padStart(13, '0')
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
}

test('a token, the list and the totals have dollars with their source', async () => {
  const [detail, { tokens, usdSource }, stats] = await Promise.all([
    read(),
    service.get('/api/launchpad/tokens'),
    service.get('/api/launchpad/stats'),
  ])
  expect(detail.usdSource).toMatchObject({
    feed: ETH_USD_FEED,
    description: 'ETH / USD, test price of the development chain',
    ethUsd: '2500',
    isStale: false,
  })
  expect(usdSource.ethUsd).toBe('2500')
  expect(stats.usdSource.ethUsd).toBe('2500')
  for (const record of [detail, tokens[0]]) {
    expect(record.priceUsd).toBe(dollarsOf(record.priceEth, 250_000n))
    expect(record.marketCapUsd).toBe(dollarsOf(record.marketCapEth, 250_000n))
    expect(record.volume24hUsd).toBe('250')
  }
  expect(stats.volume24hUsd).toBe(dollarsOf(stats.volume24hEth, 250_000n))
})

test('a new price changes the dollars of a token that has not traded', async () => {
  await setFeed(312_055_000_000n)
  await eventually(async () => (await read()).usdSource.ethUsd === '3120.55', { what: 'the new price' })
  const { priceEth, priceUsd } = await read()
  expect(priceUsd).toBe(dollarsOf(priceEth, 312_055n))
})

test('an old price is marked as stale, and stays stale while the feed cannot be read', async () => {
  await setFeed(200_000_000_000n, BigInt(MAX_AGE + 100))
  await eventually(async () => (await read()).usdSource.isStale, { what: 'the stale price' })
  expect((await read()).usdSource.ageSeconds).toBeGreaterThan(MAX_AGE)
  await setFeed(200_000_000_000n)
  await eventually(async () => !(await read()).usdSource.isStale, { what: 'the fresh price' })
})

test('a price of zero or below is ignored, and the last price ages instead', async () => {
  await setFeed(-1n)
  await read()
  ahead += MAX_AGE * 1000
  await eventually(async () => (await read()).usdSource.isStale, { what: 'the stale price' })
  expect((await read()).usdSource.ethUsd).toBe('2000')
})

test('without a feed, or at an address without one, there are no dollars', async () => {
  for (const usdFeed of [undefined, { address: ann, maxAgeSeconds: MAX_AGE }]) {
    await using plain = await startLaunchService({
      chain: service.chain,
      isIndexing: false,
      ...(usdFeed && { usdFeed }),
    })
    const detail = await plain.get(`/api/launchpad/token?address=${token}`)
    expect(detail).toMatchObject({ usdSource: null, priceUsd: null, marketCapUsd: null, volume24hUsd: null })
    expect(BigInt(detail.priceEth)).toBeGreaterThan(0n)
  }
})
