import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessUser } from './run.ts'
import { WAL_FILE_MEGABYTES, WAL_MEGABYTES } from './serverSettings.ts'

const FILE_BYTES = WAL_FILE_MEGABYTES * 2 ** 20
const FILES = WAL_MEGABYTES / WAL_FILE_MEGABYTES
/** Name prefix of the first timeline and its first 4 GB of WAL. */
const BEGINNING = '0000000100000000'
const AT_ONCE = 16

/**
 * Creates the WAL segments of a new cluster as sparse files: PostgreSQL would otherwise create each one when needed, and
 * commits would wait for it.
 */
export async function reserveWalSegments(cluster: string, user: ProcessUser): Promise<void> {
  const folder = join(cluster, 'pg_wal')
  const names = (await readdir(folder)).filter((name) => name.startsWith(BEGINNING))
  const next = Math.max(...names.map(numberOf)) + 1
  const paths = Array.from({ length: FILES }, (_, index) => join(folder, nameOf(next + index)))
  for (let start = 0; start < paths.length; start += AT_ONCE)
    await Promise.all(paths.slice(start, start + AT_ONCE).map((path) => reserve(path, user)))
  await using handle = await open(folder)
  await handle.sync()
}

async function reserve(path: string, user: ProcessUser): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.truncate(FILE_BYTES)
  if (user) await file.chown(user.uid, user.gid)
}

function numberOf(name: string): number {
  return Number.parseInt(name.slice(BEGINNING.length), 16)
}

function nameOf(number: number): string {
  return BEGINNING + number.toString(16).toUpperCase().padStart(8, '0')
}
