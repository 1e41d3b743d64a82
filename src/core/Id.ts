import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const PREFIXES = [
  'conn',
  'key',
  'room',
  'msg',
  'part',
  'inv',
  'box',
  'sess',
  'task',
  'req',
  'dev',
  'aud',
  'conf',
  'host',
  'rule',
  'hook',
  'evt',
  'dlv',
  'call',
  'watch',
  'snap',
  'sched',
  'push',
] as const

export type Prefix = (typeof PREFIXES)[number]
export type Id<P extends Prefix = Prefix> = `${P}_${string}`

type Source = { now?: () => number; random?: (size: number) => Uint8Array }

/** A new id: prefix, 48 bits of time in milliseconds, 80 random bits; later ids sort after earlier ones. */
export function create<P extends Prefix>(prefix: P, { now = Date.now, random = draw }: Source = {}): Id<P> {
  return `${prefix}_${timeText(now())}${randomText(random(10))}`
}

export function isId<P extends Prefix>(prefix: P, value: string): value is Id<P> {
  return value.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(value.slice(prefix.length + 1))
}

const POOL_BYTES = 10 * 1024
const pool = Buffer.alloc(POOL_BYTES)
let drawn = POOL_BYTES

/** Random bytes from a pool, because one system call per id would cost more than the id. */
function draw(size: number): Uint8Array {
  if (drawn + size > POOL_BYTES) {
    randomFillSync(pool)
    drawn = 0
  }
  drawn += size
  return pool.subarray(drawn - size, drawn)
}

/** Ten digits of base 32: five for each half of the time. */
function timeText(time: number): string {
  return digits(Math.floor(time / 2 ** 25), 5) + digits(time % 2 ** 25, 5)
}

/** Sixteen digits of base 32: four for every 20 bits. */
function randomText(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < 10; i += 5) {
    const high = (byte(bytes, i) << 12) | (byte(bytes, i + 1) << 4) | (byte(bytes, i + 2) >> 4)
    const low = ((byte(bytes, i + 2) & 15) << 16) | (byte(bytes, i + 3) << 8) | byte(bytes, i + 4)
    text += digits(high, 4) + digits(low, 4)
  }
  return text
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] as number
}

function digits(value: number, count: number): string {
  let text = ''
  for (let shift = (count - 1) * 5; shift >= 0; shift -= 5) text += ALPHABET[(value >> shift) & 31]
  return text
}
