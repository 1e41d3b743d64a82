import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '../../setup/database/databaseService.ts'
import { takePort } from '../../setup/requests.ts'
import type { Servers } from './openServers.ts'

export type Pooler = AsyncDisposable & { url: string; kill(): Promise<void>; start(): Promise<void> }

const PROGRAM = 'pgbouncer'

/** PgBouncer in transaction mode before the primary; undefined where it is not installed. */
export async function startPooler(folder: string, servers: Servers): Promise<Pooler | undefined> {
  if (!(await promisify(execFile)(PROGRAM, ['--version']).catch(() => undefined))) return undefined
  const port = await freePort()
  const home = join(folder, 'pooler')
  const settings = join(home, 'pgbouncer.ini')
  // PgBouncer does not run as root, like PostgreSQL.
  const { uid, gid } = await stat(join(folder, 'primary', 'postgres', 'data'))
  await mkdir(home, { mode: 0o755 })
  await writeFile(settings, settingsOf(servers, port))
  await chown(home, uid, gid)
  let child: ChildProcess
  const start = async () => {
    child = spawn(PROGRAM, ['-q', settings], { uid, gid, stdio: 'ignore' })
    await eventually(() => accepts(port), { what: 'the pooler', timeoutMs: 10_000 })
  }
  const kill = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  const { user, password } = servers.credentials
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`,
    kill,
    start,
    [Symbol.asyncDispose]: kill,
  }
}

function settingsOf({ port: upstream, credentials: { user, password } }: Servers, port: number): string {
  return `[databases]
* = host=127.0.0.1 port=${upstream} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
`
}

async function freePort(): Promise<number> {
  await using taken = await takePort()
  return taken.port
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
