import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mnemonicToAccount } from 'viem/accounts'
import { type DescribedPool, describe } from '#devnet/describe.ts'
import { type ServiceCluster, startCluster } from '../../../scripts/cluster/startCluster.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../../setup/chain/faultRpc.ts'
import { temporaryFolder } from '../../setup/process.ts'
import { openServers, type Servers } from './openServers.ts'
import { type Pooler, startPooler } from './startPooler.ts'

/** The components into which faults are injected. */
export type Subject = AsyncDisposable & {
  cluster: ServiceCluster
  servers: Servers
  pooler: Pooler | undefined
  rpc: FaultRpc
  folder: string
  hasBoxes: boolean
  deposit: { pool: DescribedPool; wallet: string }
  /** Waits until every replica is ready, without a degraded part. */
  untilWell(): Promise<void>
}

const WELL_MS = 120_000
/** Generous limits: the load is not to be refused for its rate. */
const PLENTY = '1000000'
const LIMITS = {
  RATE_LIMIT_READ: PLENTY,
  RATE_LIMIT_BUILD: PLENTY,
  RATE_LIMIT_WRITE: PLENTY,
  RATE_LIMIT_POSTS: PLENTY,
  RATE_LIMIT_STREAM: PLENTY,
  BOXES_WARM: '0',
}

type Options = {
  replicas: number
  hasBoxes: boolean
  /** With a pooler and two standbys. */
  isWhole: boolean
}

/** Replicas, a primary with standbys, a pooler before one of the replicas, and a chain behind a proxy that can lie. */
export async function openSubject({ replicas, hasBoxes, isWhole }: Options): Promise<Subject> {
  await using opened = new AsyncDisposableStack()
  const { path: folder } = opened.use(await temporaryFolder())
  const servers = opened.use(await openServers(folder, isWhole ? ['standby-1', 'standby-2'] : []))
  const found = isWhole ? await startPooler(folder, servers) : undefined
  const pooler = found && opened.use(found)
  let rpc: FaultRpc | undefined
  const cluster = opened.use(
    await startCluster({
      replicas,
      port: 0,
      devnetPort: 0,
      dataDir: join(folder, 'cluster'),
      databaseUrl: servers.url,
      async rpcUrlFor(rpcUrl) {
        rpc = opened.adopt(await startFaultRpc({ upstreams: [httpUpstream(rpcUrl)] }), (open) => open.close())
        return rpc.url
      },
      env: (index) => ({
        ...LIMITS,
        BOXES_MAX: hasBoxes ? '4' : '0',
        ...(pooler && index === replicas - 1 && { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: servers.url }),
      }),
      nodeArguments: ['--import', join(import.meta.dirname, 'replicaControl.ts')],
    }),
  )
  const { pools, mnemonic } = describe(cluster.rpcUrl)
  const pool = pools.find(({ protocol, hooks }) => protocol === 'V4' && hooks === undefined)
  if (!rpc || !pool) throw new Error('the development chain has no v4 pool')
  const owned = opened.move()
  return {
    cluster,
    servers,
    pooler,
    rpc,
    folder,
    hasBoxes,
    deposit: { pool, wallet: mnemonicToAccount(mnemonic, { addressIndex: 5 }).address },
    untilWell: () => untilWell(cluster),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function untilWell({ replicas, balancer }: ServiceCluster): Promise<void> {
  const isWell = async (url: string) => {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    return response?.ok === true && ((await response.json()) as { status: string }).status === 'ok'
  }
  const deadline = performance.now() + WELL_MS
  for (; performance.now() < deadline; await delay(200)) {
    const all = await Promise.all(replicas.map(({ url }) => isWell(url)))
    if (all.every(Boolean) && balancer.ready().length === replicas.length) return
  }
  const states = await Promise.all(replicas.map(async ({ url }) => (await fetch(`${url}/readyz`)).text()))
  throw new Error(`not well after ${WELL_MS / 1_000} s: ${states.join(' ')}`)
}
