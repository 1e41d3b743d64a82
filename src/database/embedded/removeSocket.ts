import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL's socket name for port 5432. */
export const SOCKET = '.s.PGSQL.5432'

export const TEMPORARY = '/tmp/slipway-socket-'

/** Removes an unused socket, and its folder if temporary. */
export async function removeSocket(folder: string): Promise<void> {
  await Promise.all([SOCKET, `${SOCKET}.lock`].map((name) => rm(join(folder, name), { force: true })))
  if (folder.startsWith(TEMPORARY)) await rmdir(folder).catch(() => {})
}
