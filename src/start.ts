import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { type Chains, type ChainsOptions, createChains } from '#chain/createChains.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Database } from '#database/Database.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { type Devnet, startDevnet } from '#devnet/startDevnet.ts'
import type { ChainReport } from '#health/health.ts'
import { createApp } from '#http/createApp.ts'
import { createGate } from '#http/createGate.ts'
import { listen } from '#http/listen.ts'
import { createMetrics } from '#observability/metrics.ts'
import { claimDevnet } from './app/claimDevnet.ts'
import { createService, migrations, type Service } from './app/createService.ts'
import { devnetDeployment } from './app/devnetDeployment.ts'
import { type Config, originAt } from './config/config.ts'
import { rootSecrets } from './config/rootSecrets.ts'
import { chainReports, watchChain } from './health/watchChain.ts'
import type { Logs } from './observability/createLogs.ts'

type Surroundings = { config: Config; logs: Logs; signal: AbortSignal }

export type Running = AsyncDisposable & {
  /** What to tell the person who started it. */
  banner: string
  url: string
  /** Settles when it is time to stop: with a reason when something failed. */
  ended: Promise<string | undefined>
}

/** Everything, opened in order. The sockets come first: a taken port ends it before anything is written. */
export async function start({ config: given, logs, signal }: Surroundings): Promise<Running> {
  const startedAt = performance.now()
  await using opened = new AsyncDisposableStack()
  const gate = createGate()
  const listener = opened.use(await listen(gate, { host: given.HOST, port: given.PORT }))
  const metricsGate = createGate()
  if (given.METRICS_PORT !== undefined)
    opened.use(await listen(metricsGate, { host: given.HOST, port: given.METRICS_PORT, variable: 'METRICS_PORT' }))
  const config = given.PORT === 0 && !given.BASE_URL ? withOrigin(given, listener.port) : given
  if (config.devnet) await requireFreePort(config.DEVNET_PORT)
  else await requireChain(config)
  const secrets = await rootSecrets(config)
  const [database, devnet] = await openBoth({ config, logs, signal }, opened)
  const chains = opened.adopt(openChains(config, devnet), (open) => open.close())
  if (devnet && config.DATABASE_URL) opened.use(await claimDevnet(database))
  opened.use(
    watchChain({ chain: chains.get(LAUNCH_CHAIN_ID), report: () => launchChain(chains, devnet), log: logs.log }),
  )
  const metrics = createMetrics()
  const resources = { config, database, chains, devnet, secrets, metrics, logs, now: Date.now }
  const service = opened.use(await createService(resources))
  metricsGate.open(createApp(service.metricsDoor))
  service.start()
  gate.open(createApp({ ...service.door, stopping: signal }))
  // Requests in flight need all of this, so the socket is the first to go as it was the first to come.
  opened.defer(() => listener[Symbol.asyncDispose]())
  await untilSettled(service, config.devnet ? 30_000 : 1_000, signal)
  logs.log.info({ url: listener.url, devnet: devnet?.rpcUrl, ms: Math.round(performance.now() - startedAt) }, 'ready')
  const owned = opened.move()
  const url = originAt(config.HOST, listener.port)
  return {
    url,
    banner: banner(url, config, devnet),
    ended: endOf(signal, devnet),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** With a port of the system's choice, the origin is known only once the socket is. */
function withOrigin(config: Config, port: number): Config {
  const baseUrl = originAt(config.HOST, port)
  return { ...config, baseUrl, apiOrigin: config.API_ORIGIN ?? baseUrl }
}

/** Tried and let go again: the chain's own process takes it only when its contracts stand. */
async function requireFreePort(port: number): Promise<void> {
  await using _free = await listen(createGate(), { host: '127.0.0.1', port, variable: 'DEVNET_PORT' })
}

function launchChain(chains: Chains, devnet: Devnet | undefined): ChainReport {
  return chainReports(chains, devnet !== undefined)[0] as ChainReport
}

/** The index follows the chain a moment after the first answer; what stays away longer is no reason to keep silent. */
async function untilSettled(service: Service, patienceMs: number, signal: AbortSignal): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end && !signal.aborted; await delay(20))
    if (service.readiness().degraded.length === 0) return
}

