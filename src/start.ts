import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { type Chains, type ChainsOptions, createChains } from '#chain/createChains.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Database } from '#database/Database.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { type Devnet, startDevnet } from '#devnet/startDevnet.ts'
import type { ChainReport } from '#health/health.ts'
import { CHAIN_PATHS } from '#health/readiness.ts'
import { createApp } from '#http/createApp.ts'
import { createGate } from '#http/createGate.ts'
import { listen } from '#http/listen.ts'
import { createMetrics } from '#observability/metrics.ts'
import { claimChain } from './app/claimChain.ts'
import { claimDevnet } from './app/claimDevnet.ts'
import { createService, migrations, type Service } from './app/createService.ts'
import { devnetDeployment } from './app/devnetDeployment.ts'
import { type Config, originAt } from './config/config.ts'
import { rootSecrets } from './config/rootSecrets.ts'
import { chainReports, watchChain } from './health/watchChain.ts'
import type { Logs } from './observability/createLogs.ts'
import { startTracing, type TracingOptions } from './observability/startTracing.ts'

type StartOptions = {
  config: Config
  logs: Logs
  signal: AbortSignal
  /** Aborted some time before `signal`: the service becomes unready and serves its last requests. */
  leaving?: AbortSignal
}

export type Running = AsyncDisposable & {
  /** Text for the terminal. */
  banner: string
  url: string
  /** Resolves when the service must stop, with a reason if something failed. */
  ended: Promise<string | undefined>
}

