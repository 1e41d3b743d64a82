import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestDevnet, type TestDevnet, withQuickSends } from '../chain/devnet.ts'
import { startTestLp, type TestLp } from './lp.ts'

/** One devnet and its liquidity API for the tests of a file, each of which starts from the same state. */
export function withFreshLp(ready: (started: { devnet: TestDevnet; lp: TestLp }) => void): void {
  let devnet: TestDevnet
  let lp: TestLp
  let snapshot: Hex
  beforeAll(async () => {
    devnet = withQuickSends(await startTestDevnet())
    lp = await startTestLp({ devnet })
    snapshot = await devnet.snapshot()
    ready({ devnet, lp })
  })
  beforeEach(async () => {
    await devnet.revert(snapshot)
    snapshot = await devnet.snapshot()
  })
  afterAll(async () => {
    await lp[Symbol.asyncDispose]()
    await devnet[Symbol.asyncDispose]()
  })
}
