import { sql } from 'kysely'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createApp } from '#http/createApp.ts'
import { migrations } from '#launchpad/migrations.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { createSplit } from '../setup/launchpad/launchStates.ts'
import { createLegalActivity } from '../setup/launchpad/legalActivity.ts'
import { deployDonor } from '../setup/launchpad/poolHelpers.ts'
import { untilFollowed } from '../setup/launchpad/untilFollowed.ts'

const SEED = 4663
const ROUNDS = inject('deep') ? 40 : 5

let service: LaunchService
let helpers: Parameters<typeof createLegalActivity>[2]
beforeAll(async () => {
  service = await startLaunchService()
  const [ann, bob] = service.chain.accounts as [Address, Address]
  helpers = { donor: await deployDonor(service.chain, ann), split: await createSplit(service.chain) }
  await service.chain.mine([Launch.create(ann, { name: 'First', symbol: 'FIRST', value: 10n ** 17n })])
  const [{ token } = { token: ann }] = await service.chain.curves()
  await service.chain.mine([Launch.buy(bob, token, 10n ** 17n)])
  await untilFollowed(service)
})
afterAll(() => service?.[Symbol.asyncDispose]())

async function pathsOf(): Promise<string[]> {
  const [{ token } = { token: '' }] = await service.chain.curves()
  const [ann, bob] = service.chain.accounts
  const byToken = ['trades', 'holders', 'holders/history', 'early', 'claims', 'liquidity', 'traders', 'candles']
  return [
    'tokens?limit=5',
    'tokens?sort=volume&include=glance',
    `tokens?addresses=${token}`,
    'trades',
    ...byToken.map((list) => `${list}?address=${token}`),
    `wallets/${ann}`,
    `wallets/${bob}?open=true`,
    `creators/${ann}`,
    'market/latest-block',
    `market/pair?id=${token}`,
  ].map((path) => `/api/launchpad/${path}`)
}

/** The answer of an app that has kept nothing. */
async function makeNew(path: string): Promise<string> {
  const app = createApp(plainOptions(service.launchpad.operations))
  return (await app.fetch(new Request(`https://slipway.example${path}`))).text()
}

/** Everything kept equals what is made now, for as long as nothing is committed and no second ends. */
async function compare(): Promise<void> {
  for (const path of await pathsOf()) await compareOne(path)
}

async function compareOne(path: string): Promise<void> {
  const before = await makeNew(path)
  const kept = await (await service.fetch(path)).text()
  if ((await makeNew(path)) !== before) return compareOne(path)
  expect(kept).toBe(before)
}

test('an answer is never older than the index, also after blocks were replaced', { timeout: 300_000 }, async () => {
  for (const path of await pathsOf()) for (const _ of [1, 2]) await service.fetch(path)
  for (let round = 0; round < ROUNDS; round++) {
    const before = await service.chain.snapshot()
    await createLegalActivity(service.chain, SEED + round, helpers).run(3)
    await untilIndexed(service.database, service.chain)
    await compare()
    if (round % 2 === 1) continue
    await service.chain.revert(before)
    await createLegalActivity(service.chain, -SEED - round, helpers).run(4)
    await untilIndexed(service.database, service.chain)
    await compare()
    await untilFollowed(service)
    await compare()
  }
})

test('an answer that is kept is current with the first request after a commit', async () => {
  const path = '/api/launchpad/market/latest-block'
  for (let round = 0; round < 10; round++) {
    await service.chain.mine([])
    await untilIndexed(service.database, service.chain)
    const { number } = await service.chain.head()
    expect(await service.get(path)).toMatchObject({ block: { blockNumber: number } })
  }
})

test('an answer that did not change is not sent again', async () => {
  const path = '/api/launchpad/market/latest-block'
  await service.settled()
  const etag = (await service.fetch(path)).headers.get('etag') ?? ''
  const read = () => service.fetch(path, { headers: { 'if-none-match': etag } })
  expect((await read()).status).toBe(304)
  await service.chain.mine([])
  await service.settled()
  expect((await read()).status).toBe(200)
})

describe('each kind of commit renews the answers', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: [migrations] })
    await using indexing = await startLaunchService({ chain: service.chain, database })
    await untilFollowed(indexing)
  })
  afterAll(() => database?.[Symbol.asyncDispose]())

  test.each([
    ['of the indexer', 'market/latest-block', sql`update launch_chain set version = version + 1, block = block + 1`],
    ['of the follower of wallets', 'wallets/{ann}', sql`update launch_wallets_cursor set block = block + 1`],
    ['of a replaced block', 'market/latest-block', sql`update launch_chain set block_hash = '0x', block_time = 1`],
  ])('%s', async (_, path, commit) => {
    const { chain } = service
    await using reader = await startLaunchService({ chain, database, isIndexing: false })
    const read = () => reader.get(`/api/launchpad/${path.replace('{ann}', chain.accounts[0] as string)}`)
    const [, made, kept] = [await read(), await read(), await read()]
    expect(kept).toEqual(made)
    await commit.execute(database.kysely)
    expect(await read()).not.toEqual(kept)
  })
})
