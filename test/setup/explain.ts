import type { Address } from 'viem'
import { createChains } from '#chain/createChains.ts'
import { operations } from '#explain/operations.ts'
import { createApp } from '#http/createApp.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { plainOptions } from './appOptions.ts'
import type { TestDevnet } from './chain/devnet.ts'

const CHAIN = 4663

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
export type Explained = any

export type TestExplain = Disposable & { explain(body: object): Promise<{ status: number; body: Explained }> }

/** POST /api/explain behind its fetch handler, on a development chain. */
export function startTestExplain(devnet: TestDevnet): TestExplain {
  const deployments = { [CHAIN]: devnetDeployment(devnet.description) }
  const chains = createChains({ rpcUrls: { [CHAIN]: [devnet.rpcUrl] }, deployments, deadlineMs: 15_000 })
  const launchpad = devnet.description.contracts['launchpad'] as Address
  const launch = { launchpad, feeSplitFactory: feeSplitFactoryOf(launchpad) }
  const app = createApp(
    plainOptions(operations({ chains, launch, now: Date.now }), { failed: (error) => console.error(error) }),
  )
  return {
    async explain(body) {
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify({ chainId: CHAIN, ...body }) }
      const response = await app.fetch(new Request('https://slipway.example/api/explain', request))
      return { status: response.status, body: await response.json() }
    },
    [Symbol.dispose]: () => chains.close(),
  }
}
