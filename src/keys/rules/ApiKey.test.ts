import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKeyFormat } from '#core/apiKeyFormat.ts'
import * as ApiKey from './ApiKey.ts'

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => ApiKey.create(() => bytes))

test('a key is the prefix, 43 digits of 256 random bits and 6 digits of checksum', () => {
  expect(ApiKey.create(() => new Uint8Array(32))).toBe(`svc_sk_${'0'.repeat(43)}4G4pqx`)
  expect(ApiKey.create(() => new Uint8Array(32).fill(255))).toMatch(/^svc_sk_[0-9A-Za-z]{49}$/)
  expect(ApiKey.create()).not.toBe(ApiKey.create())
})

test('every key is well formed and no key with one character changed is', () => {
  fc.assert(
    fc.property(keys, fc.nat(48), fc.nat(60), (key, at, shift) => {
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
      const index = 7 + at
      const other = digits[(digits.indexOf(key.charAt(index)) + 1 + shift) % 62]
      expect(isKeyFormat(key)).toBe(true)
      expect(isKeyFormat(key.slice(0, index) + other + key.slice(index + 1))).toBe(false)
    }),
  )
})

const key = ApiKey.create()

test.each([
  ['nothing', ''],
  ['the prefix alone', 'svc_sk_'],
  ['too few digits', key.slice(0, -1)],
  ['too many digits', `${key}0`],
  ['a space before', ` ${key}`],
  ['a line break after', `${key}\n`],
  ['another prefix', key.replace('svc_sk_', 'svc_pk_')],
])('refuses %s', (_, text) => {
  expect(isKeyFormat(text)).toBe(false)
})

test('the mask shows four characters at each end, and nothing of a text that is not a key', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(ApiKey.mask(key)).toBe(`${key.slice(0, 11)}…${key.slice(-4)}`)
    }),
  )
  expect(ApiKey.mask('correct horse battery staple')).toBe('(not a key)')
})

test('the stored digest depends on the pepper and the whole key', () => {
  const [one, two] = [ApiKey.create(), ApiKey.create()]
  const pepper = Buffer.alloc(32, 1)
  expect(ApiKey.digest(one, pepper)).toEqual(ApiKey.digest(one, pepper))
  expect(ApiKey.digest(one, pepper)).not.toEqual(ApiKey.digest(two, pepper))
  expect(ApiKey.digest(one, pepper)).not.toEqual(ApiKey.digest(one, Buffer.alloc(32, 2)))
})
