import { sql } from 'kysely'
import { type Address, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'
import { SWAP } from '#launchpad/indexer/chain/Event.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'
import type { Upstream } from '../setup/chain/rpcLies.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { openChain } from '../setup/launchpad/launchEndpoint.ts'
import { contentsOf, freshContents, startIndexing, untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { startLaunchService } from '../setup/launchpad/launchService.ts'
import { expectTruth } from '../setup/launchpad/launchTruth.ts'

const WIDTH = 200
const COUNT = 12
const ratio = Number(Curve.pool.sqrtPriceX96) / 2 ** 96
const opening = Math.floor((2 * Math.log(ratio)) / Math.log(1.0001) / WIDTH) * WIDTH

let chain: Launch.LaunchChain
let rpc: FaultRpc
let ann: Address
let token: Address
beforeAll(async () => {
  chain = await Launch.startLaunchChain()
  rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  ann = chain.accounts[0]!
  await chain.mine([
    Launch.create(ann, { name: 'Pooled', symbol: 'POOL', value: parseEther('5') }),
    Launch.create(ann, { name: 'Curved', symbol: 'CURVE', value: parseEther('0.1') }),
  ])
  token = (await chain.curves())[0]!.token
})
afterAll(() => rpc.close())

const swaps = (count: number) =>
  chain.mine(Array.from({ length: count }, () => Launch.swapIn(ann, token, parseEther('0.06'))))
async function idle(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) await chain.mine()
}

/** Narrow positions of different sizes, one below the other: a swap hardly moves without leaving one for the next. */
function positions(): Launch.Sending[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const tickUpper = opening - (index + 1) * WIDTH
    const liquidity = Curve.pool.liquidity / BigInt(2 + (index % 3))
    return Launch.addPosition(ann, token, { tickLower: tickUpper - WIDTH, tickUpper, liquidity })
  }).flat()
}

describe('swaps over the edges of other people’s positions', () => {
  test('are indexed at once, all of a block', async () => {
    using client = openChain(rpc.url)
    await using indexing = await startIndexing(client)
    await chain.mine(positions())
    await untilIndexed(indexing.database, chain)
    rpc.count.methods = {}
    await swaps(COUNT)
    await untilIndexed(indexing.database, chain)
    const { rows } = await sql`select from launch_trades where venue = 'pool'`.execute(indexing.database.kysely)
    expect(rows).toHaveLength(COUNT)
    // Each follows from the price and the liquidity before it.
    expect(indexing.indexer.state()?.cursor.acceptedSwaps.size).toBe(0)
    expect(rpc.count.methods['eth_getLogs']).toBeLessThan(6)
  })

  test('cost little in a history, and none that a node hides is lost', async () => {
    await swaps(1)
    await idle(3)
    await swaps(1)
    await idle(80)
    const whole = await freshContents(chain)
    rpc.count.methods = {}
    using honest = openChain(rpc.url)
    await using indexing = await startIndexing(honest)
    await untilIndexed(indexing.database, chain)
    expect(await contentsOf(indexing.database)).toEqual(whole)
    expect(rpc.count.methods['eth_getLogs']).toBeLessThan(40)

    const logs = (await chain.upstream('eth_getLogs', [{ fromBlock: '0x0', topics: [SWAP] }])) as RawLog[]
    for (const hidden of [logs.at(-2)!, logs.at(3)!]) {
      const liar = await startFaultRpc({ upstreams: [hiding(chain.upstream, hidden)] })
      using client = openChain(liar.url)
      await using lied = await startIndexing(client)
      await untilIndexed(lied.database, chain)
      expect(await contentsOf(lied.database)).toEqual(whole)
      await liar.close()
    }
  })
})

test('sales in the pool, and fees collected in tokens, are reported exactly', async () => {
  const [, bob] = chain.accounts as [Address, Address]
  const amount = parseEther('1000000')
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client)
  await chain.mine([Launch.transfer(ann, token, { to: bob, amount: amount * 3n })])
  await chain.mine([...Launch.swapOut(bob, token, amount), Launch.claim(ann, token)])
  await chain.mine([Launch.swapIn(bob, token, parseEther('0.01')), ...Launch.swapOut(bob, token, amount)])
  await chain.mine([Launch.claim(ann, token)])
  await untilIndexed(indexing.database, chain)
  type Sale = { trader: string; tokens: string; is_buy: boolean }
  const { rows } = await sql<Sale>`
    select trader, tokens, is_buy from launch_trades order by position desc limit 3`.execute(indexing.database.kysely)
  const trader = bob.toLowerCase()
  const sale = { trader, tokens: String(amount), is_buy: false }
  expect(rows).toEqual([sale, expect.objectContaining({ trader, is_buy: true }), sale])
  const contents = await contentsOf(indexing.database)
  await expectTruth(chain, contents)
  expect(contents).toEqual(await freshContents(chain))
  expect(indexing.indexer.state()?.progress).toMatchObject({ gapsFilled: 0, alarms: 0 })
})

