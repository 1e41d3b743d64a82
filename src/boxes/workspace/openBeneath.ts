import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { ApiError } from '#core/ApiError.ts'

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants

/** A name of a file; in bytes, since it need not be UTF-8. */
type Name = string | Buffer

/** The path of an entry through the folder's descriptor, so that a rename above it cannot lead elsewhere. */
export function entryOf(folder: FileHandle, name: Name): Buffer {
  return Buffer.concat([Buffer.from(`/proc/self/fd/${folder.fd}/`), Buffer.from(name)])
}

/** Opens a folder beneath `root` name by name without following links; with `make`, creates missing folders. */
export async function openFolder(root: FileHandle, names: readonly Name[], { make = false } = {}): Promise<FileHandle> {
  let folder = await open(entryOf(root, '.'), O_RDONLY | O_DIRECTORY)
  for (const name of names) {
    const next = await step(folder, name, make).finally(() => folder.close())
    folder = next
  }
  return folder
}

async function step(folder: FileHandle, name: Name, make: boolean): Promise<FileHandle> {
  const path = entryOf(folder, name)
  const flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
  try {
    return await open(path, flags)
  } catch (error) {
    if (!make || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw explain(error, String(name))
  }
  await mkdir(path, 0o755).catch((error) => Promise.reject(explain(error, String(name))))
  return open(path, flags).catch((error) => Promise.reject(explain(error, String(name))))
}

/** Opens a regular file for reading, without blocking on anything else. */
export async function openForReading(folder: FileHandle, name: Name): Promise<FileHandle> {
  return regular(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
}

/** Opens a regular file for writing and truncates it. */
export async function openForWriting(folder: FileHandle, name: Name): Promise<FileHandle> {
  return regular(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK)
}

async function regular(folder: FileHandle, name: Name, flags: number): Promise<FileHandle> {
  const file = await open(entryOf(folder, name), flags, 0o644).catch((error) =>
    Promise.reject(explain(error, String(name))),
  )
  const { isFile, nlink } = await file.stat().then((stat) => ({ isFile: stat.isFile(), nlink: stat.nlink }))
  if (isFile && nlink > 0) return file
  await file.close()
  throw notRegular(String(name))
}

export function notRegular(name: string): ApiError {
  const message = `${JSON.stringify(name)} is not a regular file. Use files and folders only.`
  return new ApiError('failed_precondition', message)
}

const SENTENCES: Record<string, string> = {
  ELOOP: 'is a link, and links are not followed',
  EISDIR: 'is a folder',
  ENXIO: 'is not a regular file',
  EACCES: 'is not accessible: the box removed the permission',
  ENAMETOOLONG: 'is too long',
  EEXIST: 'was just created by the box; try again',
}

/** A file system error as an error for the caller. */
export function explain(error: unknown, name: string): ApiError {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOENT') return new ApiError('not_found', `There is no ${JSON.stringify(name)} in the workspace.`)
  if (code === 'ENOSPC')
    return new ApiError('failed_precondition', 'The workspace is full. Remove files, or create a larger box.')
  if (code === 'ENOTDIR') return notAFolder(name)
  const sentence = SENTENCES[code]
  if (sentence) return new ApiError('failed_precondition', `${JSON.stringify(name)} ${sentence}.`)
  return new ApiError('internal', 'The workspace could not be accessed. Try again.', { cause: error })
}

const NOT_A_FOLDER = 'not_a_folder'

/** Also for a link, which is not followed. */
export function notAFolder(name: string): ApiError {
  const message = `${JSON.stringify(name)} is not a folder, or it is a link, and links are not followed.`
  return new ApiError('failed_precondition', message, { details: [{ type: NOT_A_FOLDER, value: name }] })
}

export function isNotAFolder(error: unknown): boolean {
  return error instanceof ApiError && error.details?.some(({ type }) => type === NOT_A_FOLDER) === true
}
