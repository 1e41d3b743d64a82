import { createChains } from '#chain/createChains.ts'
import type { Operation } from '#core/Operation.ts'
import { type App, type AppOptions, createApp } from '#http/createApp.ts'
import { createMetrics } from '#observability/metrics.ts'
import { createService, migrations } from '../../src/app/createService.ts'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogs } from '../../src/observability/createLogs.ts'
import { startTestDevnet, type TestDevnet } from './chain/devnet.ts'
import { createTestDatabase, type TestDatabase } from './database/database.ts'

type Options = {
  /** Additional environment variables. */
  env?: Record<string, string>
  now?: () => number
  /** A chain that the test started itself, and disposes itself. */
  devnet?: TestDevnet
  database?: TestDatabase
}

export type TestService = AsyncDisposable & {
  app: App
  operations: readonly Operation[]
  appOptions: AppOptions
  metricsOptions: AppOptions
  devnet: TestDevnet
  database: TestDatabase
  baseUrl: string
  /** Every line the service logged. */
  logged: string[]
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  send(method: string, path: string, headers?: Record<string, string>): Promise<Response>
}

/** A busy machine answers late; that a node which answers too late is given up is tested elsewhere. */
const PATIENCE_MS = 15_000

/** The whole service behind its fetch handler, on a real database and a real chain of its own. */
export async function startTestService(options: Options = {}): Promise<TestService> {
  await using opened = new AsyncDisposableStack()
  const devnet = options.devnet ?? opened.use(await startTestDevnet())
  const database = options.database ?? opened.use(await createTestDatabase({ migrations }))
  const config = readConfig({ BOXES_MAX: '0', ...options.env })
  const logged: string[] = []
  const logs = createLogs('info', { write: (line: string) => void logged.push(line) })
  const rpcUrls = { ...config.rpcUrls, 4663: [devnet.rpcUrl] }
  const deployments = { 4663: devnetDeployment(devnet.description) }
  const chains = createChains({ rpcUrls, deployments, deadlineMs: PATIENCE_MS })
  opened.defer(() => chains.close())
  await chains.get(4663).probe()
  const secrets = { current: new Uint8Array(48).fill(7) }
  const now = options.now ?? Date.now
  const service = opened.use(
    await createService({ config, database, chains, devnet, secrets, metrics: createMetrics(), logs, now }),
  )
  service.start()
  const app = createApp(service.appOptions)
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    app.fetch(new Request(config.baseUrl + path, { method, headers, ...(body !== undefined && { body }) }))
  const owned = opened.move()
  return {
    app,
    operations: service.operations,
    appOptions: service.appOptions,
    metricsOptions: service.metricsOptions,
    devnet,
    database,
    baseUrl: config.baseUrl,
    logged,
    get: (path, headers) => send('GET', path, headers),
    post: (path, body = {}, headers = {}) =>
      send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    send,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
