import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { openCluster } from '#database/embedded/openCluster.ts'
import { copyFolder } from '../../setup/database/copyFolder.ts'
import { eventually, postmasterOf } from '../../setup/database/databaseService.ts'
import { type Server, serverOf, writeSignal } from '../../setup/database/standby.ts'
import { startTunnel, type Tunnel } from '../../setup/tunnel.ts'

const log = pino({ level: 'silent' })
const run = promisify(execFile)
/** Small, so that the data fits into a small file system. */
const SETTINGS = { max_connections: '200', min_wal_size: '32MB', max_wal_size: '64MB' }
const DISK_SIZE = '400m'

type Opened = Awaited<ReturnType<typeof openServer>>

export type Servers = AsyncDisposable & {
  /** The address that follows the primary. */
  url: string
  port: number
  credentials: { user: string; password: string }
  /** Ends the primary with a signal; it restarts by itself. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** The folder whose file system is small; undefined where none can be mounted. */
  smallDisk: string | undefined
  /** Promotes the next standby; with `lagMs` it lacks what was written in that time. */
  failOver(lagMs?: number): Promise<void>
}

/** A primary with standbys, and an address that follows the primary. */
export async function openServers(folder: string, standbyNames: readonly string[]): Promise<Servers> {
  await using opened = new AsyncDisposableStack()
  const folders = ['primary', ...standbyNames].map((name) => join(folder, name))
  for (const path of folders) await mkdir(path, { recursive: true, mode: 0o755 })
  const smallDisk = await mountSmall(folders[0] ?? '', opened)
  await makeSeed(folder, folders)
  const state = { primary: opened.use(await openServer(folders[0] ?? '', SETTINGS)) }
  const target = () => ({ path: state.primary.socket })
  const link = async () => opened.use(await startTunnel(target))
  const clients = await link()
  const standbys: { server: Opened; tunnel: Tunnel }[] = []
  for (const path of folders.slice(1)) {
    await writeSignal(path)
    const tunnel = await link()
    const { user, password } = state.primary.connection
    const primary_conninfo = `host=127.0.0.1 port=${tunnel.port} user=${user} password=${password} sslmode=disable`
    standbys.push({ server: opened.use(await openServer(path, { ...SETTINGS, primary_conninfo })), tunnel })
  }
  const { user = '', password } = state.primary.connection
  const credentials = { user, password: String(password) }
  const owned = opened.move()
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${clients.port}/postgres`,
    port: clients.port,
    credentials,
    smallDisk,
    end: async (signal) =>
      void process.kill(await postmasterOf(join(state.primary.dataDir, 'postgres', 'data')), signal),
    async failOver(lagMs = 0) {
      const next = standbys.shift()
      if (!next) throw new Error('there is no standby left')
      if (lagMs > 0) await next.tunnel.cut()
      await new Promise((resolve) => setTimeout(resolve, lagMs))
      await clients.cut()
      for (const { tunnel } of standbys) await tunnel.cut()
      if (lagMs === 0) await untilReceived(state.primary, next.server)
      await next.server.ask('select pg_promote()')
      const former = state.primary
      state.primary = next.server
      await former[Symbol.asyncDispose]()
      for (const { tunnel } of standbys) await tunnel.restore()
      await clients.restore()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function makeSeed(folder: string, copies: readonly string[]): Promise<void> {
  const seed = join(folder, 'seed')
  await mkdir(seed, { recursive: true, mode: 0o755 })
  await (await openCluster({ dataDir: seed, log }))[Symbol.asyncDispose]()
  for (const copy of copies) await copyFolder(seed, copy)
  await rm(seed, { recursive: true })
}

async function openServer(dataDir: string, settings: Record<string, string>) {
  const cluster = await openCluster({ dataDir, log, settings })
  const server = serverOf(cluster)
  return { ...server, dataDir, socket: `${cluster.connection.host}/.s.PGSQL.5432` }
}

async function untilReceived(primary: Server, standby: Server): Promise<void> {
  const [{ at = '' } = {}] = await primary.ask<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
  const query = `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as reached`
  await eventually(async () => (await standby.ask<{ reached: boolean }>(query))[0]?.reached, { what: 'the standby' })
}

async function mountSmall(folder: string, opened: AsyncDisposableStack): Promise<string | undefined> {
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'none', folder]).catch(
    () => undefined,
  )
  if (!mounted) return undefined
  opened.defer(async () => void (await run('umount', ['--lazy', folder])))
  return folder
}

/** Fills the small file system up to its last block; disposing makes room again. */
export async function fillDisk(folder: string): Promise<AsyncDisposable> {
  const ballast = join(folder, 'ballast')
  const megabyte = Buffer.alloc(2 ** 20)
  let failure: NodeJS.ErrnoException | undefined
  while (!failure)
    await writeFile(ballast, megabyte, { flag: 'a' }).catch((error) => {
      failure = error
    })
  if (failure.code !== 'ENOSPC') throw failure
  return { [Symbol.asyncDispose]: () => rm(ballast) }
}
