import { describe, expect, test } from 'vitest'
import { createTokenMemory } from './createTokenMemory.ts'

const SESSION = { subject: 'eip155:0x1', tokenId: 'one', issuedAt: 0, expiresAt: 1_000, isOurs: true }

/** A memory that counts what it has verified; tokens are `good…`, `theirs…` or bad. */
function createCounted() {
  const verified: string[] = []
  const clock = { now: 0 }
  const remember = createTokenMemory({
    now: () => clock.now,
    verify: async (token) => {
      verified.push(token)
      if (clock.now >= SESSION.expiresAt) throw new Error('expired')
      if (token.startsWith('good')) return SESSION
      if (token.startsWith('theirs')) return { ...SESSION, isOurs: false }
      throw new Error('bad signature')
    },
  })
  return { verified, clock, remember }
}

describe('the memory of verified tokens', () => {
  test('verifies a token of ours once, however many ask at once and later', async () => {
    const { verified, remember } = createCounted()
    await Promise.all(Array.from({ length: 200 }, () => remember('good')))
    expect(await remember('good')).toBe(SESSION)
    expect(verified).toEqual(['good'])
  })

  test('knows a token by all of it: one with another signature is verified for itself', async () => {
    const { verified, remember } = createCounted()
    await remember('good.signature')
    await expect(remember('forged.signature')).rejects.toThrow('bad signature')
    await remember('good.signaturf')
    expect(verified).toEqual(['good.signature', 'forged.signature', 'good.signaturf'])
  })

  test('refuses a token by the clock, and goes by a clock that is set back', async () => {
    const { clock, remember } = createCounted()
    await remember('good')
    clock.now = 1_000
    await expect(remember('good')).rejects.toThrow('expired')
    clock.now = 999
    expect(await remember('good')).toBe(SESSION)
  })

  test('remembers nothing of a bad token, nor of one that an identity provider signed', async () => {
    const { verified, remember } = createCounted()
    for (const token of ['bad', 'bad', 'theirs', 'theirs']) await remember(token).catch(() => {})
    expect(verified).toEqual(['bad', 'bad', 'theirs', 'theirs'])
  })

  test('is bounded: beyond ten thousand the oldest is verified again', async () => {
    const { verified, remember } = createCounted()
    for (let n = 0; n <= 10_000; n++) await remember(`good ${n}`)
    await remember('good 10000')
    await remember('good 1')
    expect(verified).toHaveLength(10_001)
    await remember('good 0')
    expect(verified).toHaveLength(10_002)
  })
})
