import { importJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createVapid } from './vapid.ts'

test('a push service verifies the token by the key that it comes with', async () => {
  const now = Date.parse('2026-11-18T12:00:00Z')
  const vapid = createVapid(Buffer.alloc(32, 7), 'https://slipway.example')
  const header = vapid.authorize(new URL('https://push.example:8443/send/1'), now)
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? []
  expect(key).toBe(vapid.publicKey)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const known = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256')
  const { payload } = await jwtVerify(token, known, {
    currentDate: new Date(now),
    audience: 'https://push.example:8443',
  })
  expect(payload).toEqual({
    aud: 'https://push.example:8443',
    exp: now / 1000 + 12 * 60 * 60,
    sub: 'https://slipway.example',
  })
})

test('the key pair follows from the secret, also where the secret itself is not a valid key', () => {
  const [all, zero] = [Buffer.alloc(32, 255), Buffer.alloc(32)].map(
    (secret) => createVapid(secret, undefined).publicKey,
  )
  expect(createVapid(Buffer.alloc(32, 255), undefined).publicKey).toBe(all)
  expect(all).not.toBe(zero)
})
