/** One WebSocket frame (RFC 6455 §5.2), its mask already taken off. */
export type Frame = { isFinal: boolean; opcode: number; payload: Buffer }

export const CONTINUATION = 0x0
export const TEXT = 0x1
export const CLOSE = 0x8
export const PING = 0x9
export const PONG = 0xa

/** A whole message in one frame, unmasked as servers send it. */
export function encode(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([header(opcode, payload.length), payload])
}

function header(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length])
  const isShort = length < 65_536
  const bytes = Buffer.alloc(isShort ? 4 : 10)
  bytes[0] = 0x80 | opcode
  bytes[1] = isShort ? 126 : 127
  if (isShort) bytes.writeUInt16BE(length, 2)
  else bytes.writeBigUInt64BE(BigInt(length), 2)
  return bytes
}

/**
 * The first frame in `bytes` and how many of them it took; undefined while it is incomplete.
 * Throws on what no client may send: no mask, reserved bits, a long or split control frame, more than `maxBytes`.
 */
export function decode(bytes: Buffer, maxBytes: number): { frame: Frame; size: number } | undefined {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return undefined
  const isFinal = (first & 0x80) !== 0
  const opcode = first & 0x0f
  if ((first & 0x70) !== 0 || (second & 0x80) === 0) throw new Error('The frame has reserved bits or no mask.')
  if (opcode >= CLOSE && (!isFinal || (second & 0x7f) > 125)) throw new Error('The control frame is split or too long.')
  const length = readLength(bytes, second & 0x7f)
  if (length === undefined) return undefined
  if (length.value > maxBytes) throw new RangeError('The frame is too long.')
  const start = length.end + 4
  const end = start + length.value
  if (bytes.length < end) return undefined
  const payload = unmask(bytes.subarray(start, end), bytes.subarray(length.end, start))
  return { frame: { isFinal, opcode, payload }, size: end }
}

function readLength(bytes: Buffer, short: number): { value: number; end: number } | undefined {
  if (short < 126) return { value: short, end: 2 }
  const end = short === 126 ? 4 : 10
  if (bytes.length < end) return undefined
  return { value: short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)), end }
}

function unmask(masked: Buffer, mask: Buffer): Buffer {
  const payload = Buffer.allocUnsafe(masked.length)
  for (let i = 0; i < masked.length; i += 1) payload[i] = (masked[i] ?? 0) ^ (mask[i & 3] ?? 0)
  return payload
}
