import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The name PostgreSQL gives its socket on port 5432. */
export const SOCKET = '.s.PGSQL.5432'

/** What the names of temporary socket folders begin with. */
export const TEMPORARY = '/tmp/slipway-socket-'

/** Removes a socket no server listens on, and its folder if it was a temporary one. */
export async function removeSocket(folder: string): Promise<void> {
  await Promise.all([SOCKET, `${SOCKET}.lock`].map((name) => rm(join(folder, name), { force: true })))
  if (folder.startsWith(TEMPORARY)) await rmdir(folder).catch(() => {})
}
