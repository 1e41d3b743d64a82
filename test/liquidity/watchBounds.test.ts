import { encodeAbiParameters, numberToHex, toEventSelector } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Lies } from '../setup/chain/rpcLies.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { approveEverything } from '../setup/liquidity/limits.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { createPositionBook, type PositionBook } from '../setup/liquidity/positionBook.ts'
import { followed, startWatches } from '../setup/liquidity/watchService.ts'

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

test('watches that are made at the same time are counted one after the other', async () => {
  await using watches = await startWatches(lp, { perDeveloperMax: 2 })
  const ids: string[] = []
  for (let n = 0; n < 10; n++) ids.push((await book.open('V3')).tokenId)
  // Every one gets a connection of its own.
  await Promise.all(ids.map(() => watches.call('GET', '')))
  const answers = await Promise.all(
    ids.map((tokenId) => watches.call('POST', '', { body: { protocol: 'V3', tokenId } })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect((await watches.call('GET', '')).body.watches).toHaveLength(2)
})

test('a v4 position with too many changes is refused before anything is read for each of them', async () => {
  const position = await book.open('V4')
  const minted = Number(await lp.devnet.client.getBlockNumber())
  for (let n = 0; n < 60; n++) await lp.devnet.client.request({ method: 'evm_mine', params: [] } as never)
  const words = ['int24', 'int24', 'int256', 'bytes32'].map((type) => ({ type }))
  const data = encodeAbiParameters(words, [0, 0, 1n, numberToHex(BigInt(position.tokenId), { size: 32 })])
  const statesOf = new Set<string>()
  const falsify: Lies['falsify'] = (method, result, params) => {
    if (method === 'eth_call' && Number(params[1]) > minted + 1) statesOf.add(String(params[1]))
    const [filter] = params as { topics?: unknown[] }[]
    const [log] = method === 'eth_getLogs' && filter?.topics?.length === 3 ? (result as object[]) : []
    if (!log) return result
    return Array.from({ length: 1_500 }, (_, n) => {
      const blockNumber = numberToHex(minted + 1 + (n % 60))
      return { ...log, data, blockNumber, logIndex: numberToHex(n) }
    })
  }
  await using watches = await startWatches(lp, { lies: { falsify } })
  const { body } = await watches.call('POST', '', { body: { protocol: 'V4', tokenId: position.tokenId } })
  const problem = await eventually(async () => (await watches.call('GET', `/${body.id}`)).body.problem)
  expect(problem).toMatch(/changed more than 1000 times/)
  expect(statesOf.size).toBeLessThan(30)
})

test('an emptied position whose logs are gone, or whose collections are, has no figures', async () => {
  const position = await book.open('V3')
  await book.trade('V3', '500')
  await book.act(position, '/lp/decrease', { liquidityPercentageToDecrease: 100 })
  const collect = toEventSelector('Collect(uint256,address,uint256,uint256)')
  for (const isGone of [() => true, (log: { topics: string[] }) => log.topics[0] === collect]) {
    const falsify: Lies['falsify'] = (method, result) =>
      method === 'eth_getLogs' ? (result as { topics: string[] }[]).filter((log) => !isGone(log)) : result
    await using watches = await startWatches(lp, { lies: { falsify } })
    const { body } = await watches.call('POST', '', { body: { protocol: 'V3', tokenId: position.tokenId } })
    const read = await eventually(async () => {
      const found = (await watches.call('GET', `/${body.id}`)).body
      return (found.problem ?? found.figures) && found
    })
    expect(read).toMatchObject({ figures: null, problem: expect.stringMatching(/do not add up/) })
  }
})

test('a node that takes too long for wide ranges of logs is asked for short ones', async () => {
  const position = await book.open('V3')
  await book.act(position, '/lp/increase', book.more())
  const unanswered = new Promise(() => {})
  let late = 0
  const falsify: Lies['falsify'] = (method, result, params) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    if (method === 'eth_call' && /^0x/.test(String(params[1]))) throw { code: -32_000, message: 'missing trie node' }
    if (method !== 'eth_getLogs' || Number(toBlock) - Number(fromBlock) < 20) return result
    late += 1
    return unanswered
  }
  await using watches = await startWatches(lp, { lies: { falsify }, deadlineMs: 1_500 })
  const { body } = await watches.call('POST', '', { body: { protocol: 'V3', tokenId: position.tokenId } })
  await book.compare(position, await followed(lp, watches, body.id))
  expect(late).toBeGreaterThan(0)
  // The next reads do not wait again.
  const before = late
  await book.act(position, '/lp/increase', book.more())
  await followed(lp, watches, body.id)
  expect(late - before).toBeLessThanOrEqual(1)
})

test('a position on another chain is watched where its node serves logs', async () => {
  const position = await book.open('V4')
  await using watches = await startWatches(lp, { chainId: 137 })
  const { body } = await watches.call('POST', '', { body: { protocol: 'V4', tokenId: position.tokenId, chainId: 137 } })
  expect(body).toMatchObject({
    chain: 'eip155:137',
    asset: expect.stringMatching(/^eip155:137\/erc721:0x\w{40}\/\d+$/),
  })
  await book.compare(position, await followed(lp, watches, body.id))
})
