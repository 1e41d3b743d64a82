import { createChains } from '#chain/createChains.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import type { Devnet } from '#devnet/startDevnet.ts'
import { devnetLaunchpad } from '#launchpad/contract/launchpad.generated.ts'
import { createMetrics } from '#observability/metrics.ts'
import { createService } from '../../src/app/createService.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogs } from '../../src/observability/createLogs.ts'

/** The operations of a service with a development chain. Nothing is opened: they are data, and no handler runs. */
export async function listOperations(): Promise<readonly Operation[]> {
  const config = readConfig({ BOXES_MAX: '0' })
  const chains = createChains({ rpcUrls: {} })
  const service = await createService({
    config,
    database: emptyDatabase(),
    chains,
    devnet: undeployed(),
    secrets: { current: new Uint8Array(48) },
    metrics: createMetrics(),
    logs: createLogs('silent', { write: () => {} }),
    now: Date.now,
  })
  chains.close()
  return service.operations
}

function undeployed(): Devnet {
  const contracts = { launchpad: devnetLaunchpad.address }
  return { rpcUrl: 'http://127.0.0.1:8545', description: { contracts, tokens: [] } } as unknown as Devnet
}

/** A database without rows: every property is a function, and every result is empty. */
function emptyDatabase(): Database {
  const nothing: object = new Proxy(() => {}, { get: (_, name) => memberOf(name, nothing), apply: () => nothing })
  const database = { ping: async () => 0 }
  const get = (_: object, name: string | symbol) => (name === 'ping' ? database.ping : memberOf(name, nothing))
  return new Proxy(database, { get }) as unknown as Database
}

function memberOf(name: string | symbol, nothing: object): unknown {
  // Without `then`, so that it can be awaited.
  if (name === 'then') return undefined
  return name === Symbol.iterator ? () => [][Symbol.iterator]() : nothing
}
