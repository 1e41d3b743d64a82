import { join } from 'node:path'
import { operations as a2aOperations } from '#a2a/operations.ts'
import { migrations as arenaMigrations } from '#arena/migrations.ts'
import { migrations as auditMigrations } from '#audit/migrations.ts'
import { DEFAULT_AGENT } from '#boxes/catalogue/defaults.ts'
import { type Boxes, createBoxes } from '#boxes/createBoxes.ts'
import { migrations as boxesMigrations } from '#boxes/migrations.ts'
import type { Config } from '#config/config.ts'
import type { Operation } from '#core/Operation.ts'
import type { BatchAttest } from '#core/Statement.ts'
import { VERSION } from '#core/version.ts'
import type { Migrations } from '#database/migrate.ts'
import { operations as devnetOperations } from '#devnet/operations.ts'
import { status } from '#discovery/status.ts'
import type { Context as ExplainContext } from '#explain/Context.ts'
import { createAttest } from '#explain/createAttest.ts'
import { operations as explainOperations } from '#explain/operations.ts'
import { migrations as healthMigrations } from '#health/migrations.ts'
import { metricsPage } from '#health/probes.ts'
import { healthLine, type Readiness } from '#health/readiness.ts'
import { watchDatabase } from '#health/watchDatabase.ts'
import { trustedProxies } from '#http/clientAddress.ts'
import type { AppOptions } from '#http/createApp.ts'
import { anyHost, createHosts } from '#http/hosts.ts'
import { migrations as idempotencyMigrations } from '#idempotency/migrations.ts'
import type { Identity } from '#identity/createIdentity.ts'
import { migrations as identityMigrations } from '#identity/migrations.ts'
import type { Keys } from '#keys/createKeys.ts'
import { migrations as keysMigrations } from '#keys/migrations.ts'
import { migrations as launchpadMigrations } from '#launchpad/migrations.ts'
import type { Limits } from '#limits/createLimits.ts'
import { migrations as limitsMigrations } from '#limits/migrations.ts'
import { createWatches } from '#liquidity/createWatches.ts'
import { migrations as liquidityMigrations } from '#liquidity/migrations.ts'
import { createLive, type Live } from '#live/createLive.ts'
import { migrations as mandatesMigrations } from '#mandates/migrations.ts'
import type { Oauth } from '#oauth/createOauth.ts'
import { migrations as oauthMigrations } from '#oauth/migrations.ts'
import type { Operators } from '#operators/createOperators.ts'
import { migrations as operatorMigrations } from '#operators/migrations.ts'
import { migrations as rulesMigrations } from '#rules/migrations.ts'
import { WEBHOOKS } from '#rules/rules/webhooks.ts'
import { boxGauges } from './boxGauges.ts'
import { migrations as chainMigrations } from './claimChain.ts'
import { describeService } from './describeService.ts'
import { authenticator, openAccess } from './openAccess.ts'
import { openArena } from './openArena.ts'
import { openBoxApp } from './openBoxApp.ts'
import { openBuilders } from './openBuilders.ts'
import { openDiscovery } from './openDiscovery.ts'
import { openHealth } from './openHealth.ts'
import { launchContracts, openLaunch } from './openLaunch.ts'
import { openNames } from './openNames.ts'
import { openOperators } from './openOperators.ts'
import { openRules } from './openRules.ts'
import { openSite } from './openSite.ts'
import type { Resources } from './Resources.ts'
import { serviceGauges } from './serviceGauges.ts'
import { statementAlarm } from './statementAlarm.ts'

