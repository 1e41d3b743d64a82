import { operations as a2aOperations } from '#a2a/operations.ts'
import { launchpadGauges } from '#app/launchpadGauges.ts'
import { createArena } from '#arena/createArena.ts'
import { migrations as arenaMigrations } from '#arena/migrations.ts'
import { createAuditLog } from '#audit/createAuditLog.ts'
import { migrations as auditMigrations } from '#audit/migrations.ts'
import { DEFAULT_AGENT } from '#boxes/catalogue/defaults.ts'
import { type Boxes, createBoxes } from '#boxes/createBoxes.ts'
import { migrations as boxesMigrations } from '#boxes/migrations.ts'
import type { Config } from '#config/config.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Authenticate } from '#core/Door.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Operation } from '#core/Operation.ts'
import { VERSION } from '#core/version.ts'
import { toAddress } from '#core/wire.ts'
import type { Migrations } from '#database/migrate.ts'
import { operations as devnetOperations } from '#devnet/operations.ts'
import { status } from '#discovery/status.ts'
import { health } from '#health/health.ts'
import { metricsPage, probes } from '#health/probes.ts'
import { watchDatabase } from '#health/watchDatabase.ts'
import { trustedProxies } from '#http/clientAddress.ts'
import { createApp, type Door } from '#http/createApp.ts'
import { anyHost, createHosts } from '#http/hosts.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import { migrations as idempotencyMigrations } from '#idempotency/migrations.ts'
import { createIdentity, type Identity } from '#identity/createIdentity.ts'
import { migrations as identityMigrations } from '#identity/migrations.ts'
import { createKeys, type Keys } from '#keys/createKeys.ts'
import { migrations as keysMigrations } from '#keys/migrations.ts'
import { createLaunchpad, type Launchpad } from '#launchpad/createLaunchpad.ts'
import { migrations as launchpadMigrations } from '#launchpad/migrations.ts'
import { createLimits, type Limits } from '#limits/createLimits.ts'
import { migrations as limitsMigrations } from '#limits/migrations.ts'
import { operations as liquidityOperations } from '#liquidity/operations.ts'
import { createLive, type Live } from '#live/createLive.ts'
import { permissionedTokenUrl } from '#site/pages/developers/permissionedToken.ts'
import { describeService, healthLine, healthSources, type Readiness, readinessOf } from './describeService.ts'
import { openDiscovery } from './openDiscovery.ts'
import { openSite, publicRpcUrl, shareOperations } from './openSite.ts'
import type { Resources } from './Resources.ts'

export const migrations: readonly Migrations[] = [
  identityMigrations,
  keysMigrations,
  auditMigrations,
  limitsMigrations,
  idempotencyMigrations,
  launchpadMigrations,
  arenaMigrations,
  boxesMigrations,
]

export type Service = AsyncDisposable & {
  door: Door
  /** Metrics, liveness and readiness, for a port of their own. */
  metricsDoor: Door
  operations: readonly Operation[]
  readiness(): Readiness
  start(): void
}

