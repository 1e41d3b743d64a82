import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type FaultRpc, startFaultRpc } from './setup/chain/faultRpc.ts'
import { seeded } from './setup/chain/rpcLies.ts'
import { createActivity } from './setup/launch/launchActivity.ts'
import { type LaunchChain, startLaunchChain } from './setup/launch/launchChain.ts'
import { openChain } from './setup/launch/launchEndpoint.ts'
import { contentsOf, freshContents, startIndexing, untilIndexed } from './setup/launch/launchIndex.ts'
import { expectTruth } from './setup/launch/launchTruth.ts'

let chain: LaunchChain
let rpc: FaultRpc
beforeAll(async () => {
  chain = await startLaunchChain()
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
  test(`at random, ${rounds} times, seed ${seed}`, { timeout: rounds * 4_000 }, async () => {
    using client = openChain(rpc.url)
    await using indexing = await startIndexing(client)
    const random = seeded(seed)
    let reorgs = 0
    for (let round = 0; round < rounds; round++) {
      const before = await chain.snapshot()
      const depth = 1 + Math.floor(random() ** 3 * (inject('deep') ? 120 : 30))
      await createActivity(chain, seed + round).run(depth, 3)
      // Half of the time the index is caught in the middle of it.
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

test('a chain that went back and stays there takes the tables with it', async () => {
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client)
  const before = await chain.snapshot()
  await createActivity(chain, 77).run(5)
  await untilIndexed(indexing.database, chain)
  await chain.revert(before)
  await untilIndexed(indexing.database, chain)
  expect(await contentsOf(indexing.database)).toEqual(await freshContents(chain))
})

test('a development chain that was restarted is indexed anew, and one line says so', async () => {
  const upstream = { current: chain }
  const endpoint = await startFaultRpc({ upstreams: [(method, params) => upstream.current.upstream(method, params)] })
  using client = openChain(endpoint.url)
  const lines: string[] = []
  await using indexing = await startIndexing(client, { say: (line) => lines.push(line) })
  await untilIndexed(indexing.database, chain)
  const restarted = await startLaunchChain()
  await createActivity(restarted, 5).run(10)
  upstream.current = restarted
  await untilIndexed(indexing.database, restarted)
  expect(await contentsOf(indexing.database)).toEqual(await freshContents(restarted))
  expect(lines.filter((line) => line.includes('the launch tables are rebuilt'))).toHaveLength(1)
  await endpoint.close()
})

test('on a chain that is no development chain another history is refused, and nothing is lost', async () => {
  const upstream = { current: chain }
  const endpoint = await startFaultRpc({ upstreams: [(method, params) => upstream.current.upstream(method, params)] })
  using client = openChain(endpoint.url)
  const lines: string[] = []
  await using indexing = await startIndexing(client, { isDevnet: false, say: (line) => lines.push(line) })
  await untilIndexed(indexing.database, chain)
  const before = await contentsOf(indexing.database)
  upstream.current = await startLaunchChain()
  await expect.poll(() => indexing.indexer.problem(), { timeout: 10_000 }).toMatch(/another one or has another history/)
  expect(await contentsOf(indexing.database)).toEqual(before)
  expect(lines.some((line) => line.includes('another history'))).toBe(true)
  await endpoint.close()
})
