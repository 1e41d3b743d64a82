import { SCOPES } from '#core/Access.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { VERSION } from '#core/version.ts'
import { DEVNET_WARNING, type Deployment, documentsOf } from '#discovery/Deployment.ts'
import type { Status } from '#discovery/status.ts'
import type { Resources } from './Resources.ts'

type BoxIsolation = Status['isolation'] | undefined

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
      liquidity: at('/api/liquidity/positions'),
      launchpad: at('/api/launchpad/tokens'),
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
