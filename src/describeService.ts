import { SCOPES } from '#core/Access.ts'
import type { Database } from '#database/Database.ts'
import type { DatabaseReport, health } from '#discovery/health.ts'
import type { Status } from '#discovery/status.ts'
import type { Resources } from './app.ts'
import { chainReports } from './chainHealth.ts'

export const VERSION = '1.2.0'

/** Where the health document gets its facts from. */
export function healthSources({ config, database, chains, devnet, now }: Resources): Parameters<typeof health>[0] {
  const probeOrigins = { gateway: config.GATEWAY_ORIGIN, zeroService: config.ZERO_SERVICE_ORIGIN }
  const known = Object.entries(probeOrigins).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    version: VERSION,
    isDevnet: devnet !== undefined,
    database: () => databaseReport(database),
    chains: () => chainReports(chains),
    probeOrigins: Object.fromEntries(known),
    now,
  }
}

/** The parts without which nothing can be served. */
export async function unreadyParts({ database, chains }: Resources): Promise<string[]> {
  const { status } = await databaseReport(database)
  const parts = [status !== 'ok' && 'database', chainReports(chains)[0]?.status !== 'ok' && 'chain 4663']
  return parts.filter((part) => part !== false)
}

/** Health answers within 50 ms, so a database slower than that is told as unavailable. */
function databaseReport(database: Database): Promise<DatabaseReport> {
  return database.ping(40).then(
    (ms): DatabaseReport => ({ status: 'ok', latencyMs: Math.round(ms * 100) / 100 }),
    (): DatabaseReport => ({ status: 'unavailable', latencyMs: null }),
  )
}

/** What the status document says. */
export function describeService(resources: Resources, operations: number, startedAt: Date): Status {
  const { config, database, chains, devnet } = resources
  const at = (path: string) => config.baseUrl + path
  return {
    service: 'slipway',
    version: VERSION,
    network: devnet ? 'devnet' : 'live',
    ...(devnet && { warning: 'Chain 4663 is an embedded development chain here. Nothing on it has value.' }),
    startedAt,
    origins: { base: config.baseUrl, api: config.apiOrigin },
    documents: {
      health: at('/api/health'),
      openapi: at('/api/developer/openapi.json'),
      jwks: at('/.well-known/jwks.json'),
      ...(devnet && { devnet: at('/api/developer/devnet') }),
    },
    operations,
    authentication: {
      headers: ['x-api-key: <API_KEY>', 'Authorization: Bearer <API_KEY>'],
      issueKey: at('/api/developer/keys'),
      signIn: [at('/api/auth/siwe/nonce'), at('/api/auth/siwe/verify')],
      scopes: [...SCOPES],
    },
    chains: chains.facts.map(({ id }) => id),
    launchpad: { chainId: 4663, factory: devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY ?? null },
    database: { kind: database.kind, serverVersion: database.serverVersion, durability: database.durability },
    signers: 'none',
  }
}
