import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '#core/ApiError.ts'
import { archiving, openParts } from './archive.ts'
import { notAFolder, notRegular } from './openBeneath.ts'
import { readTar, type TarEntry } from './tar.ts'
import { type Entry, firstByName, NAMES_MAX, requireReadable, type Workspace } from './Workspace.ts'
import { parsePath } from './WorkspacePath.ts'

const BYTES_MAX = 2 ** 30
const ENTRIES_PER_TURN = 200

type ReadArchive = () => Promise<AsyncIterable<Uint8Array> | undefined>

/** The saved files of a box. The archive is read from its beginning for each request and never held as a whole. */
export function openArchive(parts: ReadArchive): Pick<Workspace, 'list' | 'read'> {
  return {
    list: (path) => archiving(() => list(parts, parsePath(path).join('/'))),
    read: async (path, use) => use(await archiving(() => read(parts, parsePath(path).join('/')))),
  }
}

type NamedEntry = TarEntry & { name: string }

async function* entriesOf(parts: ReadArchive): AsyncGenerator<NamedEntry> {
  const archive = await parts()
  if (!archive) return
  let count = 0
  for await (const entry of readTar(openParts(archive, BYTES_MAX))) {
    if (++count % ENTRIES_PER_TURN === 0) await nextTurn()
    const name = entry.path
      .toString()
      .replace(/^(?:\.\/)+/, '')
      .replace(/\/+$/, '')
    if (name !== '' && name !== '.') yield { ...entry, name }
  }
}

async function list(parts: ReadArchive, folder: string): Promise<Entry[]> {
  const prefix = folder === '' ? '' : `${folder}/`
  const found: Entry[] = []
  let exists = folder === ''
  for await (const entry of entriesOf(parts)) {
    if (entry.name === folder && entry.kind !== 'folder') throw notAFolder(folder)
    exists ||= entry.name === folder || entry.name.startsWith(prefix)
    const name = entry.name.slice(prefix.length)
    if (found.length < NAMES_MAX && entry.name.startsWith(prefix) && !name.includes('/'))
      found.push(describe(entry, name))
  }
  if (!exists) throw missing(folder)
  return firstByName(found)
}

async function read(parts: ReadArchive, path: string): Promise<Buffer> {
  for await (const entry of entriesOf(parts)) {
    if (entry.name !== path) continue
    if (entry.kind === 'link') return read(parts, entry.target.toString().replace(/^(?:\.\/)+/, ''))
    if (entry.kind !== 'file') throw notRegular(path)
    requireReadable(entry.size)
    const bytes = Buffer.alloc(entry.size)
    for await (const extent of entry.content()) bytes.set(extent.bytes, extent.at)
    return bytes
  }
  throw missing(path)
}

function describe({ kind, size, modifiedAt }: TarEntry, name: string): Entry {
  if (kind === 'folder') return { name, kind, size: 0, modifiedAt }
  const isFile = kind === 'file' || kind === 'link'
  return { name, kind: isFile ? 'file' : 'other', size: isFile ? size : 0, modifiedAt }
}

function missing(path: string): ApiError {
  return new ApiError('not_found', `There is no ${JSON.stringify(path)} in the workspace.`)
}
