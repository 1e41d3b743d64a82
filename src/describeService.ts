import { SCOPES } from '#core/Access.ts'
import { databaseProblems, type health } from '#discovery/health.ts'
import type { Status } from '#discovery/status.ts'
import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Resources } from './Resources.ts'
import { chainReports } from './watchChain.ts'
import type { DatabaseWatch } from './watchDatabase.ts'

export const VERSION = '1.2.0'

/** Where the health document gets its facts from. */
export function healthSources(resources: Resources, database: DatabaseWatch): Parameters<typeof health>[0] {
  const { config, chains, devnet, now } = resources
  const probeOrigins = { gateway: config.GATEWAY_ORIGIN, zeroService: config.ZERO_SERVICE_ORIGIN }
  const known = Object.entries(probeOrigins).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    version: VERSION,
    isDevnet: devnet !== undefined,
    database: database.report,
    chains: () => chainReports(chains, devnet !== undefined),
    probeOrigins: Object.fromEntries(known),
    now,
  }
}

type Watched = { database: DatabaseWatch; launchpad: Launchpad | undefined }

export type Readiness = { unready: string[]; degraded: string[] }

/** Without its database nothing is served; without the chain or the index, what does not need them still is. */
export function readinessOf({ chains, devnet }: Resources, { database, launchpad }: Watched): Readiness {
  const report = database.report()
  const stale = launchpad?.status().problem
  const degraded = [
    ...databaseProblems(report),
    ...(chainReports(chains, devnet !== undefined)[0]?.status === 'ok' ? [] : ['chain 4663']),
    ...(stale === undefined ? [] : [`launch index (${stale})`]),
  ]
  return { unready: report.status === 'unavailable' ? degraded : [], degraded }
}

type Known = { operations: number; startedAt: Date; boxes: Status['boxes']['isolation'] | undefined }

/** What the status document says. */
export function describeService(resources: Resources, { operations, startedAt, boxes }: Known): Status {
  const { config, database, chains, devnet } = resources
  const at = (path: string) => config.baseUrl + path
  const factory = devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY ?? null
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
      ...(factory && { launchpad: at(`/.well-known/${config.CHAIN_PREFIX}-launchpad.json`) }),
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
    launchpad: { chainId: 4663, factory },
    database: { kind: database.kind, serverVersion: database.serverVersion, durability: database.durability },
    boxes: { running: boxes !== undefined, isolation: boxes ?? null },
    signers: 'none',
  }
}
