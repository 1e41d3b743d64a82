import { generateKeyPairSync } from 'node:crypto'
import type { JWK } from 'jose'
import type { Address } from 'viem'
import { createChains } from '#chain/createChains.ts'
import type { BatchAttest } from '#core/Statement.ts'
import type { Context } from '#explain/Context.ts'
import { createAttest } from '#explain/createAttest.ts'
import { operations } from '#explain/operations.ts'
import { createApp } from '#http/createApp.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { plainOptions } from './appOptions.ts'
import type { TestDevnet } from './chain/devnet.ts'

const CHAIN = 4663
/** The key of statements in tests. */
export const STATEMENT_KEY = { kid: 'test', ...generateKeyPairSync('ed25519') }

const SIGNER = {
  issuer: 'https://slipway.example',
  jwks: {
    keys: [{ ...STATEMENT_KEY.publicKey.export({ format: 'jwk' }), kid: STATEMENT_KEY.kid, alg: 'EdDSA' } as JWK],
  },
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
export type Explained = any

type Answer = Promise<{ status: number; body: Explained }>
export type TestExplain = Disposable & { explain(body: object): Answer; get(path: string): Answer }

/** The statements of a service under test; a disagreement is printed. */
export function testAttest(chains: Context['chains'], launchpad?: Address, now: () => number = Date.now): BatchAttest {
  const context = { chains, launch: launchpad && launchOf(launchpad), signer: SIGNER, now }
  const refused = (facts: object) => console.error('two readings differ', facts)
  return createAttest(context, { key: STATEMENT_KEY, refused })
}

function launchOf(launchpad: Address): NonNullable<Context['launch']> {
  return { launchpad, feeSplitFactory: feeSplitFactoryOf(launchpad) }
}

/** POST /api/explain behind its fetch handler, on a development chain. */
export function startTestExplain(devnet: TestDevnet): TestExplain {
  const deployments = { [CHAIN]: devnetDeployment(devnet.description) }
  const chains = createChains({ rpcUrls: { [CHAIN]: [devnet.rpcUrl] }, deployments, deadlineMs: 15_000 })
  const launchpad = devnet.description.contracts['launchpad'] as Address
  const app = createApp(
    plainOptions(operations({ chains, launch: launchOf(launchpad), signer: SIGNER, now: Date.now }), {
      failed: (error) => console.error(error),
    }),
  )
  return {
    async explain(body) {
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify({ chainId: CHAIN, ...body }) }
      const response = await app.fetch(new Request('https://slipway.example/api/explain', request))
      return { status: response.status, body: await response.json() }
    },
    async get(path) {
      const response = await app.fetch(new Request(`https://slipway.example${path}`))
      return { status: response.status, body: await response.json() }
    },
    [Symbol.dispose]: () => chains.close(),
  }
}
