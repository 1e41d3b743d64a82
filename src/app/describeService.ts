import { SCOPES } from '#core/Access.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { VERSION } from '#core/version.ts'
import { DEVNET_WARNING, type Deployment, documentsOf } from '#discovery/Deployment.ts'
import type { Status } from '#discovery/status.ts'
import { databaseProblems, type health } from '#health/health.ts'
import { chainReports } from '#health/watchChain.ts'
import type { DatabaseWatch } from '#health/watchDatabase.ts'
import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Resources } from './Resources.ts'

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

type BoxIsolation = Status['isolation'] | undefined

/** Whether all is well, for one who reads a line. */
export function healthLine(degraded: readonly string[]): string {
  return degraded.length === 0 ? 'ok: database, chain 4663 and launch index work' : `degraded: ${degraded.join(', ')}`
}

/** What the status document says. */
export function describeService(resources: Resources, deployment: Deployment, boxes: BoxIsolation): Status {
  const { config, database, chains, devnet } = resources
  const at = (path: string) => config.baseUrl + path
  const { operations, tools, startedAt } = deployment
  return {
    status: 'ok',
    service: 'slipway',
    version: VERSION,
    network: devnet ? 'devnet' : 'live',
    ...(devnet && { warning: DEVNET_WARNING }),
    startedAt,
    origins: { base: config.baseUrl, api: config.apiOrigin },
    documents: documentsOf(deployment),
    discovery: {
      startWith: 'svc_api_discovery',
      order: ['discovery', 'authentication', 'tool server', 'REST', 'live writes after explicit user confirmation'],
    },
    endpoints: {
      mcp: at('/mcp'),
      a2a: at('/a2a'),
      arena: at('/api/arena/rooms'),
      boxes: at('/api/boxes'),
      liquidity: at('/lp'),
      launchpad: at('/api/launchpad'),
      keys: at('/api/developer/keys'),
      skills: at('/api/skills-store'),
    },
    tools: tools.map(({ name }) => name),
    operations: operations.length,
    authentication: {
      headers: ['x-api-key: <API_KEY>', 'Authorization: Bearer <API_KEY>'],
      issueKey: at('/api/developer/keys'),
      signIn: [at('/api/auth/siwe/nonce'), at('/api/auth/siwe/verify')],
      scopes: [...SCOPES],
    },
    chains: chains.facts.map(({ id }) => id),
    launchpad: {
      chainId: LAUNCH_CHAIN_ID,
      factory: devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY ?? null,
    },
    database: { kind: database.kind, serverVersion: database.serverVersion, durability: database.durability },
    boxes: { running: boxes !== undefined },
    isolation: boxes ?? null,
    signers: 'none',
  }
}
