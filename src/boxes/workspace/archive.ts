import { type FileHandle, opendir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { entryOf, explain, openFolder, openForReading, openForWriting } from './openBeneath.ts'
import { readTar, type TarEntry, writeTar } from './tar.ts'
import { isName } from './WorkspacePath.ts'

const ENTRIES_MAX = 20_000
const DEPTH_MAX = 32
/** Room for the headers of many small files. */
const OVERHEAD_BYTES = ENTRIES_MAX * 1536 + 1024

/** Files and folders beneath `root` as a compressed archive, without links, pipes and sockets. */
export async function packWorkspace(root: FileHandle, bytesMax: number): Promise<Buffer> {
  const gathered: Gathered = { entries: [], bytesLeft: bytesMax }
  await gather(root, [], gathered)
  return promisify(gzip)(writeTar(gathered.entries), { level: 1 })
}

type Gathered = { entries: TarEntry[]; bytesLeft: number }

async function gather(root: FileHandle, names: readonly string[], gathered: Gathered): Promise<void> {
  if (names.length > DEPTH_MAX) return
  await using folder = await openFolder(root, names)
  for await (const entry of await opendir(entryOf(folder, '.'), { bufferSize: 256 })) {
    if (gathered.entries.length >= ENTRIES_MAX) return
    const below = [...names, entry.name]
    const path = below.join('/')
    if (entry.isFile()) await gatherFile(folder, { name: entry.name, path }, gathered)
    if (!entry.isDirectory()) continue
    gathered.entries.push({ path })
    await gather(root, below, gathered)
  }
}

/** Leaves out a file that has just been replaced by something else. */
async function gatherFile(
  folder: FileHandle,
  { name, path }: { name: string; path: string },
  gathered: Gathered,
): Promise<void> {
  const file = await openForReading(folder, name).catch(() => undefined)
  if (!file) return
  await using _ = file
  const { size } = await file.stat()
  if (size > gathered.bytesLeft) return
  const buffer = Buffer.alloc(size)
  const { bytesRead } = await file.read(buffer, 0, size, 0)
  gathered.bytesLeft -= bytesRead
  gathered.entries.push({ path, bytes: buffer.subarray(0, bytesRead) })
}

/** The entries of an archive; throws if it holds a link, a device, or a path that leads out. */
export async function readArchive(archive: Uint8Array, bytesMax: number): Promise<TarEntry[]> {
  const tar = await promisify(gunzip)(archive, { maxOutputLength: bytesMax + OVERHEAD_BYTES })
  const entries = [...readTar(tar)]
  for (const { path } of entries) namesOf(path)
  return entries
}

/** Writes files and folders beneath `root`. */
export async function writeEntries(root: FileHandle, entries: readonly TarEntry[]): Promise<void> {
  for (const { path, bytes } of entries) {
    const names = namesOf(path)
    await using folder = await openFolder(root, bytes ? names.slice(0, -1) : names, { make: true })
    const name = names.at(-1) ?? ''
    if (!bytes) continue
    await using file = await openForWriting(folder, name)
    await file.writeFile(bytes).catch((error) => Promise.reject(explain(error, name)))
  }
}

function namesOf(path: string): string[] {
  const names = path.replace(/\/$/, '').split('/')
  if (names.length > DEPTH_MAX + 1 || !names.every(isName))
    throw new Error('The archive holds a path that leads out of the workspace.')
  return names
}
