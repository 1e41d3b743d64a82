import { type FileHandle, link, lutimes, mkdir, symlink } from 'node:fs/promises'
import { entryOf, explain, openFolder, openForWriting } from './openBeneath.ts'
import type { TarEntry } from './tar.ts'

type Settings = Pick<TarEntry, 'mode' | 'modifiedAt'>

/** Writes the entries of an archive beneath `root` without following links, where tar would follow those of the box. */
export async function restoreEntries(root: FileHandle, entries: AsyncIterable<TarEntry>): Promise<void> {
  const folders: { names: Buffer[]; entry: TarEntry }[] = []
  for await (const entry of entries) {
    const names = namesOf(entry.path)
    const name = names.at(-1)
    if (!name) continue
    await using folder = await openFolder(root, names.slice(0, -1), { make: true })
    await restore(root, { entry, folder, name }).catch((error) => Promise.reject(explain(error, name.toString())))
    if (entry.kind === 'folder') folders.push({ names, entry })
  }
  // Last, because a folder that is closed to writing still receives its entries.
  for (const { names, entry } of folders.toReversed()) {
    await using folder = await openFolder(root, names)
    await applySettings(folder, entry)
  }
}

type OpenedEntry = { entry: TarEntry; folder: FileHandle; name: Buffer }

async function restore(root: FileHandle, { entry, folder, name }: OpenedEntry): Promise<void> {
  const path = entryOf(folder, name)
  if (entry.kind === 'folder') await mkdir(path).catch(ignoreExisting)
  if (entry.kind === 'symlink') {
    await symlink(entry.target, path)
    await lutimes(path, entry.modifiedAt, entry.modifiedAt)
  }
  if (entry.kind === 'link') {
    const names = namesOf(entry.target)
    await using source = await openFolder(root, names.slice(0, -1))
    await link(entryOf(source, names.at(-1) ?? ''), path)
  }
  if (entry.kind === 'file') await writeFile(folder, name, entry)
}

async function writeFile(folder: FileHandle, name: Buffer, entry: TarEntry): Promise<void> {
  await using file = await openForWriting(folder, name)
  for await (const { at, bytes } of entry.content()) await file.write(bytes, 0, bytes.length, at)
  await file.truncate(entry.size)
  await applySettings(file, entry)
}

async function applySettings(file: FileHandle, { mode, modifiedAt }: Settings): Promise<void> {
  await file.chmod(mode)
  await file.utimes(modifiedAt, modifiedAt)
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function namesOf(path: Buffer): Buffer[] {
  const names = path
    .toString('latin1')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  if (path[0] === 0x2f || names.includes('..'))
    throw new Error('The archive contains a path that leads out of the workspace.')
  return names.map((name) => Buffer.from(name, 'latin1'))
}
