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
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Operation } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import { VERSION } from '#core/version.ts'
import { toAddress } from '#core/wire.ts'
import type { Migrations } from '#database/migrate.ts'
import { operations as devnetOperations } from '#devnet/operations.ts'
import { status } from '#discovery/status.ts'
import type { LaunchContracts } from '#explain/Context.ts'
import { operations as explainOperations } from '#explain/operations.ts'
import { health } from '#health/health.ts'
import { metricsPage, probes } from '#health/probes.ts'
import { healthLine, type Readiness, readinessOf } from '#health/readiness.ts'
import { chainReports } from '#health/watchChain.ts'
import { type DatabaseWatch, watchDatabase } from '#health/watchDatabase.ts'
import { trustedProxies } from '#http/clientAddress.ts'
import { type AppOptions, createApp } from '#http/createApp.ts'
import { anyHost, createHosts } from '#http/hosts.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import { migrations as idempotencyMigrations } from '#idempotency/migrations.ts'
import { createIdentity, type Identity } from '#identity/createIdentity.ts'
import { migrations as identityMigrations } from '#identity/migrations.ts'
import { createKeys, type Keys } from '#keys/createKeys.ts'
import { migrations as keysMigrations } from '#keys/migrations.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { createLaunchpad, type Launchpad } from '#launchpad/createLaunchpad.ts'
import { migrations as launchpadMigrations } from '#launchpad/migrations.ts'
import { createLimits, type Limits } from '#limits/createLimits.ts'
import { migrations as limitsMigrations } from '#limits/migrations.ts'
import { operations as liquidityOperations } from '#liquidity/operations.ts'
import { createLive, type Live } from '#live/createLive.ts'
import { permissionedTokenUrl } from '#site/pages/developers/permissionedToken.ts'
import { describeService } from './describeService.ts'
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
  appOptions: AppOptions
  /** Metrics, liveness and readiness, for METRICS_PORT. */
  metricsOptions: AppOptions
  operations: readonly Operation[]
  readiness(): Readiness
  start(): void
}

/** Creates the modules and connects them; the only place that knows them all. */
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
  const arenaOptions = { prices: launchpad?.tradePrices, postsPerMinute: config.RATE_LIMIT_POSTS }
  const arena = owned.use(createArena({ database, live, audit, originOf, now, ...arenaOptions }))
  const callService = (request: Request) => boxApp.fetch(request)
  const skills = () => discovery.deployment().skills
  const boxes = owned.use(openBoxes(resources, { live, audit, limits, callService, skills }))
  const healthSources = healthSourcesOf(resources, watch)
  const readiness = createReadiness(healthSources, launchpad)
  const probeOperations = probes(readiness)
  const discovery = await openDiscovery(resources, {
    tools: [...arena.tools, ...boxes.tools],
    operations: () => operations,
    pages: () => site.pages,
    health: () => healthLine(readiness()),
    startedAt: new Date(now()),
  })
  const operations: Operation[] = [
    health(healthSources),
    status(() => describeService(resources, discovery.deployment(), boxes.isolation())),
    ...discovery.operations,
    ...probeOperations,
    metricsPage(metrics, false),
    ...(devnet ? devnetOperations(devnet.description) : []),
    ...identity.operations,
    ...keys.operations,
    ...audit.operations,
    ...liquidityOperations({ chains: resources.chains, now, admissionUrl: permissionedTokenUrl(config.baseUrl) }),
    ...launchOperations(resources, launchpad),
    ...explainOperations({ chains: resources.chains, launch: launchContracts(resources), now }),
    ...arena.operations,
    ...boxes.operations,
    ...a2aOperations(boxes.agentRuns, a2aOptions(config, identity, live)),
  ]
  const site = await openSite(resources, operations)
  const appOptions = {
    ...toAppOptions(resources, { operations, limits, identity, keys, idempotently: idempotency.idempotently }),
    ...site,
  }
  const { authenticateBox: authenticate, boxOperations } = boxes
  const noPages = { pages: [], assets: [], hosts: anyHost }
  const boxApp = createApp({ ...appOptions, ...noPages, authenticate, operations: boxOperations(operations) })
  const disposing = owned.move()
  return {
    appOptions,
    metricsOptions: { ...appOptions, operations: [metricsPage(metrics, true), ...probeOperations], hosts: anyHost },
    operations,
    readiness,
    start() {
      launchpad?.start()
      boxes.start()
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  }
}

function a2aOptions({ baseUrl }: Config, { documentKey: signer }: Identity, { admit }: Live) {
  return { baseUrl, version: VERSION, signer, admit }
}

function createReadiness(sources: ReturnType<typeof healthSourcesOf>, launchpad: Launchpad | undefined) {
  return (): Readiness =>
    readinessOf({
      database: sources.database(),
      launchChain: sources.chains()[0],
      indexProblem: launchpad?.status().problem,
    })
}

function healthSourcesOf({ config, chains, devnet, now }: Resources, { report }: DatabaseWatch) {
  const isDevnet = devnet !== undefined
  const origins = { gateway: config.GATEWAY_ORIGIN, zeroService: config.ZERO_SERVICE_ORIGIN }
  const configured = Object.entries(origins).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    version: VERSION,
    isDevnet,
    database: report,
    chains: () => chainReports(chains, isDevnet),
    probeOrigins: Object.fromEntries(configured),
    now,
  }
}

type AppModules = Pick<AppOptions, 'operations' | 'idempotently'> & { limits: Limits; identity: Identity; keys: Keys }

function toAppOptions({ config, metrics, logs }: Resources, modules: AppModules): AppOptions {
  const { operations, idempotently, limits, keys } = modules
  return {
    operations,
    idempotently,
    authenticate: authenticator(modules),
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
    failed: (error, requestId) => logs.log.error({ err: error, requestId }, 'request failed'),
  }
}

/** API keys are recognised by their prefix; any other secret is a session token. */
function authenticator({ keys, identity }: Pick<AppModules, 'keys' | 'identity'>): Authenticate {
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

type BoxModules = Pick<Parameters<typeof createBoxes>[0], 'live' | 'audit' | 'callService' | 'skills'> & {
  limits: Limits
}

function openBoxes({ config, database, now }: Resources, { limits, ...modules }: BoxModules): Boxes {
  return createBoxes({
    ...modules,
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

function launchContracts({ config, devnet }: Resources): LaunchContracts | undefined {
  const address = devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY
  if (!address) return undefined
  const launchpad = toAddress(address)
  return { launchpad, feeSplitFactory: feeSplitFactoryOf(launchpad) }
}

/** Undefined without a launch contract: nothing is indexed, and the launchpad's paths are not served. */
function openLaunchpad(resources: Resources, { live, audit }: { live: Live; audit: AuditLog }): Launchpad | undefined {
  const { config, database, chains, devnet, metrics, logs, now } = resources
  const address = launchContracts(resources)?.launchpad
  if (!address) return undefined
  const chain = chains.get(LAUNCH_CHAIN_ID)
  const launchpad = createLaunchpad({
    database,
    chain,
    live,
    audit,
    factory: {
      address,
      startBlock: devnet ? 0 : config.LAUNCH_FACTORY_BLOCK,
      chainId: LAUNCH_CHAIN_ID,
    },
    config: {
      baseUrl: config.baseUrl,
      // The live chain's explorer does not show the development chain, which has the same id.
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

/** The launchpad's operations and the share images of its tokens. */
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
