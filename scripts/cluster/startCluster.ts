import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { openCluster } from '#database/embedded/openCluster.ts'
import type { Description } from '#devnet/describe.ts'
import { startDevnet } from '#devnet/startDevnet.ts'
import { type Balancer, createBalancer } from './createBalancer.ts'
import { createReplica, type Replica } from './createReplica.ts'

type Options = {
  replicas: number
  /** Port of the proxy; 0 picks a free one. */
  port: number
  devnetPort: number
  dataDir: string
  /** Further variables of a replica, by its index. */
  env?: (index: number) => Record<string, string>
  /** An address of a database that is used instead of an own one. */
  databaseUrl?: string
  /** Another address of the chain, such as that of a proxy. */
  rpcUrlFor?: (rpcUrl: string) => Promise<string>
  /** Arguments of Node for every replica. */
  nodeArguments?: readonly string[]
}

export type ServiceCluster = AsyncDisposable & {
  url: string
  rpcUrl: string
  balancer: Balancer
  replicas: readonly Replica[]
  databaseUrl: string
  /** Stops a replica as a deployment does, and starts another in its place. */
  restart(index: number): Promise<void>
  /** Kills a replica, and starts another in its place. */
  crash(index: number): Promise<void>
}

/** Replicas keep serving this long after they became unready, which the proxy notices by then. */
const SHUTDOWN_DELAY_SECONDS = '5'
const CONNECTIONS_PER_REPLICA = 30

/** One PostgreSQL, one development chain, several replicas and a proxy, on this machine. */
export async function startCluster({ dataDir: given, ...options }: Options): Promise<ServiceCluster> {
  await using opened = new AsyncDisposableStack()
  const dataDir = resolve(given)
  await mkdir(dataDir, { recursive: true })
  // PostgreSQL does not run as root, and its user must reach its folder.
  await chmod(dataDir, 0o755)
  // The chain is new each time, and an index of another one would be refused.
  await rm(join(dataDir, 'database'), { recursive: true, force: true })
  const databaseUrl = options.databaseUrl ?? (await openPostgres(dataDir, options.replicas, opened))
  const devnet = opened.use(await startDevnet({ port: options.devnetPort, dataDir, blockTimeMs: 1_000 }))
  const balancer = opened.use(await createBalancer(options.port))
  const rpcUrl = (await options.rpcUrlFor?.(devnet.rpcUrl)) ?? devnet.rpcUrl
  const shared = environment({ ...devnet.description, rpcUrl }, databaseUrl, balancer)
  const { nodeArguments } = options
  const replicas: Replica[] = []
  opened.defer(async () => void (await Promise.all(replicas.map((replica) => replica.stop()))))
  const start = async (index: number) => {
    const replica = await createReplica({
      name: `replica-${index + 1}`,
      dataDir,
      env: { ...shared, ...options.env?.(index) },
      nodeArguments,
    })
    replicas[index] = replica
    balancer.add(replica.url)
  }
  const replace = async (index: number, signal: NodeJS.Signals) => {
    const { url, stop } = replicas[index] as Replica
    await stop(signal)
    balancer.remove(url)
    await start(index)
  }
  // The first one migrates the database.
  for (let index = 0; index < options.replicas; index++) await start(index)
  const owned = opened.move()
  return {
    url: balancer.url,
    rpcUrl: devnet.rpcUrl,
    balancer,
    replicas,
    databaseUrl,
    restart: (index) => replace(index, 'SIGTERM'),
    crash: (index) => replace(index, 'SIGKILL'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openPostgres(dataDir: string, replicas: number, opened: AsyncDisposableStack): Promise<string> {
  const settings = { max_connections: String(20 + replicas * CONNECTIONS_PER_REPLICA) }
  const log = pino({ level: 'error' }, process.stderr)
  const { connection } = opened.use(await openCluster({ dataDir: join(dataDir, 'database'), log, settings }))
  const { user, password, host = '', database } = connection
  return `postgresql://${user}:${password}@${encodeURIComponent(host)}/${database}`
}

/** The variables that all replicas share. */
function environment(chain: Description, databaseUrl: string, { url }: Balancer): Record<string, string> {
  const { contracts } = chain
  const uniswap = {
    v2: { factory: contracts.v2Factory, router: contracts.v2Router },
    v3: {
      factory: contracts.v3Factory,
      positionManager: contracts.v3PositionManager,
      migrator: contracts.v3Migrator,
    },
    v4: {
      poolManager: contracts.v4PoolManager,
      positionManager: contracts.v4PositionManager,
      stateView: contracts.v4StateView,
      quoter: contracts.v4Quoter,
      permissionedPositionManager: contracts.v4PermissionedPositionManager,
      permissionsAdapterFactory: contracts.permissionsAdapterFactory,
    },
  }
  return {
    DATABASE_URL: databaseUrl,
    SECRET: randomBytes(32).toString('hex'),
    BASE_URL: url,
    TRUST_PROXY: '127.0.0.1,::1',
    RPC_URL_4663: chain.rpcUrl,
    DEPLOYMENTS: JSON.stringify({ 4663: { uniswap, wrappedNative: contracts.weth } }),
    LAUNCH_FACTORY: contracts.launchpad,
    SHUTDOWN_DELAY_SECONDS,
    BOXES_MAX: '0',
  }
}
