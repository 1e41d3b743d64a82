import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { seeded } from '../setup/chain/rpcLies.ts'
import { BURNED } from '../setup/launchpad/executed.ts'
import { createActivity } from '../setup/launchpad/launchActivity.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { openChain } from '../setup/launchpad/launchEndpoint.ts'
import { contentsOf, freshContents, startIndexing, untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { expectTruth } from '../setup/launchpad/launchTruth.ts'

let chain: Launch.LaunchChain
let rpc: FaultRpc
beforeAll(async () => {
  chain = await Launch.startLaunchChain()
  rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  await createActivity(chain, 1).run(40)
})
afterAll(() => rpc.close())

describe('after blocks were replaced every table equals a fresh index of the final chain', () => {
  test.each([1, 2, 7, 64])('%i deep, with other launches and trades in them', async (depth) => {
    using client = openChain(rpc.url)
    await using indexing = await startIndexing(client)
    const before = await chain.snapshot()
    await createActivity(chain, depth).run(depth, 8)
    await untilIndexed(indexing.database, chain)
    const replaced = await contentsOf(indexing.database)
    await chain.revert(before)
    await createActivity(chain, depth + 1000).run(depth + 2, 8)
    await untilIndexed(indexing.database, chain)
    const contents = await contentsOf(indexing.database)
    expect(contents).toEqual(await freshContents(chain))
    expect(contents).not.toEqual(replaced)
    expect(indexing.indexer.state()?.progress).toMatchObject({ reorgs: 1, gapsFilled: 0, alarms: 0 })
  })

  const seed = 4663
  const rounds = inject('deep') ? 1000 : 25
  test(`at random, ${rounds} times, seed ${seed}`, { timeout: rounds * 40_000 }, async () => {
    using client = openChain(rpc.url)
    await using indexing = await startIndexing(client)
    const random = seeded(seed)
    let reorgs = 0
    for (let round = 0; round < rounds; round++) {
      const before = await chain.snapshot()
      const depth = 1 + Math.floor(random() ** 3 * (inject('deep') ? 120 : 30))
      await createActivity(chain, seed + round).run(depth, 3)
      // In half of the runs this interrupts the index.
      if (random() < 0.5) await untilIndexed(indexing.database, chain)
      if (random() < 0.8) {
        await chain.revert(before)
        reorgs += 1
        await createActivity(chain, -seed - round).run(1 + Math.floor(random() * depth * 1.5), 3)
      }
    }
    await untilIndexed(indexing.database, chain)
    const contents = await contentsOf(indexing.database)
    expect(contents).toEqual(await freshContents(chain))
    await expectTruth(chain, contents)
    expect(reorgs).toBeGreaterThan(rounds / 2)
    expect(indexing.indexer.state()?.progress).toMatchObject({ gapsFilled: 0, alarms: 0 })
  })
})

test('a burn of a token that nobody has swapped since its graduation leaves the price of its last trade', async () => {
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client)
  const [ann, bob] = chain.accounts as [Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Rounded', symbol: 'ROUND', value: 333_333_333_333_333n })])
  const token = (await chain.curves()).at(-1)!.token
  await chain.mine([Launch.buy(bob, token, parseEther('1'))])
  // Rounding of sales adds up, so that the curve ends slightly below the opening price of the pool.
  await chain.mine(Array.from({ length: 40 }, (_, i) => Launch.sell(bob, token, 7n ** BigInt(10 + (i % 15)))))
  await chain.mine([Launch.buy(bob, token, parseEther('4'))])
  const burn = () => Launch.transfer(bob, token, { to: BURNED, amount: parseEther('1000') })
  await chain.mine([burn()])
  const before = await chain.snapshot()
  await chain.mine([burn()])
  await untilIndexed(indexing.database, chain)
  await chain.revert(before)
  await chain.mine()
  await untilIndexed(indexing.database, chain)
  expect(await contentsOf(indexing.database)).toEqual(await freshContents(chain))
})

test('a chain that went back and stays there rewinds the tables', async () => {
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client)
  const before = await chain.snapshot()
  await createActivity(chain, 77).run(5)
  await untilIndexed(indexing.database, chain)
  await chain.revert(before)
  await untilIndexed(indexing.database, chain)
  expect(await contentsOf(indexing.database)).toEqual(await freshContents(chain))
})

test('a restarted development chain is indexed from scratch, and one line says so', async () => {
  const upstream = { current: chain }
  const endpoint = await startFaultRpc({ upstreams: [(method, params) => upstream.current.upstream(method, params)] })
  using client = openChain(endpoint.url)
  const lines: string[] = []
  await using indexing = await startIndexing(client, { say: (line) => lines.push(line) })
  await untilIndexed(indexing.database, chain)
  const restarted = await Launch.startLaunchChain()
  await createActivity(restarted, 5).run(10)
  upstream.current = restarted
  await untilIndexed(indexing.database, restarted)
  expect(await contentsOf(indexing.database)).toEqual(await freshContents(restarted))
  expect(lines.filter((line) => line.includes('rebuilding the launch tables'))).toHaveLength(1)
  await endpoint.close()
})

test('on a live chain another history is refused, and nothing is lost', async () => {
  const upstream = { current: chain }
  const endpoint = await startFaultRpc({ upstreams: [(method, params) => upstream.current.upstream(method, params)] })
  using client = openChain(endpoint.url)
  const lines: string[] = []
  await using indexing = await startIndexing(client, { isDevnet: false, say: (line) => lines.push(line) })
  await untilIndexed(indexing.database, chain)
  const before = await contentsOf(indexing.database)
  upstream.current = await Launch.startLaunchChain()
  await expect
    .poll(() => indexing.indexer.problem())
    .toMatch(/The launch tables belong to the contract .* the history of that chain differs/)
  expect(await contentsOf(indexing.database)).toEqual(before)
  expect(lines.some((line) => line.includes('the history of that chain differs'))).toBe(true)
  await endpoint.close()
})
