import { createByteReader } from './createByteReader.ts'

export type TarKind = 'file' | 'folder' | 'symlink' | 'link' | 'other'
/** A piece of a file at its position; the space between pieces is a hole. */
export type Extent = { at: number; bytes: Uint8Array }

/** An entry of an archive. Paths are bytes, because names of files need not be UTF-8. */
export type TarEntry = {
  path: Buffer
  kind: TarKind
  mode: number
  size: number
  modifiedAt: Date
  /** The path that a link leads to. */
  target: Buffer
  /** The content of a file, to be read before the next entry. */
  content(): AsyncIterable<Extent>
}

const BLOCK = 512
const PIECE_BYTES = 2 ** 16
const NAME_BYTES_MAX = 2 ** 16
const KINDS: Readonly<Record<string, TarKind>> = {
  '\0': 'file',
  0: 'file',
  S: 'file',
  1: 'link',
  2: 'symlink',
  5: 'folder',
}

/** An archive of one file. */
export function writeTar(path: string, bytes: Uint8Array): Buffer {
  const extended = extendedPath(path)
  const parts = [...record('x', extended), ...record('0', bytes), Buffer.alloc(2 * BLOCK)]
  return Buffer.concat(parts)
}

function record(type: string, bytes: Uint8Array): Uint8Array[] {
  const header = Buffer.alloc(BLOCK)
  header.write('file', 0)
  header.write('0000644', 100)
  header.write(bytes.length.toString(8).padStart(11, '0'), 124)
  header.write(
    Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0'),
    136,
  )
  header.write(type, 156)
  header.write('ustar\u000000', 257)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return [header, bytes, Buffer.alloc(paddingOf(bytes.length))]
}

/** `length path=value\n`, where the length counts its own digits. */
function extendedPath(path: string): Buffer {
  const rest = Buffer.byteLength(` path=${path}\n`)
  let length = rest + 1
  while (rest + String(length).length !== length) length = rest + String(length).length
  return Buffer.from(`${length} path=${path}\n`)
}

/** The entries of an archive in the GNU or POSIX format, one after the other. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = createByteReader(source)
  let named: { path?: Buffer; target?: Buffer } = {}
  for (;;) {
    const header = await reader.take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    requireChecksum(header)
    const type = header.toString('latin1', 156, 157)
    const stored = numberAt(header, 124, 12)
    if ('xLK'.includes(type)) named = { ...named, ...longNameOf(type, await takeName(reader, stored)) }
    else {
      const map = type === 'S' ? await readSparseMap(reader, header) : [{ at: 0, length: stored }]
      let left = stored
      const content = async function* (): AsyncGenerator<Extent> {
        for (const { at, length } of map)
          for (let done = 0; done < length; ) {
            const bytes = await reader.some(Math.min(PIECE_BYTES, length - done))
            yield { at: at + done, bytes }
            done += bytes.length
            left -= bytes.length
          }
      }
      yield { ...describe(header, type, stored), ...named, content }
      named = {}
      await reader.skip(left + paddingOf(stored))
    }
  }
}

function describe(header: Buffer, type: string, stored: number): Omit<TarEntry, 'content'> {
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textAt(header, 345, 155) : Buffer.alloc(0)
  const name = textAt(header, 0, 100)
  return {
    path: prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]),
    kind: KINDS[type] ?? 'other',
    mode: numberAt(header, 100, 8) & 0o7777,
    size: type === 'S' ? numberAt(header, 483, 12) : stored,
    modifiedAt: new Date(numberAt(header, 136, 12) * 1000),
    target: textAt(header, 157, 100),
  }
}

type Reader = ReturnType<typeof createByteReader>

async function takeName(reader: Reader, size: number): Promise<Buffer> {
  if (size > NAME_BYTES_MAX) throw new Error('The archive contains a name that is too long.')
  const bytes = await reader.take(size)
  await reader.skip(paddingOf(size))
  return bytes
}

function longNameOf(type: string, bytes: Buffer): { path?: Buffer; target?: Buffer } {
  if (type === 'L') return { path: untilNul(bytes) }
  if (type === 'K') return { target: untilNul(bytes) }
  const path = /^\d+ path=([^\n]*)\n$/.exec(bytes.toString('latin1'))?.[1]
  return path === undefined ? {} : { path: Buffer.from(path, 'latin1') }
}

/** The extents of a sparse file: four in its header, 21 in each block that follows. */
async function readSparseMap(reader: Reader, header: Buffer): Promise<{ at: number; length: number }[]> {
  const map = extentsIn(header, 386, 4)
  for (let isExtended = header[482] === 1; isExtended; ) {
    const block = await reader.take(BLOCK)
    map.push(...extentsIn(block, 0, 21))
    isExtended = block[504] === 1
  }
  return map
}

function extentsIn(block: Buffer, from: number, count: number): { at: number; length: number }[] {
  const starts = Array.from({ length: count }, (_, index) => from + index * 24)
  const extents = starts.map((start) => ({ at: numberAt(block, start, 12), length: numberAt(block, start + 12, 12) }))
  return extents.filter(({ length }) => length > 0)
}

/** Octal digits, or binary if the first bit is set. */
function numberAt(block: Buffer, from: number, length: number): number {
  if ((block[from] ?? 0) & 0x80) return Number(block.readBigUInt64BE(from + length - 8))
  return Number.parseInt(block.toString('latin1', from, from + length), 8) || 0
}

function textAt(block: Buffer, from: number, length: number): Buffer {
  return Buffer.from(untilNul(block.subarray(from, from + length)))
}

function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

function requireChecksum(header: Buffer): void {
  if (numberAt(header, 148, 8) !== checksum(header)) throw new Error('The archive is damaged.')
}

/** The sum of all bytes, counting the sum itself as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += header[at] ?? 0
  return sum
}
