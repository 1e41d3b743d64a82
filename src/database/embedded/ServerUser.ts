import { readFile, stat } from 'node:fs/promises'
import { type ProcessUser, run } from './run.ts'

/** The user PostgreSQL runs as, since it refuses root; undefined means the service's own user. */
export type ServerUser = ProcessUser

const CANDIDATES = ['postgres', 'nobody']

/** The owner of an existing cluster; for a new one, an unprivileged system user. */
export async function choose(cluster: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return undefined
  return (await ownerOf(cluster)) ?? (await unprivileged())
}

/** Whether that user may enter the folder; tested by a process, so that groups and ACLs count. */
export async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  return run('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], user).then(
    () => true,
    () => false,
  )
}

async function ownerOf(folder: string): Promise<ServerUser> {
  const found = await stat(folder).catch(() => undefined)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

async function unprivileged(): Promise<ServerUser> {
  const entries = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  const entry = CANDIDATES.map((name) => entries.find((fields) => fields[0] === name)).find((found) => found)
  if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a "postgres" nor a "nobody" user. ' +
      'Add one (useradd --system postgres), start the service as an ordinary user, or set DATABASE_URL.',
  )
}