/** The modules, introduced to each other; the only place that knows them all. */
export async function createService(resources: Resources): Promise<Service> {
  const { config, database, devnet, secrets, metrics, now } = resources
  await using owned = new AsyncDisposableStack()
  const limits = owned.use(createLimits({ database, ...quotas(config) }))
  const identity = owned.use(await openIdentity(resources, limits))
  const audit = owned.use(createAuditLog({ database }))
  const keys = owned.use(createKeys({ database, secrets, audit, isOperator: identity.isOperator, now }))
  const idempotency = owned.use(createIdempotency({ database }))
  const watch = owned.use(await watchDatabase(database))
  const live = owned.use(createLive({ streamsMax: config.STREAMS_MAX }))
  const launchpad = openLaunchpad(resources, { live, audit })
  if (launchpad) owned.use(launchpad)
  const { originOf } = keys
  const prices = launchpad?.tradePrices
  const arena = owned.use(
    createArena({ database, live, audit, originOf, prices, postsPerMinute: config.RATE_LIMIT_POSTS, now }),
  )
  const callService = (request: Request) => boxApp.fetch(request)
  const skills = () => discovery.deployment().skills
  const boxes = owned.use(openBoxes(resources, { live, audit, limits, callService, skills }))
  const readiness = () => readinessOf(resources, { database: watch, launchpad })
  const watched = probes(readiness)
  const discovery = await openDiscovery(resources, {
    tools: [...arena.tools, ...boxes.tools],
    operations: () => operations,
    pages: () => site.pages,
    health: () => healthLine(readiness().degraded),
    startedAt: new Date(now()),
  })
  const operations: Operation[] = [
    health(healthSources(resources, watch)),
    status(() => describeService(resources, discovery.deployment(), boxes.isolation())),
    ...discovery.operations,
    ...watched,
    metricsPage(metrics, false),
    ...(devnet ? devnetOperations(devnet.description) : []),
    ...identity.operations,
    ...keys.operations,
    ...audit.operations,
    ...liquidityOperations({ chains: resources.chains, now, admissionUrl: permissionedTokenUrl(config.baseUrl) }),
    ...launchOperations(resources, launchpad),
    ...arena.operations,
    ...boxes.operations,
    ...a2aOperations(boxes.agentRuns, { ...announced(config), signer: identity.documentKey, admit: live.admit }),
  ]
  const site = await openSite(resources, operations)
  const door = {
    ...createDoor(resources, { operations, limits, identity, keys, idempotently: idempotency.idempotently }),
    ...site,
  }
  const { authenticateBox: authenticate, boxOperations } = boxes
  const noPages = { pages: [], assets: [], hosts: anyHost }
  const boxApp = createApp({ ...door, ...noPages, authenticate, operations: boxOperations(operations) })
  const disposing = owned.move()
  return {
    door,
    metricsDoor: { ...door, operations: [metricsPage(metrics, true), ...watched], hosts: anyHost },
    operations,
    readiness,
    start() {
      launchpad?.start()
      boxes.start()
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  }
}

const announced = ({ baseUrl }: Resources['config']) => ({ baseUrl, version: VERSION })

type Parts = Pick<Door, 'operations' | 'idempotently'> & { limits: Limits; identity: Identity; keys: Keys }

function createDoor({ config, metrics, logs }: Resources, parts: Parts): Door {
  const { operations, idempotently, limits, keys } = parts
  return {
    operations,
    idempotently,
    authenticate: authenticator(parts),
    limit: limits.limit,
    protectedResource: `${config.baseUrl}/.well-known/oauth-protected-resource`,
    hosts: createHosts([config.baseUrl, config.apiOrigin], config.ALLOWED_ORIGINS ?? []),
    proxies: trustedProxies(config.TRUST_PROXY ?? []),
    served(served) {
      logs.access(served)
      metrics.served(served)
      keys.served(served)
    },
    helpUrl: (code) => `${config.baseUrl}/developers/errors/${code}`,
    failed: (error, requestId) => logs.log.error({ err: error, requestId }, 'failed'),
  }
}

/** A key by its prefix, anything else as a session token. */
function authenticator({ keys, identity }: Pick<Parts, 'keys' | 'identity'>): Authenticate {
  return ({ secret, address }) => {
    if (secret === undefined) return { kind: 'anonymous', address }
    return keys.looksLikeKey(secret) ? keys.authenticateKey(secret, address) : identity.verifySession(secret, address)
  }
}

function openIdentity({ config, database, chains, secrets, now }: Resources, limits: Limits): Promise<Identity> {
  return createIdentity({
    database,
    secrets,
    baseUrl: config.baseUrl,
    oidcIssuers: config.OIDC_ISSUERS,
    adminAddresses: config.ADMIN_ADDRESSES ?? [],
    call: ({ chainId, timeoutMs, ...request }) => chains.get(chainId).within(timeoutMs).call(request),
    takeGlobally: limits.takeGlobally,
    now,
  })
}

type BoxParts = Pick<Parameters<typeof createBoxes>[0], 'live' | 'audit' | 'callService' | 'skills'> & {
  limits: Limits
}

function openBoxes({ config, database, now }: Resources, { limits, ...parts }: BoxParts): Boxes {
  return createBoxes({
    ...parts,
    database,
    takeGlobally: limits.takeGlobally,
    settings: {
      baseUrl: config.baseUrl,
      perDeveloperMax: config.BOXES_PER_DEVELOPER,
      idleSeconds: config.BOX_IDLE_SECONDS,
      lifetimeSeconds: config.BOX_LIFETIME_SECONDS,
    },
    templatesFolder: config.BOX_TEMPLATES,
    credentials: config.BOX_CREDENTIALS,
    boxesMax: config.BOXES_MAX,
    warm: { agentId: DEFAULT_AGENT, size: config.BOXES_WARM },
    runMs: config.BOX_RUN_SECONDS * 1000,
    now,
  })
}

/** The launch contract of this deployment; without one there is nothing to index, and its paths are not served. */
function openLaunchpad(resources: Resources, { live, audit }: { live: Live; audit: AuditLog }): Launchpad | undefined {
  const { config, database, chains, devnet, metrics, logs, now } = resources
  const address = devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY
  if (!address) return undefined
  const chain = chains.get(LAUNCH_CHAIN_ID)
  const launchpad = createLaunchpad({
    database,
    chain,
    live,
    audit,
    factory: {
      address: toAddress(address),
      startBlock: devnet ? 0 : config.LAUNCH_FACTORY_BLOCK,
      chainId: LAUNCH_CHAIN_ID,
    },
    config: {
      baseUrl: config.baseUrl,
      // The real chain's explorer knows nothing of a development chain that wears its id.
      explorerUrl: devnet ? null : config.EXPLORER_URL,
      rpcUrl: devnet?.rpcUrl ?? publicRpcUrl(),
      chainPrefix: config.CHAIN_PREFIX,
      isDevnet: devnet !== undefined,
      listed: [...(devnet?.description.tokens.map(({ symbol }) => symbol) ?? []), ...(config.LISTED_TOKENS ?? [])],
    },
    now,
    log: logs.log,
  })
  launchpadGauges(metrics, launchpad)
  return launchpad
}

/** What is served of the launchpad, with the pictures its pages are shared with. */
function launchOperations(resources: Resources, launchpad: Launchpad | undefined): Operation[] {
  return launchpad ? [...launchpad.operations, ...shareOperations(resources, launchpad.operations)] : []
}

function quotas(config: Config): Pick<Parameters<typeof createLimits>[0], 'perMinute' | 'globalPerHour'> {
  return {
    perMinute: {
      read: config.RATE_LIMIT_READ,
      build: config.RATE_LIMIT_BUILD,
      write: config.RATE_LIMIT_WRITE,
      auth: config.RATE_LIMIT_AUTH,
      stream: config.RATE_LIMIT_STREAM,
    },
    globalPerHour: {
      signups: config.RATE_LIMIT_GLOBAL_SIGNUPS,
      nonces: config.RATE_LIMIT_GLOBAL_NONCES,
      boxes: config.RATE_LIMIT_GLOBAL_BOXES,
      streams: config.RATE_LIMIT_GLOBAL_STREAMS,
    },
  }
}
