import { createHash } from 'node:crypto'

/** The last entry read in each of several rooms. */
export type RoomCursor = ReadonlyMap<string, number>

const VERSION = 1
const NAME_BYTES = 6

/** One version byte, then for each room the first bytes of its id's hash and the number of the last entry read. */
export function format(cursor: RoomCursor): string {
  const parts = [...cursor].flatMap(([roomId, seq]) => [nameOf(roomId), varint(seq)])
  return Buffer.concat([Buffer.of(VERSION), ...parts]).toString('base64url')
}

/** The cursor that a text encodes, without rooms other than these; undefined for a text that `format` never returned. */
export function parse(text: string, roomIds: Iterable<string>): RoomCursor | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes[0] !== VERSION || bytes.toString('base64url') !== text) return undefined
  const names = new Map([...roomIds].map((roomId) => [nameOf(roomId).toString('hex'), roomId]))
  const cursor = new Map<string, number>()
  for (let at = 1; at < bytes.length; ) {
    const roomId = names.get(bytes.toString('hex', at, at + NAME_BYTES))
    const read = readVarint(bytes, at + NAME_BYTES)
    if (!read) return undefined
    if (roomId !== undefined) cursor.set(roomId, read.value)
    at = read.next
  }
  return cursor
}

function nameOf(roomId: string): Buffer {
  return createHash('sha256').update(roomId).digest().subarray(0, NAME_BYTES)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

function readVarint(bytes: Buffer, from: number): { value: number; next: number } | undefined {
  let value = 0
  for (let at = from, scale = 1; at < bytes.length && scale <= 2 ** 49; at++, scale *= 128) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * scale
    if (byte < 128) return { value, next: at + 1 }
  }
  return undefined
}
