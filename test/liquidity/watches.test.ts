import fc from 'fast-check'
import { sql } from 'kysely'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cases } from '../setup/cases.ts'
import type { Lies } from '../setup/chain/rpcLies.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { approveEverything } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import {
  type BookProtocol,
  createPositionBook,
  type Kept,
  type PositionBook,
  pair,
  sum,
} from '../setup/liquidity/positionBook.ts'
import { recountV3, recountV4 } from '../setup/liquidity/recountPosition.ts'
import * as Service from '../setup/liquidity/watchService.ts'

const OWNER = 5
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

let lp: TestLp
let book: PositionBook
beforeAll(async () => {
  lp = await startTestLp()
  book = createPositionBook(lp, OWNER)
  const { token0, token1 } = book.pool('V3')
  await approveEverything(lp, OWNER, [token0, token1])
})
afterAll(() => lp[Symbol.asyncDispose]())

const startWatches = (options?: Parameters<typeof Service.startWatches>[1]) => Service.startWatches(lp, options)
const followed = (watches: Service.Watching, id: string) => Service.followed(lp, watches, id)
const watch = async ({ call }: Service.Watching, { protocol, tokenId }: Kept): Promise<string> =>
  (await call('POST', '', { body: { protocol, tokenId } })).body.id

/** The same figures from logs that the service does not read. */
async function recount(position: Kept, { figures }: Body): Promise<void> {
  const [deposited, withdrawn, fees] = [figures.deposited, figures.withdrawn, figures.fees].map(pair) as [
    bigint[],
    bigint[],
    bigint[],
  ]
  const owed = await book.owed(position)
  const paidFees = fees.map((amount, side) => amount - (owed[side] ?? 0n))
  if (position.protocol === 'V3') {
    const raw = await recountV3(book, position)
    expect({ deposited, withdrawn, paid: sum(paidFees, withdrawn) }).toEqual(raw)
    return
  }
  const net = deposited.map((amount, side) => amount - (withdrawn[side] ?? 0n) - (paidFees[side] ?? 0n))
  expect(net).toEqual(await recountV4(book, position))
}

test.each(['V3', 'V4'] as const)('the history of a %s position equals the money that moved', async (protocol) => {
  await using watches = await startWatches()
  const position = await book.open(protocol)
  await book.trade(protocol, '2000')
  await book.act(position, '/lp/increase', book.more())
  const { status, body } = await watches.call('POST', '', { body: { protocol, tokenId: position.tokenId } })
  expect(status).toBe(201)
  expect(body).toMatchObject({ protocol, tokenId: position.tokenId, block: null, problem: null })
  expect(body.chain).toBe('eip155:4663')
  expect(body.asset).toMatch(new RegExp(`^eip155:4663/erc721:0x[0-9a-fA-F]{40}/${position.tokenId}$`))
  await book.compare(position, await followed(watches, body.id))
  await book.trade(protocol, '3000')
  await book.act(position, '/lp/claim_fees', {})
  await book.trade(protocol, '1000')
  await book.act(position, '/lp/decrease', { liquidityPercentageToDecrease: 40 })
  await book.trade(protocol, '4000')
  const midway = await followed(watches, body.id)
  await book.compare(position, midway)
  expect(BigInt(midway.figures.results.token1.lossAgainstHolding)).toBeGreaterThan(0n)
  const held = pair(midway.figures.holds)
  const before = [...position.book.withdrawn]
  await book.act(position, '/lp/decrease', { liquidityPercentageToDecrease: 100 })
  expect(sum(before, held)).toEqual(position.book.withdrawn)
  const closed = await followed(watches, body.id)
  await book.compare(position, closed)
  expect(closed.figures.liquidity).toBe('0')
})

type Step = { do: 'increase' | 'decrease' | 'claim' | 'trade'; percent: number; from: 'MOON' | 'DUSD' }

const histories: fc.Arbitrary<{ protocol: BookProtocol; steps: Step[] }> = fc.record({
  protocol: fc.constantFrom('V3', 'V4'),
  steps: fc.array(
    fc.record({
      do: fc.constantFrom('increase', 'decrease', 'claim', 'trade', 'trade'),
      percent: fc.integer({ min: 1, max: 60 }),
      from: fc.constantFrom('MOON', 'DUSD'),
    }),
    { minLength: 5, maxLength: 10 },
  ),
})

async function take(position: Kept, step: Step): Promise<void> {
  if (step.do === 'trade') return book.trade(position.protocol, String(step.percent * 20), step.from)
  if (step.do === 'increase') return book.act(position, '/lp/increase', book.more(String(step.percent)))
  if (step.do === 'decrease') return book.act(position, '/lp/decrease', { liquidityPercentageToDecrease: step.percent })
  if ((await book.owed(position)).some((amount) => amount > 0n)) await book.act(position, '/lp/claim_fees', {})
}

test('random histories equal the money that moved, and logs that the service does not read', async () => {
  await using watches = await startWatches()
  await fc.assert(
    fc.asyncProperty(histories, async ({ protocol, steps }) => {
      const position = await book.open(protocol)
      const id = await watch(watches, position)
      for (const step of steps) await take(position, step)
      const detail = await followed(watches, id)
      await book.compare(position, detail)
      await recount(position, detail)
      await watches.call('DELETE', `/${id}`)
    }),
    { numRuns: cases(6), seed: 35, endOnFailure: true },
  )
})

