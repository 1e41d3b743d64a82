import type { ChildProcess } from 'node:child_process'
import { type FileHandle, lstat, open, opendir, readFile as readText, stat, statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#core/ApiError.ts'
import { createTurns } from '#core/createTurns.ts'
import { withBuffer } from '#core/withBuffer.ts'
import { archiving, openParts, packArchive, requireUnpacked, type TarEnd, unpackArchive } from './archive.ts'
import { entryOf, openFolder, openForReading } from './openBeneath.ts'
import { restoreEntries } from './restoreEntries.ts'
import { readTar, writeTar } from './tar.ts'
import { parsePath } from './WorkspacePath.ts'

export type Entry = { name: string; kind: 'file' | 'folder' | 'other'; size: number; modifiedAt: Date }

/** The files of one box. Every path is resolved beneath its root, and no link is followed. */
export type Workspace = Disposable & {
  list(path: string): Promise<Entry[]>
  /** Passes the bytes of a file to `use`, which must copy the bytes it keeps. */
  read<Result>(path: string, use: (bytes: Buffer) => Result): Promise<Result>
  write(path: string, bytes: Uint8Array): Promise<void>
  /** All files, folders and links with their modes and times, as the parts of a compressed archive. */
  save(): Promise<Buffer[]>
  restore(parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>
}

export const FILE_BYTES_MAX = 2 ** 20
export const ENTRIES_MAX = 1_000
/** Names read from one folder. */
export const NAMES_MAX = 10_000
/** Room in an archive for the headers of a file. */
const HEADER_BYTES_MAX = 4096

export type WorkspaceOptions = Partial<Disposable> & {
  limits: { workspaceBytes: number; files: number }
  /** Starts tar to write an archive of the open folder to its standard output. */
  pack(root: FileHandle): ChildProcess
  /** Starts tar to unpack its standard input as the user of the box, inside it. Default: files are written directly */
  unpack?: (() => ChildProcess) | undefined
  /** Unpacks an archive of one file, without a process of its own. Default: like `unpack` */
  unpackSmall?: ((archive: Uint8Array) => Promise<TarEnd>) | undefined
}

const READY_MS = 10_000
const TMPFS = 0x01021994

/** Opens the workspace of a box by its process once the sandbox is complete. The open folder outlives the box. */
export async function openWorkspace(pid: number, options: () => WorkspaceOptions): Promise<Workspace> {
  const path = `/proc/${pid}/root/workspace`
  const deadline = performance.now() + READY_MS
  while (!(await isInsideBox(path)) || !(await hasOneRoot(pid))) {
    if (performance.now() > deadline) throw new ApiError('unavailable', 'The box has no workspace yet. Try again.')
    await delay(5)
  }
  const root = await open(path)
  try {
    return workspaceAt(root, options())
  } catch (error) {
    // The box may have ended in between; a handle that nobody closes ends the whole service later.
    await root.close()
    throw error
  }
}

/** Opens the workspace at a path once its file system is mounted there. The open folder outlives the box. */
export async function openMounted(path: string, options: WorkspaceOptions): Promise<Workspace> {
  const deadline = performance.now() + READY_MS
  while ((await statfs(path).catch(() => undefined))?.type !== TMPFS) {
    if (performance.now() > deadline) throw new ApiError('unavailable', 'The box has no workspace yet. Try again.')
    await delay(5)
  }
  return workspaceAt(await open(path), options)
}

/** Before the box has its own root, the path leads into the machine's. */
async function isInsideBox(path: string): Promise<boolean> {
  try {
    const [inside, outside, kind] = await Promise.all([stat(`${path}/..`), stat('/'), statfs(path)])
    return inside.dev !== outside.dev && kind.type === TMPFS
  } catch {
    return false
  }
}

/** bubblewrap covers the new root with the old one for a moment, and a process that enters then is in the old one. */
async function hasOneRoot(pid: number): Promise<boolean> {
  const mounts = await readText(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '')
  return mounts.split('\n').filter((line) => line.split(' ')[4] === '/').length === 1
}

/** The size of an archive with all that a workspace may hold. */
export function archiveBytesMax({ workspaceBytes, files }: WorkspaceOptions['limits']): number {
  return workspaceBytes + files * HEADER_BYTES_MAX + 2 ** 20
}

/** The workspace in an open folder. */
export function workspaceAt(root: FileHandle, options: WorkspaceOptions): Workspace {
  const { limits, pack, unpack, unpackSmall } = options
  const bytesMax = archiveBytesMax(limits)
  const put = (archive: AsyncIterable<Uint8Array>) =>
    unpack ? unpackArchive(unpack(), archive) : restoreEntries(root, readTar(archive))
  const inTurn = createTurns()
  return {
    list: async (path) => list(root, parsePath(path)),
    read: async (path, use) => readFile(root, fileNames(path), use),
    write: (path, bytes) =>
      inTurn(async () => {
        await requireWritable(fileNames(path), (names) => kindOf(root, names))
        const archive = writeTar(path, bytes)
        if (unpackSmall) requireUnpacked(await unpackSmall(archive))
        else await put(Readable.from([archive]))
      }),
    save: () => archiving(() => packArchive(pack(root), bytesMax)),
    restore: (parts) => archiving(() => put(openParts(parts, bytesMax))),
    [Symbol.dispose]() {
      options[Symbol.dispose]?.()
      void root.close().catch(() => {})
    },
  }
}

export function fileNames(path: string): string[] {
  const names = parsePath(path)
  if (names.length > 0) return names
  throw new ApiError('failed_precondition', 'path names the workspace itself. Name a file in it.')
}

/** Throws before anything is written if a link or another kind of entry is in the way. */
export async function requireWritable(
  names: readonly string[],
  kindOf: (names: readonly string[]) => Promise<Entry['kind'] | undefined>,
): Promise<void> {
  for (let depth = 1; depth <= names.length; depth++) {
    const entry = await kindOf(names.slice(0, depth))
    if (entry === undefined) return
    if (entry !== (depth < names.length ? 'folder' : 'file'))
      throw new ApiError(
        'failed_precondition',
        `${JSON.stringify(names.slice(0, depth).join('/'))} is ${entry === 'other' ? 'a link or a special file' : `a ${entry}`}. Choose another path.`,
      )
  }
}

async function kindOf(root: FileHandle, names: readonly string[]): Promise<Entry['kind'] | undefined> {
  await using folder = await openFolder(root, names.slice(0, -1))
  return (await describe(folder, names.at(-1) ?? ''))?.kind
}

async function list(root: FileHandle, path: string[]): Promise<Entry[]> {
  await using folder = await openFolder(root, path)
  const names = (await readNames(folder)).toSorted(Buffer.compare).slice(0, ENTRIES_MAX)
  const entries = await Promise.all(names.map((name) => describe(folder, name)))
  return entries.filter((entry) => entry !== undefined)
}

/** The entries that a response lists. */
export function firstByName(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, ENTRIES_MAX)
}

/** A folder may hold far more names than a response lists, so reading stops early. A name need not be UTF-8. */
async function readNames(folder: FileHandle): Promise<Buffer[]> {
  const names: Buffer[] = []
  for await (const { name } of await opendir(entryOf(folder, '.'), { bufferSize: 256, encoding: 'buffer' as never }))
    if (names.push(Buffer.from(name)) >= NAMES_MAX) break
  return names
}

async function describe(folder: FileHandle, name: string | Buffer): Promise<Entry | undefined> {
  const found = await lstat(entryOf(folder, name)).catch(() => undefined)
  if (!found) return undefined
  let kind: Entry['kind'] = 'other'
  if (found.isFile()) kind = 'file'
  if (found.isDirectory()) kind = 'folder'
  return { name: String(name), kind, size: kind === 'file' ? found.size : 0, modifiedAt: found.mtime }
}

async function readFile<Result>(
  root: FileHandle,
  names: readonly string[],
  use: (bytes: Buffer) => Result,
): Promise<Result> {
  await using folder = await openFolder(root, names.slice(0, -1))
  await using file = await openForReading(folder, names.at(-1) ?? '')
  const { size } = await file.stat()
  requireReadable(size)
  return withBuffer(size, async (buffer) => {
    const { bytesRead } = await file.read(buffer, 0, size, 0)
    return use(buffer.subarray(0, bytesRead))
  })
}

export function requireReadable(size: number): void {
  if (size <= FILE_BYTES_MAX) return
  throw new ApiError(
    'failed_precondition',
    `The file is larger than ${FILE_BYTES_MAX} bytes, the maximum that can be read.`,
  )
}
