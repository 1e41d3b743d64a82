import { chown, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './Home.ts'

/** The name PostgreSQL gives its socket on port 5432. */
const SOCKET = '.s.PGSQL.5432'

/** The shortest limit among the systems we run on. */
const SOCKET_PATH_MAX_BYTES = 103

const TEMPORARY = '/tmp/slipway-socket-'

/** A private folder for the socket: the cluster's own, or a temporary one where its path is too long for a socket. */
export async function openSocketFolder(home: Home): Promise<AsyncDisposable & { path: string }> {
  const isShort = Buffer.byteLength(join(home.cluster, SOCKET)) <= SOCKET_PATH_MAX_BYTES
  const path = isShort ? home.cluster : await mkdtemp(TEMPORARY)
  if (home.user && !isShort) await chown(path, home.user.uid, home.user.gid)
  return { path, [Symbol.asyncDispose]: () => removeSocket(path) }
}

/** Removes a socket no server listens on, and its folder if it was a temporary one. */
export async function removeSocket(folder: string): Promise<void> {
  await Promise.all([SOCKET, `${SOCKET}.lock`].map((name) => rm(join(folder, name), { force: true })))
  if (folder.startsWith(TEMPORARY)) await rmdir(folder).catch(() => {})
}