test('tables that differ from the chain without a missing log are reported once, and indexing continues', async () => {
  using client = openChain(rpc.url)
  const lines: string[] = []
  await using indexing = await startIndexing(client, { say: (line) => lines.push(line) })
  await untilIndexed(indexing.database, chain)
  expect(lines.find((line) => line.includes('read the history of launches'))).toMatch(
    /"block":\d+,"head":\d+,"eventsPerSecond":\d+/,
  )
  await sql`update launch_curves set real_eth = real_eth + 1 where not graduated`.execute(indexing.database.kysely)
  const progress = () => indexing.indexer.state()?.progress
  await idle(60)
  await expect.poll(() => progress()?.alarms).toBe(1)
  rpc.count.methods = {}
  await idle(60)
  await untilIndexed(indexing.database, chain)
  await idle(60)
  await untilIndexed(indexing.database, chain)
  expect(lines.filter((line) => line.includes('differ from the chain'))).toHaveLength(1)
  expect(progress()).toMatchObject({ alarms: 1, gapsFilled: 0 })
  expect(rpc.count.methods['eth_getLogs'] ?? 0).toBeLessThan(10)
  // Once put right it counts as right, and the next difference is an alarm again.
  const change = (by: number) =>
    sql`update launch_curves set real_eth = real_eth + ${by} where not graduated`.execute(indexing.database.kysely)
  await change(-1)
  await expect.poll(() => idle(60).then(() => indexing.indexer.state()?.audits.unexplained.size)).toBe(0)
  await change(5)
  await expect.poll(() => idle(60).then(() => progress()?.alarms)).toBe(2)
})

test.each(['fee_growth0', 'fee_growth1', 'sqrt_price_x96'])(
  '%s of a pool is held against the pool manager’s own',
  async (column) => {
    using client = openChain(rpc.url)
    const lines: string[] = []
    await using indexing = await startIndexing(client, { say: (line) => lines.push(line) })
    await untilIndexed(indexing.database, chain)
    const name = sql.ref(column)
    await sql`update launch_curves set ${name} = ${name} + 1 where graduated`.execute(indexing.database.kysely)
    await expect.poll(() => idle(60).then(() => indexing.indexer.state()?.progress.alarms)).toBe(1)
    expect(lines.find((line) => line.includes('differ from the chain'))).toMatch(/pool price|fee growth/)
  },
)

describe('a node of somebody else that hangs', () => {
  test('does not rewind the tables', async () => {
    const back = { blocks: 0 }
    const node = await startFaultRpc({ upstreams: [behind(chain, back)] })
    using client = openChain(node.url)
    await using indexing = await startIndexing(client, { isDevnet: false })
    await untilIndexed(indexing.database, chain)
    back.blocks = 5
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await untilIndexed(indexing.database, chain, 1)
    expect(indexing.indexer.state()?.progress.reorgs).toBe(0)
    await node.close()
  })

  test('is reported by the age of its newest block', async () => {
    let ahead = 0
    await using service = await startLaunchService({ chain, isDevnet: false, now: () => Date.now() + ahead })
    await chain.mine()
    await service.settled()
    await expect.poll(() => service.launchpad.status().problem).toBeUndefined()
    ahead = 90_000
    expect(service.launchpad.status().problem).toMatch(/the node's newest block is \d+ s old/)
  })
})

type RawLog = { blockNumber: string; logIndex: string }

/** A node whose queries never have this log; its receipts do. */
function hiding(upstream: Upstream, { blockNumber, logIndex }: RawLog): Upstream {
  return async (method, params) => {
    const result = await upstream(method, params)
    if (method !== 'eth_getLogs') return result
    return (result as RawLog[]).filter((log) => log.blockNumber !== blockNumber || log.logIndex !== logIndex)
  }
}

/** A node whose newest block is some blocks old. */
function behind({ head, upstream }: Launch.LaunchChain, back: { blocks: number }): Upstream {
  return async (method, params) => {
    if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return upstream(method, params)
    return upstream(method, [toHex((await head()).number - back.blocks), false])
  }
}
