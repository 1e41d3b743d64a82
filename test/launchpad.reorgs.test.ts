import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FaultRpc, startFaultRpc } from './setup/faultRpc.ts'
import { createActivity } from './setup/launchActivity.ts'
import { type LaunchChain, startLaunchChain } from './setup/launchChain.ts'
import { contentsOf, freshContents, openChain, startIndexing, untilIndexed } from './setup/launchIndex.ts'

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
    await createActivity(chain, depth).run(depth)
    await untilIndexed(indexing.database, chain)
    const replaced = await contentsOf(indexing.database)
    await chain.revert(before)
    await createActivity(chain, depth + 1000).run(depth + 2)
    await untilIndexed(indexing.database, chain)
    const contents = await contentsOf(indexing.database)
    expect(contents).toEqual(await freshContents(chain))
    expect(contents).not.toEqual(replaced)
    expect(indexing.indexer.follower()?.progress).toMatchObject({ reorgs: 1, heals: 0, alarms: 0 })
  })
})