export const migrations: readonly Migrations[] = [
  identityMigrations,
  keysMigrations,
  auditMigrations,
  limitsMigrations,
  idempotencyMigrations,
  launchpadMigrations,
  arenaMigrations,
  boxesMigrations,
  chainMigrations,
  operatorMigrations,
  oauthMigrations,
  rulesMigrations,
  liquidityMigrations,
  mandatesMigrations,
  healthMigrations,
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
  const { config, database, devnet, metrics, now } = resources
  await using owned = new AsyncDisposableStack()
  const access = await openAccess(resources, owned)
  const { limits, clock, signing, identity, audit, keys, operators, oauth } = access
  const watch = owned.use(await watchDatabase(database))
  const live = owned.use(createLive({ streamsMax: config.STREAMS_MAX, incarnation: database.incarnation }))
  const attest = openAttest(resources, identity)
  const launch = openLaunch(resources, { live, audit, attest }, owned)
  const { launchpad, redeem } = launch
  const arena = owned.use(openArena(resources, { access, live, launchpad }))
  const callService = (request: Request) => boxApp.fetch(request)
  const skills = () => discovery.deployment().skills
  const boxes = owned.use(openBoxes(resources, { live, audit, limits, callService, skills }))
  const rules = owned.use(openRules(resources, { live, audit, launchpad, arena, boxes }))
  const watches = owned.use(createWatches({ database, chains: resources.chains, now }))
  const { readiness, documents, probes } = owned.use(openHealth(resources, { database: watch, clock, launchpad }))
  serviceGauges(resources, { live, readiness })
  const discovery = await openDiscovery(resources, {
    tools: [...arena.tools, ...boxes.tools],
    operations: () => operations,
    webhooks: WEBHOOKS,
    pages: () => site.pages,
    health: () => healthLine(readiness()),
    startedAt: new Date(now()),
  })
  const operations: Operation[] = [
    ...documents,
    status(() => describeService(resources, discovery.deployment(), boxes.isolation())),
    ...discovery.operations,
    ...probes,
    metricsPage(metrics, false),
    ...(devnet ? devnetOperations(devnet.description) : []),
    ...identity.operations,
    ...keys.operations,
    ...oauth.operations,
    ...audit.operations,
    ...openOperators(resources, { operators, live, boxes, readiness }),
    ...openBuilders(signing, { launchpad, attest, redeem }),
    ...watches.operations,
    ...launch.operations,
    ...openNames(resources),
    ...explainOperations(explainContext(resources, identity)),
    ...arena.operations,
    ...boxes.operations,
    ...rules.operations,
    ...a2aOperations(boxes.agentRuns, { ...a2aOptions(config, identity, live), pushes: rules.pushes }),
  ]
  const site = await openSite(resources, operations)
  const appOptions = {
    ...toAppOptions(resources, { ...access, operations, idempotently: access.idempotency.idempotently }),
    ...site,
  }
  const boxApp = openBoxApp(appOptions, { boxes, discovery, operators })
  const disposing = owned.move()
  return {
    appOptions,
    metricsOptions: { ...appOptions, operations: [metricsPage(metrics, true), ...probes], hosts: anyHost },
    operations,
    readiness,
    start() {
      for (const module of [launch, arena, boxes, rules, watches]) module.start()
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  }
}

function openAttest(resources: Resources, identity: Identity): BatchAttest {
  const signed = { key: identity.documentKey, refused: statementAlarm(resources) }
  return createAttest(explainContext(resources, identity), signed)
}

function a2aOptions({ baseUrl }: Config, { documentKey: signer }: Identity, { admit }: Live) {
  return { baseUrl, version: VERSION, signer, admit }
}

type AppModules = Pick<AppOptions, 'operations' | 'idempotently'> & {
  limits: Limits
  identity: Identity
  keys: Keys
  oauth: Oauth
  operators: Operators
}

function toAppOptions({ config, metrics, logs }: Resources, modules: AppModules): AppOptions {
  const { operations, idempotently, limits, keys } = modules
  return {
    operations,
    idempotently,
    authenticate: modules.operators.guarded(authenticator(modules)),
    limit: limits.limit,
    protectedResource: `${config.baseUrl}/.well-known/oauth-protected-resource`,
    hosts: createHosts([config.baseUrl, config.apiOrigin], config.ALLOWED_ORIGINS ?? []),
    proxies: trustedProxies(config.TRUST_PROXY ?? []),
    ignoredForwarding: warnOnce(logs),
    served(served) {
      logs.access(served)
      metrics.served(served)
      keys.served(served)
    },
    helpUrl: (code) => `${config.baseUrl}/developers/errors/${code}`,
    failed: (error, requestId) => logs.log.error({ err: error, requestId }, 'request failed'),
  }
}

/** Warns once per untrusted proxy, because all its clients share one rate limit. */
function warnOnce({ log }: Resources['logs']): (peer: string) => void {
  let isLogged = false
  return (peer) => {
    if (isLogged) return
    isLogged = true
    log.warn({ peer }, 'x-forwarded-for of an untrusted peer ignored: add the proxy to TRUST_PROXY')
  }
}

type BoxModules = Pick<Parameters<typeof createBoxes>[0], 'live' | 'audit' | 'callService' | 'skills'> & {
  limits: Limits
}

function openBoxes({ config, database, metrics, now }: Resources, { limits, ...modules }: BoxModules): Boxes {
  const boxes = createBoxes({
    ...modules,
    database,
    takeGlobally: limits.takeGlobally,
    settings: {
      baseUrl: config.baseUrl,
      perDeveloperMax: config.BOXES_PER_DEVELOPER,
      idleSeconds: config.BOX_IDLE_SECONDS,
      lifetimeSeconds: config.BOX_LIFETIME_SECONDS,
      retentionSeconds: config.BOX_RETENTION_SECONDS,
    },
    templatesFolder: config.BOX_TEMPLATES,
    agentsFolder: config.BOX_AGENTS ?? join(config.DATA_DIR, 'agents'),
    models: config.MODELS,
    budgets: config.MODEL_BUDGETS,
    boxesMax: config.BOXES_MAX,
    engine: config.BOX_ENGINE,
    kubernetes: config.BOX_KUBERNETES,
    warm: { agentId: DEFAULT_AGENT, size: config.BOXES_WARM },
    runMs: config.BOX_RUN_SECONDS * 1000,
    now,
  })
  boxGauges(metrics, boxes)
  return boxes
}

function explainContext(resources: Resources, { jwks }: Identity): ExplainContext {
  const { chains, config, now } = resources
  return { chains, launch: launchContracts(resources), signer: { issuer: config.baseUrl, jwks }, now }
}
