import { createHmac, randomBytes } from 'node:crypto'
import { base62, KEY_PREFIX, KEY_SHAPE, keyChecksum } from '#core/apiKeyFormat.ts'

const SECRET_LENGTH = 43

/** A new key: prefix, 256 random bits and a checksum, which reveals a mistyped key without a request. */
export function create(random: (size: number) => Uint8Array = randomBytes): string {
  const body = KEY_PREFIX + base62(BigInt(`0x${Buffer.from(random(32)).toString('hex')}`), SECRET_LENGTH)
  return body + keyChecksum(body)
}

export function looksLikeOne(text: string): boolean {
  return text.startsWith(KEY_PREFIX)
}

/** The only printable form. */
export function mask(key: string): string {
  return KEY_SHAPE.test(key) ? `${key.slice(0, KEY_PREFIX.length + 4)}…${key.slice(-4)}` : '(not a key)'
}

/** Stored instead of the key. */
export function digest(key: string, pepper: Uint8Array): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}