/** A live chain that cannot be read is told before anything is written. */
async function requireChain({ rpcUrls }: Config): Promise<void> {
  const chains = createChains({ rpcUrls })
  const { head, providers } = await chains.get(LAUNCH_CHAIN_ID).probe()
  chains.close()
  if (head !== undefined) return
  const problems = providers.map(({ lastFailure = 'connection' }, index) => {
    const reason = lastFailure === 'wrongChain' ? 'serves another chain' : `does not answer (${lastFailure})`
    return `${originOf(rpcUrls[LAUNCH_CHAIN_ID]?.[index])} ${reason}`
  })
  throw new Error(`Chain 4663 cannot be read: ${problems.join(', ')}. Set RPC_URL_4663 to an endpoint of that chain.`)
}

/** An endpoint's path and query often hold a key. */
function originOf(url: string | undefined): string {
  return url === undefined ? 'its RPC' : new URL(url).origin
}

/** Database and chain start side by side; when one fails the other is closed again. */
async function openBoth(
  { config, logs, signal }: Surroundings,
  opened: AsyncDisposableStack,
): Promise<[Database, Devnet?]> {
  const database = openDatabase({
    databaseUrl: config.DATABASE_URL,
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

function openDevnet({ config, logs, signal }: Surroundings): Promise<Devnet> {
  return startDevnet({
    port: config.DEVNET_PORT,
    dataDir: config.DATA_DIR,
    signal,
    origins: [config.baseUrl, ...(config.ALLOWED_ORIGINS ?? [])],
    log: (line) => logs.log.warn({ line }, 'development chain'),
    ...(config.DEVNET_BLOCK_TIME !== undefined && { blockTimeMs: config.DEVNET_BLOCK_TIME }),
  })
}

function openChains(config: Config, devnet: Devnet | undefined): Chains {
  // The schemas check addresses as text.
  const kycTokens = config.KYC_TOKENS as ChainsOptions['kycTokens'] & object
  const deployments = config.DEPLOYMENTS as ChainsOptions['deployments'] & object
  // The pools of launches that graduated have the launch contract as their hook.
  const knownHooks = config.LAUNCH_FACTORY ? { [LAUNCH_CHAIN_ID]: [config.LAUNCH_FACTORY as Address] } : {}
  if (!devnet) return createChains({ rpcUrls: config.rpcUrls, deployments, kycTokens, knownHooks })
  return createChains({
    rpcUrls: { ...config.rpcUrls, [LAUNCH_CHAIN_ID]: [devnet.rpcUrl] },
    deployments: { ...deployments, [LAUNCH_CHAIN_ID]: devnetDeployment(devnet.description) },
    kycTokens,
  })
}

function endOf(signal: AbortSignal, devnet: Devnet | undefined): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  signal.addEventListener('abort', () => resolve(undefined))
  void devnet?.exited.then(() => resolve('The development chain ended by itself. Start again.'))
  if (signal.aborted) resolve(undefined)
  return promise
}

function banner(url: string, config: Config, devnet: Devnet | undefined): string {
  const chain = devnet
    ? `  chain    ${devnet.rpcUrl}  development chain with id 4663: test money, in memory\n`
    : `  chain    4663 at ${originOf(config.rpcUrls[LAUNCH_CHAIN_ID]?.[0])}\n`
  return `\nSlipway is ready.\n  site     ${url}\n  agents   ${url}/llms.txt\n  tools    ${url}/mcp\n  OpenAPI  ${url}/api/developer/openapi.json\n${chain}  Ctrl-C stops it.\n\n`
}
