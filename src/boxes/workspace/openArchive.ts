import { ApiError } from '#core/ApiError.ts'
import { readArchive } from './archive.ts'
import { notAFolder } from './openBeneath.ts'
import type { TarEntry } from './tar.ts'
import type { Entry, Workspace } from './Workspace.ts'
import { parsePath } from './WorkspacePath.ts'

const BYTES_MAX = 2 ** 28

type Readable = Pick<Workspace, 'list' | 'read'>

/** The files of an archive, or none without one. */
export async function openArchive(bytes: Uint8Array | undefined): Promise<Readable> {
  const entries = bytes ? await readArchive(bytes, BYTES_MAX) : []
  const missing = (path: string) => new ApiError('not_found', `There is no ${JSON.stringify(path)} in the workspace.`)
  return {
    async list(path) {
      const folder = parsePath(path).join('/')
      const own = entries.find((entry) => entry.path === folder)
      if (own?.bytes) throw notAFolder(path)
      const prefix = folder === '' ? '' : `${folder}/`
      const inside = entries.filter(
        (entry) => entry.path.startsWith(prefix) && !entry.path.slice(prefix.length).includes('/'),
      )
      if (!own && inside.length === 0 && folder !== '') throw missing(path)
      return inside.filter((entry) => entry.path !== folder).map((entry) => describe(entry, prefix))
    },
    async read(path) {
      const file = entries.find((entry) => entry.path === parsePath(path).join('/'))
      if (!file?.bytes) throw missing(path)
      return Buffer.from(file.bytes)
    },
  }
}

function describe({ path, bytes }: TarEntry, prefix: string): Entry {
  return {
    name: path.slice(prefix.length),
    kind: bytes ? 'file' : 'folder',
    size: bytes?.length ?? 0,
    modifiedAt: new Date(0),
  }
}
