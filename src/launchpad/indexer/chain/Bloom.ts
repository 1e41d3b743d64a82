import { type Hex, hexToBytes, keccak256 } from 'viem'

/** The bits of a value in a block's log filter, cached because each costs a hash. */
const bits = new Map<string, readonly number[]>()
const REMEMBERED_MAX = 50_000

type Source = { address: string; topics: readonly string[] }

/** The filter that a block with exactly these logs has in its header. */
export function ofLogs(logs: readonly Source[]): Hex {
  const bytes = new Uint8Array(256)
  for (const { address, topics } of logs) for (const value of [address, ...topics]) add(bytes, value)
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** Whether a block with this filter may hold a log of the address or topic; false is certain, true is not. */
export function mayHold(bloom: Hex, value: string): boolean {
  return bitsOf(value).every((bit) => {
    // The first byte on the wire holds the highest bits.
    const digit = Number.parseInt(bloom[2 + 2 * (255 - (bit >> 3)) + (bit & 4 ? 0 : 1)] ?? '0', 16)
    return (digit >> (bit & 3)) & 1
  })
}

function add(bytes: Uint8Array, value: string): void {
  for (const bit of bitsOf(value)) {
    const at = 255 - (bit >> 3)
    bytes[at] = (bytes[at] ?? 0) | (1 << (bit & 7))
  }
}

function bitsOf(value: string): readonly number[] {
  const known = bits.get(value)
  if (known) return known
  const hash = keccak256(hexToBytes(value as Hex), 'bytes')
  const found = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
  if (bits.size >= REMEMBERED_MAX) bits.clear()
  bits.set(value, found)
  return found
}