test('blocks that are replaced leave nothing behind', async () => {
  await using watches = await startWatches()
  const position = await book.open('V3')
  const { body } = await watches.call('POST', '', { body: { protocol: 'V3', tokenId: position.tokenId } })
  await followed(watches, body.id)
  const snapshot = await lp.devnet.snapshot()
  const before = structuredClone(position.book)
  await book.act(position, '/lp/increase', book.more())
  const increased = await followed(watches, body.id)
  expect(increased.moves).toHaveLength(2)
  await lp.devnet.revert(snapshot)
  position.book = before
  await book.trade('V3', '10')
  const { moves } = await eventually(async () => {
    const found = await followed(watches, body.id)
    return found.moves.length === 1 && found
  })
  expect(moves).toMatchObject([{ kind: 'deposit' }])
  await book.compare(position, await followed(watches, body.id))
})

test('a node that refuses or shortens logs is named, and other positions go on', async () => {
  const good = await book.open('V3')
  const bad = await book.open('V3')
  const topic = numberToHex(BigInt(bad.tokenId), { size: 32 })
  const falsify: Lies['falsify'] = (method, result, params) =>
    method === 'eth_getLogs' && JSON.stringify(params).includes(topic) ? [] : result
  await using watches = await startWatches({ lies: { falsify }, perDeveloperMax: 2 })
  const add = (tokenId: string) => watches.call('POST', '', { body: { protocol: 'V3', tokenId } })
  const [{ body: short }, { body: whole }] = [await add(bad.tokenId), await add(good.tokenId)]
  const problem = await eventually(async () => (await watches.call('GET', `/${short.id}`)).body.problem)
  expect(problem).toMatch(/do not add up to the liquidity/)
  expect((await watches.call('GET', `/${short.id}`)).body).toMatchObject({ figures: null, moves: [], block: null })
  await book.compare(good, await followed(watches, whole.id))
  expect((await add(good.tokenId)).body.id).toBe(whole.id)
  expect((await add('1')).body).toMatchObject({ code: 'failed_precondition' })
  expect((await watches.call('DELETE', `/${short.id}`)).status).toBe(204)
  watches.rpc.set({ lies: { maxLogRange: -1 } })
  const { body: refused } = await add('1')
  const reason = await eventually(async () => (await watches.call('GET', `/${refused.id}`)).body.problem)
  expect(reason).toMatch(/does not serve the logs of block \d+/)
})

test('a node that serves logs of three blocks at a time, and no old state, is asked range by range', async () => {
  const position = await book.open('V3')
  await book.act(position, '/lp/increase', book.more())
  const refused = { logs: 0, state: 0 }
  const falsify: Lies['falsify'] = (method, result, params) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 3) {
      refused.logs += 1
      throw { code: -32_005, message: 'block range is too wide, limited to 3 blocks' }
    }
    if (method === 'eth_call' && /^0x/.test(String(params[1]))) {
      refused.state += 1
      throw { code: -32_000, message: 'missing trie node' }
    }
    return result
  }
  await using watches = await startWatches({ lies: { falsify } })
  const { body } = await watches.call('POST', '', { body: { protocol: 'V3', tokenId: position.tokenId } })
  await book.compare(position, await followed(watches, body.id))
  expect(refused).toEqual({
    logs: expect.toSatisfy((count) => count > 0),
    state: expect.toSatisfy((count) => count > 0),
  })
})

test('a watch belongs to its developer, and bad requests say what to send', async () => {
  await using watches = await startWatches()
  const { call } = watches
  const { body } = await call('POST', '', { body: { protocol: 'V3', tokenId: '1' } })
  expect((await call('GET', '')).body.watches.map(({ id }: Body) => id)).toEqual([body.id])
  const key = 'dev_other'
  expect((await call('GET', '', { key })).body.watches).toEqual([])
  for (const method of ['GET', 'DELETE']) expect((await call(method, `/${body.id}`, { key })).status).toBe(404)
  for (const bad of [
    {},
    { protocol: 'V2', tokenId: '1' },
    { protocol: 'V3', tokenId: '-1' },
    { protocol: 'V3', tokenId: '1', chainId: 3 },
  ])
    expect((await call('POST', '', { body: bad })).status).toBe(400)
  expect((await call('POST', '', { body: { protocol: 'V4', tokenId: '999999' } })).status).toBe(404)
  expect((await call('GET', '/watch_1')).status).toBe(400)
})

test('the quota of watches holds for requests at the same time', async () => {
  await using watches = await startWatches({ perDeveloperMax: 2 })
  const positions = [await book.open('V3'), await book.open('V3'), await book.open('V3')]
  const create = ({ protocol, tokenId }: Kept) => watches.call('POST', '', { body: { protocol, tokenId } })
  const { created } = await watches.database.kysely.transaction().execute(async (tx) => {
    // Nobody can insert, so that every request counts before any of them has inserted.
    await sql`lock table lp_watches in exclusive mode`.execute(tx)
    const pending = Promise.all(positions.map(create))
    await eventually(async () => (await waiting(watches)) === positions.length)
    return { created: pending }
  })
  expect((await created).map(({ status }) => status).toSorted()).toEqual([201, 201, 400])
})

/** Transactions of the service that wait for a lock. */
async function waiting({ database }: Service.Watching): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely)
  return rows[0]?.count ?? 0
}
