import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { type Logged, readRawChain } from '../setup/launchpad/rawChain.ts'

let service: LaunchService
let token: Address
let claimed: Logged[]

beforeAll(async () => {
  service = await startLaunchService()
  const { chain } = service
  const [ann, bob] = chain.accounts as [Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Claimed', symbol: 'CLAIM' })])
  token = (await chain.curves()).at(-1)?.token as Address
  for (let round = 1n; round <= 5n; round++) {
    await chain.wait(1_000)
    await chain.mine([Launch.buy(bob, token, parseEther('0.1') * round), Launch.claim(ann, token)])
    // A claim of nothing.
    await chain.mine([Launch.claim(ann, token)])
  }
  // Graduation: later fees are collected from the pool first.
  await chain.mine([Launch.buy(bob, token, parseEther('4'))])
  await chain.mine([Launch.swapIn(bob, token, parseEther('0.5'))])
  await chain.mine([Launch.claim(ann, token)])
  await service.settled()
  const { logs } = await readRawChain(chain)
  claimed = logs.filter(({ name, args }) => name === 'FeesClaimed' && args.token === token && args.amount > 0n)
})
afterAll(() => service?.[Symbol.asyncDispose]())

const read = (query: string) => service.get(`/api/launchpad/claims?address=${token}${query}`)
const sum = (logs: readonly Logged[]) => String(logs.reduce((total, { args }) => total + (args.amount as bigint), 0n))
const lines = (logs: readonly Logged[]) =>
  logs.toReversed().map(({ args, at, block, logIndex, tx }) => ({
    ...{ amountEth: String(args.amount), timestamp: new Date(at * 1000).toISOString(), block, logIndex },
    transactionHash: tx,
  }))

test('claims are those of the raw logs, newest first, and their sum is the claimed one', async () => {
  expect(claimed.length).toBe(6)
  const body = await read('')
  expect(body).toMatchObject({ total: 6, totalEth: sum(claimed), totalUsd: null, claims: lines(claimed) })
  const { creatorFees } = await service.get(`/api/launchpad/token?address=${token}`)
  expect(body.totalEth).toBe(creatorFees.claimed)
})

test('every time range has the claims between its ends, both included', async () => {
  for (const first of claimed)
    for (const last of claimed) {
      const own = claimed.filter(({ at }) => at >= first.at && at <= last.at)
      const [since, until] = [first, last].map(({ at }) => new Date(at * 1000).toISOString())
      const body = await read(`&since=${since}&until=${until}`)
      expect(body).toMatchObject({ total: own.length, totalEth: sum(own), claims: lines(own) })
    }
  const after = new Date((claimed[2] as Logged).at * 1000 + 1).toISOString()
  expect((await read(`&since=${after}`)).claims).toEqual(lines(claimed.slice(3)))
})

test('claims come in pages', async () => {
  const pages: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = await read(`&limit=4${cursor && `&cursor=${cursor}`}`)
    pages.push(...page.claims)
    if (!page.nextCursor) break
    cursor = encodeURIComponent(page.nextCursor)
  }
  expect(pages).toEqual(lines(claimed))
})

test('bad requests are refused with what to send', async () => {
  for (const query of ['&since=yesterday', '&until=5', '&cursor=zzz'])
    expect([query, (await service.fetch(`/api/launchpad/claims?address=${token}${query}`)).status]).toEqual([
      query,
      400,
    ])
  const [stranger] = service.chain.accounts
  expect((await service.fetch(`/api/launchpad/claims?address=${stranger}`)).status).toBe(404)
})
