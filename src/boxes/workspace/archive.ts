import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createStartGate } from '#boxes/host/createStartGate.ts'
import type { Piped } from '#boxes/isolation/Piped.ts'
import { ApiError } from '#core/ApiError.ts'
import { explain } from './openBeneath.ts'

const PART_BYTES = 2 ** 20
const MAX_AT_ONCE = 4
const SLOT_MS = 60_000
const STDERR_LENGTH_MAX = 2_000
/** For the last output of tar after its end. */
const OUTPUT_MS = 1_000
/** tar ended before it read everything, so its exit code decides. */
const UNREAD = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** The exit code of tar and its messages. */
export type TarEnd = { code: number | null; stderr: string }

/** Each archive uses a process and a part of the memory. */
export const archiving = createStartGate(MAX_AT_ONCE, SLOT_MS)

/** The output of tar as a compressed archive in parts, so that no step handles all of it at once. */
export async function packArchive(tar: Piped, bytesMax: number): Promise<Buffer[]> {
  const ended = endOf(tar)
  const parts: Buffer[] = []
  await pipeline(tar.stdout as Readable, bounded(bytesMax), createGzip({ level: 1 }), async (compressed) => {
    for await (const part of inParts(compressed)) parts.push(part)
  }).catch((error) => {
    tar.kill('SIGKILL')
    throw error
  })
  const { code, stderr } = await ended
  // 1: a file changed while it was read, which the agent may do at any time.
  if (code === 0 || code === 1) return parts
  throw new Error(`tar ended with ${code}. ${stderr}`)
}

/** The content of a compressed archive; throws once it exceeds `bytesMax`. */
export async function* openParts(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const filling = pipeline(parts, gunzip)
  filling.catch(() => {})
  yield* bounded(bytesMax)(gunzip)
  await filling
}

/** Writes an archive to tar, which unpacks it. */
export async function unpackArchive(tar: Piped, archive: AsyncIterable<Uint8Array>): Promise<void> {
  const ended = endOf(tar)
  const written = await pipeline(archive, tar.stdin as Writable).catch((error: NodeJS.ErrnoException) => error)
  if (written && !UNREAD.has(written.code ?? '')) {
    tar.kill('SIGKILL')
    throw written
  }
  requireUnpacked(await ended)
}

/** Throws for the caller unless tar unpacked everything. */
export function requireUnpacked({ code, stderr }: TarEnd): void {
  if (code === 0) return
  if (/No space left|Wrote only/.test(stderr)) throw explain({ code: 'ENOSPC' }, '')
  throw new ApiError('failed_precondition', 'The files could not be written. The box may have ended; try again.', {
    cause: new Error(stderr),
  })
}

function bounded(bytesMax: number) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let left = bytesMax
    for await (const chunk of source) {
      left -= chunk.length
      if (left < 0) throw new Error('The archive is larger than the workspace.')
      yield chunk
    }
  }
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  yield Buffer.concat(waiting)
}

async function endOf(tar: Piped): Promise<TarEnd> {
  let stderr = ''
  tar.stderr?.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString()).slice(-STDERR_LENGTH_MAX)
  })
  const failed = new Promise<[null, string]>((resolve) => tar.once('error', (error) => resolve([null, String(error)])))
  // A process of the box may hold the output open after tar has ended.
  const left = once(tar, 'exit').then(([exit]) => delay(OUTPUT_MS, [exit], { ref: false }))
  const [code, reason] = await Promise.race([once(tar, 'close'), left, failed])
  return { code, stderr: stderr || String(reason ?? '') }
}
