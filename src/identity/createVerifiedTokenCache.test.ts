import { describe, expect, test } from 'vitest'
import { createVerifiedTokenCache } from './createVerifiedTokenCache.ts'

const SESSION = { subject: 'eip155:0x1', tokenId: 'one', issuedAt: 0, expiresAt: 1_000, isOurs: true }

/** A cache that counts what it has verified; tokens are `good…`, `theirs…` or bad. */
function createCounted() {
  const verified: string[] = []
  const clock = { now: 0 }
  const verify = createVerifiedTokenCache({
    now: () => clock.now,
    verify: async (token) => {
      verified.push(token)
      if (clock.now >= SESSION.expiresAt) throw new Error('expired')
      if (token.startsWith('good')) return SESSION
      if (token.startsWith('theirs')) return { ...SESSION, isOurs: false }
      throw new Error('bad signature')
    },
  })
  return { verified, clock, verify }
}

describe('the cache of verified tokens', () => {
  test('verifies one of our tokens once, for concurrent and later calls', async () => {
    const { verified, verify } = createCounted()
    await Promise.all(Array.from({ length: 200 }, () => verify('good')))
    expect(await verify('good')).toBe(SESSION)
    expect(verified).toEqual(['good'])
  })

  test('caches by the whole token: the same claims with another signature are verified again', async () => {
    const { verified, verify } = createCounted()
    await verify('good.signature')
    await expect(verify('forged.signature')).rejects.toThrow('bad signature')
    await verify('good.signaturf')
    expect(verified).toEqual(['good.signature', 'forged.signature', 'good.signaturf'])
  })

  test('refuses a token by the clock, and goes by a clock that is set back', async () => {
    const { clock, verify } = createCounted()
    await verify('good')
    clock.now = 1_000
    await expect(verify('good')).rejects.toThrow('expired')
    clock.now = 999
    expect(await verify('good')).toBe(SESSION)
  })

  test('remembers nothing of a bad token, nor of one that an identity provider signed', async () => {
    const { verified, verify } = createCounted()
    for (const token of ['bad', 'bad', 'theirs', 'theirs']) await verify(token).catch(() => {})
    expect(verified).toEqual(['bad', 'bad', 'theirs', 'theirs'])
  })

  test('is bounded: beyond ten thousand the oldest is verified again', async () => {
    const { verified, verify } = createCounted()
    for (let n = 0; n <= 10_000; n++) await verify(`good ${n}`)
    await verify('good 10000')
    await verify('good 1')
    expect(verified).toHaveLength(10_001)
    await verify('good 0')
    expect(verified).toHaveLength(10_002)
  })
})
