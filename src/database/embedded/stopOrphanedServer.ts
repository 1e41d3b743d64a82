import { open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#database/Log.ts'
import { endBackends } from './endBackends.ts'
import { removeSocket } from './removeSocket.ts'

type Postmaster = { file: string; pid: number; cluster: string; socketFolder: string; lines: string[]; uid: number }

const FAST_MS = 20_000
const IMMEDIATE_MS = 5_000

/** Stops the server that a killed service left running on the cluster, and removes the files of a dead one. */
export async function stopOrphanedServer(cluster: string, log: Log): Promise<void> {
  const postmaster = await read(cluster)
  if (!postmaster) return
  if (await isServing(postmaster)) {
    log.warn({ pid: postmaster.pid }, 'stopping orphaned PostgreSQL server')
    await stop(postmaster.pid)
  } else if (isAlive(postmaster.pid)) await disown(postmaster)
  await endBackends(cluster, log)
  await removeSocket(postmaster.socketFolder)
}

async function read(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const [pid, recorded, , , socketFolder] = lines
  if (!Number(pid) || !recorded) return undefined
  const { uid } = await stat(cluster)
  return { file, pid: Number(pid), cluster: recorded, socketFolder: socketFolder || cluster, lines, uid }
}

/**
 * After a reboot or in a new container the process id may be another program's: the command line must name the cluster,
 * and the process must belong to the server's user.
 */
async function isServing({ pid, cluster, uid }: Postmaster): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const owner = await stat(`/proc/${pid}`).catch(() => undefined)
  return commandLine.includes(`\0-D\0${cluster}\0`) && owner?.uid === uid
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function stop(pid: number): Promise<void> {
  kill(pid, 'SIGINT')
  if (await isGone(pid, FAST_MS)) return
  kill(pid, 'SIGQUIT')
  if (await isGone(pid, IMMEDIATE_MS)) return
  throw new Error(`A PostgreSQL server (pid ${pid}) of an earlier run does not stop. Kill it, then start again.`)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

async function isGone(pid: number, patienceMs: number): Promise<boolean> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await delay(5)) {
    if (!isAlive(pid)) return true
  }
  return false
}

/**
 * The recorded process id belongs to another program, and PostgreSQL would refuse to start. It ignores its parent's id, so
 * writing ours keeps its check of the shared memory named in the rest of the file.
 */
async function disown({ file, lines, uid }: Postmaster): Promise<void> {
  await rm(file)
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile([process.pid, ...lines.slice(1)].join('\n'))
  if (process.getuid?.() === 0) await handle.chown(uid, -1)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
