import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'svc_sk_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SHAPE = /^svc_sk_[0-9A-Za-z]{49}$/

/** A new key: prefix, 256 random bits and a checksum, which reveals a mistyped key without a request. */
export function create(random: (size: number) => Uint8Array = randomBytes): string {
  const body = PREFIX + base62(BigInt(`0x${Buffer.from(random(32)).toString('hex')}`), SECRET_LENGTH)
  return body + checksum(body)
}

export function looksLikeOne(text: string): boolean {
  return text.startsWith(PREFIX)
}

/** Whether form and checksum are right; the key need not exist. */
export function isWellFormed(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)
}

/** The only printable form. */
export function mask(key: string): string {
  return SHAPE.test(key) ? `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}` : '(not a key)'
}

/** Stored instead of the key. */
export function digest(key: string, pepper: Uint8Array): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH)
}

function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i++) {
    text = DIGITS[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
