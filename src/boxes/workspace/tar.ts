/** A file or folder; a folder has no bytes. */
export type TarEntry = { path: string; bytes?: Uint8Array }

const BLOCK = 512
const FILE = '0'
const FOLDER = '5'
const EXTENDED = 'x'

/** The entries as a POSIX archive. */
export function writeTar(entries: Iterable<TarEntry>): Buffer {
  const parts: Uint8Array[] = []
  for (const { path, bytes } of entries) {
    if (Buffer.byteLength(path) > 99) parts.push(...record('PaxHeader', EXTENDED, extendedPath(path)))
    parts.push(...record(path, bytes ? FILE : FOLDER, bytes ?? new Uint8Array()))
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

function record(path: string, kind: string, bytes: Uint8Array): Uint8Array[] {
  const header = Buffer.alloc(BLOCK)
  header.write(path, 0, 99)
  header.write(kind === FOLDER ? '0000755' : '0000644', 100)
  header.write(bytes.length.toString(8).padStart(11, '0'), 124)
  header.write(
    Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0'),
    136,
  )
  header.write('        ', 148)
  header.write(kind, 156)
  header.write('ustar\u000000', 257)
  header.write(checksum(header).toString(8).padStart(6, '0'), 148)
  header.write('\0 ', 154)
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
}

/** `length path=value\n`, where the length counts its own digits. */
function extendedPath(path: string): Buffer {
  const rest = Buffer.byteLength(` path=${path}\n`)
  let length = rest + 1
  while (rest + String(length).length !== length) length = rest + String(length).length
  return Buffer.from(`${length} path=${path}\n`)
}

function checksum(header: Buffer): number {
  const copy = Buffer.from(header)
  copy.fill(0x20, 148, 156)
  return copy.reduce((sum, byte) => sum + byte, 0)
}

/** The entries of a POSIX archive; throws for anything but files and folders, and for a damaged header. */
export function* readTar(archive: Uint8Array): Generator<TarEntry> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  let longPath: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK)
    if (header.every((byte) => byte === 0)) return
    const { kind, path, size } = parseHeader(header)
    const body = bodyAt(bytes, at + BLOCK, size)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (kind === EXTENDED) longPath = /^\d+ path=([^\n]*)\n$/.exec(body.toString())?.[1]
    else {
      yield kind === FILE ? { path: longPath ?? path, bytes: body } : { path: longPath ?? path }
      longPath = undefined
    }
  }
}

function bodyAt(bytes: Buffer, at: number, size: number): Buffer {
  const body = bytes.subarray(at, at + size)
  if (body.length === size) return body
  throw new Error('The archive is truncated.')
}

type Header = { kind: string; path: string; size: number }

function parseHeader(header: Buffer): Header {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '')
  if (Number.parseInt(text(148, 156), 8) !== checksum(header)) throw new Error('The archive is damaged.')
  const kind = text(156, 157)
  if (kind !== FILE && kind !== FOLDER && kind !== EXTENDED)
    throw new Error('The archive holds a link or a device. Only files and folders are allowed.')
  const prefix = text(345, 500)
  const name = text(0, 100)
  return { kind, path: prefix === '' ? name : `${prefix}/${name}`, size: Number.parseInt(text(124, 136), 8) }
}
