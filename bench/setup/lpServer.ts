import type { ChainsOptions } from '#chain/createChains.ts'
import { createChains } from '#chain/createChains.ts'
import type { Attest } from '#core/Statement.ts'
import { describe } from '#devnet/describe.ts'
import { type App, createApp } from '#http/createApp.ts'
import { listen } from '#http/listen.ts'
import { operations } from '#liquidity/operations.ts'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { plainOptions } from '../../test/setup/appOptions.ts'
import { testAttest } from '../../test/setup/explain.ts'

const UNSIGNED: Attest = { transaction: async () => '', message: async () => '' }

/** The liquidity API over a development chain, without keys or limits of its own; `isUnsigned`: without statements. */
export function createLpApp(
  rpcUrl: string,
  options: ChainsOptions['deployments'] = {},
  { isUnsigned = false } = {},
): App {
  const deployment = { ...devnetDeployment(describe(rpcUrl)), ...options[4663] }
  const chains = createChains({ rpcUrls: { 4663: [rpcUrl] }, deployments: { 4663: deployment } })
  const attest = isUnsigned ? UNSIGNED : testAttest(chains)
  return createApp(
    plainOptions(operations({ chains, now: Date.now, attest, admissionUrl: () => '' }), {
      authenticate,
    }),
  )
}

function authenticate() {
  return {
    kind: 'key',
    address: '',
    developerId: 'dev',
    subject: 'wallet:0x1',
    keyId: 'key',
    scopes: ['api:*'],
  } as const
}

process.on('SIGINT', () => process.exit(0))
const [kind, argument = ''] = process.argv.slice(2)
if (process.send && kind === 'lp') {
  const { url } = await listen(createLpApp(argument), { host: '127.0.0.1', port: 0 })
  process.send(url)
}
