import { chown, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterFolder } from './ClusterFolder.ts'
import { removeSocket, SOCKET, TEMPORARY } from './removeSocket.ts'

/** The shortest limit among supported systems. */
const SOCKET_PATH_MAX_BYTES = 103

/** A private folder for the socket: the cluster's, or a temporary one if its path is too long. */
export async function openSocketFolder(home: ClusterFolder): Promise<AsyncDisposable & { path: string }> {
  const isShort = Buffer.byteLength(join(home.cluster, SOCKET)) <= SOCKET_PATH_MAX_BYTES
  const path = isShort ? home.cluster : await mkdtemp(TEMPORARY)
  if (home.user && !isShort) await chown(path, home.user.uid, home.user.gid)
  return { path, [Symbol.asyncDispose]: () => removeSocket(path) }
}
