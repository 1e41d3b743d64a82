import { crc32 } from 'node:zlib'

export const KEY_PREFIX = 'svc_sk_'
export const KEY_SHAPE = /^svc_sk_[0-9A-Za-z]{49}$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/** Whether form and checksum of an API key are right; the key need not exist. */
export function isKeyFormat(key: string): boolean {
  return KEY_SHAPE.test(key) && keyChecksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)
}

/** The last digits of a key, from all before them. */
export function keyChecksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH)
}

export function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i++) {
    text = DIGITS[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
