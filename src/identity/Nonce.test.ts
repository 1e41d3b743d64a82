import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Nonce from './Nonce.ts'

const [secret, previous, foreign] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
const nonce = Nonce.create(secret, { now: 1_763_208_000_123, random: randomBytes })

test('a nonce is letters and digits, carries its time and never repeats', () => {
  expect(nonce).toMatch(/^[0-9a-z]{68}$/)
  expect(Nonce.birthOf(nonce, [secret])).toBe(1_763_208_000_123)
  expect(Nonce.create(secret, { now: 1_763_208_000_123, random: randomBytes })).not.toBe(nonce)
})

test('a nonce of the previous secret is accepted as long as that secret is configured', () => {
  expect(Nonce.birthOf(nonce, [previous, secret])).toBe(1_763_208_000_123)
  expect(Nonce.birthOf(nonce, [previous, foreign])).toBeUndefined()
})

test('an altered or invented nonce is refused', () => {
  fc.assert(
    fc.property(fc.nat(67), fc.integer({ min: 1, max: 15 }), (at, shift) => {
      const digit = ((Number.parseInt(nonce.charAt(at), 16) + shift) % 16).toString(16)
      expect(Nonce.birthOf(nonce.slice(0, at) + digit + nonce.slice(at + 1), [secret])).toBeUndefined()
    }),
  )
  for (const text of ['', 'abcdefgh', nonce.toUpperCase(), `${nonce}00`, nonce.slice(2)])
    expect(Nonce.birthOf(text, [secret])).toBeUndefined()
})
