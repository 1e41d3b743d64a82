import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const PREFIXES = [
  'key',
  'room',
  'msg',
  'part',
  'inv',
  'box',
  'sess',
  'evt',
  'hook',
  'snap',
  'task',
  'req',
  'dev',
  'aud',
  'conf',
  'host',
] as const

export type Prefix = (typeof PREFIXES)[number]
export type Id<P extends Prefix = Prefix> = `${P}_${string}`

type Source = { now?: () => number; random?: (size: number) => Uint8Array }

/** A new id: prefix, 48 bits of time in milliseconds, 80 random bits; later ids sort after earlier ones. */
export function create<P extends Prefix>(prefix: P, { now = Date.now, random = randomBytes }: Source = {}): Id<P> {
  return `${prefix}_${base32(BigInt(now()), 10)}${base32(bytesToBigInt(random(10)), 16)}`
}

export function isId<P extends Prefix>(prefix: P, value: string): value is Id<P> {
  return value.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(value.slice(prefix.length + 1))
}

function base32(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i++) {
    text = ALPHABET[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}

function bytesToBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
