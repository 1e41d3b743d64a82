import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Limits } from '#boxes/isolation/Limits.ts'
import { PACK_WORKSPACE, UNPACK_INSIDE } from '#boxes/isolation/launchCommand.ts'
import type { Piped } from '#boxes/isolation/Piped.ts'
import { archiving, openParts, packArchive, unpackArchive } from '#boxes/workspace/archive.ts'
import { explain, notAFolder, notRegular } from '#boxes/workspace/openBeneath.ts'
import { writeTar } from '#boxes/workspace/tar.ts'
import {
  archiveBytesMax,
  type Entry,
  FILE_BYTES_MAX,
  fileNames,
  firstByName,
  requireReadable,
  requireWritable,
  type Workspace,
} from '#boxes/workspace/Workspace.ts'
import { parsePath } from '#boxes/workspace/WorkspacePath.ts'
import { ApiError } from '#core/ApiError.ts'
import { createTurns } from '#core/createTurns.ts'

type Exec = (command: readonly string[]) => Piped
type Options = {
  timeoutMs?: number
  /** Settles when a kill of the box is over. */
  killed?(): Promise<unknown>
}

const LIST_BYTES_MAX = 2 ** 22
/** The box can stop or replace the commands that run in its pod, so each ends here at the latest. */
const TIMEOUT_MS = 120_000
const [MISSING, LINK] = [44, 45]
/** Refuses a path that leads through a link. */
const ENTER = `cd /workspace && { [ -e "$1" ] || [ -L "$1" ] || exit ${MISSING}; } && [ "$(realpath -- "$1")" = "$(realpath -s -- "$1")" ] || exit ${LINK}`
const LIST = `${ENTER}; find "$1" -maxdepth 1 -printf '%d %y %s %T@ %f\\0' | head -c ${LIST_BYTES_MAX}`
const READ = `${ENTER}; [ -f "$1" ] || exit ${LINK}; head -c ${FILE_BYTES_MAX + 1} -- "$1"`
const KINDS = `cd /workspace && for path; do find "$path" -maxdepth 0 -printf '%y' 2>/dev/null || break; echo; done`
const KIND: Readonly<Record<string, Entry['kind']>> = { d: 'folder', f: 'file' }

/** The files of a pod, by commands that run in it: a pod that lies about its files harms only its own box. */
export function podWorkspace(run: Exec, limits: Limits, { timeoutMs = TIMEOUT_MS, killed }: Options = {}): Workspace {
  const bytesMax = archiveBytesMax(limits)
  const exec = (command: readonly string[]) => within(timeoutMs, run(command))
  const script = (text: string, paths: readonly string[]) => outputOf(exec(['/bin/sh', '-c', text, 'sh', ...paths]))
  const inTurn = createTurns()
  const pack = async () => {
    await killed?.()
    return archiving(() => packArchive(exec(PACK_WORKSPACE), bytesMax))
  }
  const unpack = (archive: AsyncIterable<Uint8Array>) => unpackArchive(exec(UNPACK_INSIDE), archive)
  return {
    async list(path) {
      const names = parsePath(path)
      const { code, bytes } = await script(LIST, [below(names)])
      requireFound(code, names)
      const [self, ...entries] = bytes.toString().split('\0').map(entryOf)
      if (self?.kind !== 'folder') throw notAFolder(names.at(-1) ?? '')
      return firstByName(entries.filter((entry) => entry !== undefined))
    },
    async read(path, use) {
      const names = fileNames(path)
      const { code, bytes } = await script(READ, [below(names)])
      requireFound(code, names)
      requireReadable(bytes.length)
      return use(bytes)
    },
    write: (path, bytes) =>
      inTurn(async () => {
        const names = fileNames(path)
        const paths = names.map((_, index) => below(names.slice(0, index + 1)))
        const kinds = (await script(KINDS, paths)).bytes.toString().split('\n').filter(Boolean)
        await requireWritable(names, async (above) => {
          const kind = kinds[above.length - 1]
          return kind === undefined ? undefined : (KIND[kind] ?? 'other')
        })
        await unpack(Readable.from([writeTar(path, bytes)]))
      }),
    // A kill of the box hits every program in the pod, the one that packs included: it packs again after it.
    save: () => pack().catch(() => pack()),
    restore: (parts) => archiving(() => unpack(openParts(parts, bytesMax))),
    [Symbol.dispose]() {},
  }
}

function below(names: readonly string[]): string {
  return ['.', ...names].join('/')
}

function requireFound(code: number | null, names: readonly string[]): void {
  const name = names.at(-1) ?? ''
  if (code === 0) return
  if (code === MISSING) throw explain({ code: 'ENOENT' }, name)
  if (code === LINK) throw notRegular(name)
  throw explain(new Error(`The pod ended the command with ${code}.`), name)
}

function entryOf(line: string): Entry | undefined {
  const [, kind = '', size, seconds, name] = /^\d (\S) (\d+) (\S+) (.*)$/s.exec(line) ?? []
  if (name === undefined) return undefined
  const isFile = kind === 'f'
  return { name, kind: KIND[kind] ?? 'other', size: isFile ? Number(size) : 0, modifiedAt: dateOf(Number(seconds)) }
}

/** A file may carry any time that the box gave it. */
function dateOf(seconds: number): Date {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}

function within(ms: number, process: Piped): Piped {
  const timer = setTimeout(() => process.kill(), ms).unref()
  return process.once('close', () => clearTimeout(timer))
}

/** Processes of the box can write to the output of a command, so its size is bounded here too. */
async function outputOf(process: Piped): Promise<{ code: number | null; bytes: Buffer }> {
  const ended = once(process, 'exit').then(([code]) => code as number | null)
  process.stdin?.end()
  process.stderr?.resume()
  try {
    const [code, bytes] = await Promise.all([ended, boundedBytes(process.stdout as Readable)])
    return { code, bytes }
  } catch (cause) {
    process.kill()
    const message = 'The files of the box cannot be read now. The box may have ended; try again.'
    throw new ApiError('failed_precondition', message, { cause })
  }
}

async function boundedBytes(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length > LIST_BYTES_MAX) throw new Error('The pod sent more data than was requested.')
  }
  return Buffer.concat(parts)
}