/** Opens everything in order. The sockets come first, so that a port in use is reported before anything is written. */
export async function start({ config: given, logs, signal, leaving }: StartOptions): Promise<Running> {
  const startedAt = performance.now()
  await using opened = new AsyncDisposableStack()
  opened.use(await startTracing({ ...tracingOptions(given), log: logs.log }))
  const gate = createGate()
  const listener = opened.use(await listen(gate, { host: given.HOST, port: given.PORT, leaving }))
  const metricsGate = createGate()
  if (given.METRICS_PORT !== undefined)
    opened.use(await listen(metricsGate, { host: given.HOST, port: given.METRICS_PORT, variable: 'METRICS_PORT' }))
  const config = given.PORT === 0 && !given.BASE_URL ? withOrigin(given, listener.port) : given
  if (config.devnet) await requireFreePort(config.DEVNET_PORT)
  else await requireChain(config, logs)
  const secrets = await rootSecrets(config)
  const [database, devnet] = await openBoth({ config, logs, signal }, opened)
  const chains = opened.adopt(openChains(config, devnet), (open) => open.close())
  if (devnet && config.DATABASE_URL) opened.use(await claimDevnet(database))
  const { refused } = opened.use(await claimChain(identifiedBy(config, { database, chains, devnet })))
  opened.use(
    watchChain({ chain: chains.get(LAUNCH_CHAIN_ID), report: () => launchChain(chains, devnet), log: logs.log }),
  )
  const metrics = createMetrics()
  const resources = { config, database, chains, devnet, secrets, metrics, logs, now: Date.now, leaving }
  const service = opened.use(await createService(resources))
  metricsGate.open(createApp(service.metricsOptions))
  service.start()
  gate.open(createApp({ ...service.appOptions, stopping: signal }))
  // Requests in flight need everything above, so the socket is closed first.
  opened.defer(() => listener[Symbol.asyncDispose]())
  await untilSettled(service, config.devnet ? 30_000 : 1_000, signal)
  logs.log.info({ url: listener.url, devnet: devnet?.rpcUrl, ms: Math.round(performance.now() - startedAt) }, 'ready')
  const owned = opened.move()
  const url = originAt(config.HOST, listener.port)
  return {
    url,
    banner: banner(url, config, devnet),
    ended: endOf({ signal, devnet, refused }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** With PORT=0 the origin is known only once the socket is bound. */
function tracingOptions(config: Config): Omit<TracingOptions, 'log'> {
  return {
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: config.OTEL_SERVICE_NAME,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  }
}

function withOrigin(config: Config, port: number): Config {
  const baseUrl = originAt(config.HOST, port)
  return { ...config, baseUrl, apiOrigin: config.API_ORIGIN ?? baseUrl }
}

/** Fails early: the chain's process binds the port only after deploying its contracts. */
async function requireFreePort(port: number): Promise<void> {
  await using _free = await listen(createGate(), { host: '127.0.0.1', port, variable: 'DEVNET_PORT' })
}

function launchChain(chains: Chains, devnet: Devnet | undefined): ChainReport {
  return chainReports(chains, devnet !== undefined)[0] as ChainReport
}

/** Waits until the index has caught up, but at most `timeoutMs`. */
async function untilSettled(service: Service, timeoutMs: number, signal: AbortSignal): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end && !signal.aborted; await delay(20))
    if (service.readiness().degraded.length === 0) return
}

/** Refuses to start on another chain. If the chain does not respond, the service starts and logs it. */
async function requireChain({ rpcUrls }: Config, { log }: Logs): Promise<void> {
  const chains = createChains({ rpcUrls })
  const { head, providers } = await chains.get(LAUNCH_CHAIN_ID).probe()
  chains.close()
  if (head !== undefined) return
  const failures = providers.map(({ lastFailure = 'connection' }, index) => {
    const reason = lastFailure === 'wrongChain' ? 'serves another chain' : `does not answer (${lastFailure})`
    return `${originOf(rpcUrls[LAUNCH_CHAIN_ID]?.[index])} ${reason}`
  })
  if (providers.some(({ lastFailure }) => lastFailure === 'wrongChain'))
    throw new Error(`Chain 4663 cannot be read: ${failures.join(', ')}. Set RPC_URL_4663 to an endpoint of that chain.`)
  log.warn({ providers: failures, unavailable: CHAIN_PATHS }, 'starting without chain 4663: its RPC does not respond')
}

/** Drops path and query, which often contain a key. */
function originOf(url: string | undefined): string {
  return url === undefined ? 'its RPC' : new URL(url).origin
}

/** Starts the database and the chain in parallel; if one fails, the other is closed. */
async function openBoth(
  { config, logs, signal }: StartOptions,
  opened: AsyncDisposableStack,
): Promise<[Database, Devnet?]> {
  const database = openDatabase({
    databaseUrl: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    readUrl: config.DATABASE_READ_URL,
    fanoutUrl: config.FANOUT_URL,
    size: config.DATABASE_POOL_SIZE,
    dataDir: config.DATA_DIR,
    log: logs.log,
    migrations,
  })
  const devnet = config.devnet ? openDevnet({ config, logs, signal }) : undefined
  const [first, second] = await Promise.allSettled([database, devnet])
  if (first.status === 'fulfilled') opened.use(first.value)
  if (second.status === 'fulfilled' && second.value) opened.use(second.value)
  return [await database, ...(devnet ? [await devnet] : [])] as [Database, Devnet?]
}

function openDevnet({ config, logs, signal }: StartOptions): Promise<Devnet> {
  return startDevnet({
    port: config.DEVNET_PORT,
    dataDir: config.DATA_DIR,
    signal,
    origins: [config.baseUrl, ...(config.ALLOWED_ORIGINS ?? [])],
    log: (line) => logs.log.warn({ line }, 'development chain output'),
    ...(config.DEVNET_BLOCK_TIME !== undefined && { blockTimeMs: config.DEVNET_BLOCK_TIME }),
  })
}

function openChains(config: Config, devnet: Devnet | undefined): Chains {
  // The schemas validate addresses but type them as strings.
  const kycTokens = config.KYC_TOKENS as ChainsOptions['kycTokens'] & object
  const listedTokens = config.TRUSTED_TOKENS as ChainsOptions['listedTokens'] & object
  const deployments = config.DEPLOYMENTS as ChainsOptions['deployments'] & object
  // Pools of graduated launches have the launch contract as their hook.
  const knownHooks = config.LAUNCH_FACTORY ? { [LAUNCH_CHAIN_ID]: [config.LAUNCH_FACTORY as Address] } : {}
  const shared = { kycTokens, listedTokens, deadlineMs: config.RPC_TIMEOUT_SECONDS * 1000 }
  if (!devnet) return createChains({ ...shared, rpcUrls: config.rpcUrls, deployments, knownHooks })
  return createChains({
    ...shared,
    rpcUrls: { ...config.rpcUrls, [LAUNCH_CHAIN_ID]: [devnet.rpcUrl] },
    deployments: { ...deployments, [LAUNCH_CHAIN_ID]: devnetDeployment(devnet.description) },
  })
}

type Opened = { database: Database; chains: Chains; devnet: Devnet | undefined }

function identifiedBy(config: Config, { database, chains, devnet }: Opened): Parameters<typeof claimChain>[0] {
  const factory = (devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY) as Address | undefined
  return { database, chain: chains.get(LAUNCH_CHAIN_ID), factory, isDevnet: devnet !== undefined }
}

type Endings = { signal: AbortSignal; devnet: Devnet | undefined; refused: Promise<string> }

function endOf({ signal, devnet, refused }: Endings): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  signal.addEventListener('abort', () => resolve(undefined))
  void devnet?.exited.then(() => resolve('The development chain exited unexpectedly. Start the service again.'))
  void refused.then(resolve)
  if (signal.aborted) resolve(undefined)
  return promise
}

function banner(url: string, config: Config, devnet: Devnet | undefined): string {
  const chain = devnet
    ? `  chain    ${devnet.rpcUrl}  development chain with id 4663: test money, in memory\n`
    : `  chain    4663 at ${originOf(config.rpcUrls[LAUNCH_CHAIN_ID]?.[0])}\n`
  return `\nSlipway is ready.\n  site     ${url}\n  agents   ${url}/llms.txt\n  tools    ${url}/mcp\n  OpenAPI  ${url}/api/developer/openapi.json\n${chain}  Press Ctrl-C to stop.\n\n`
}
