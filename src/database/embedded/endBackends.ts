import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#database/Log.ts'

const PATIENCE_MS = 2_000

/**
 * Ends backends that outlive a killed server: they hold its shared memory, which keeps a new server from starting. They are
 * `postgres` processes whose working directory is the cluster. Call it once the server is dead.
 */
export async function endBackends(cluster: string, log: Log): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  let left = await backendsOf(cluster)
  // Backends exit by themselves when they notice that their server is gone.
  while (left.length > 0 && performance.now() < deadline) {
    await delay(20)
    left = await backendsOf(cluster)
  }
  if (left.length === 0) return
  log.warn({ pids: left }, 'ending processes of a killed PostgreSQL server')
  for (const pid of left) kill(pid)
  while ((await backendsOf(cluster)).length > 0 && performance.now() < deadline + PATIENCE_MS) await delay(20)
}

async function backendsOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const folder = await realpath(cluster).catch(() => undefined)
  const owner = await stat(cluster).catch(() => undefined)
  if (folder === undefined || owner === undefined) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map((pid) => isBackend(pid, folder, owner.uid)))
  return pids.filter((_, index) => found[index]).map(Number)
}

async function isBackend(pid: string, folder: string, uid: number): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (cwd !== folder) return false
  const [owner, name] = await Promise.all([
    stat(`/proc/${pid}`).catch(() => undefined),
    readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
  ])
  return owner?.uid === uid && name.trim() === 'postgres'
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
