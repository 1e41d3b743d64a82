import fc from 'fast-check'
import { english, generateMnemonic } from 'viem/accounts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { base62, keyChecksum } from './apiKeyFormat.ts'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return { ...crypto, hash: vi.fn(crypto.hash) }
})
// Another file of this worker may have loaded the modules with the real one.
vi.resetModules()
const { hash, randomBytes } = await import('node:crypto')
const { findLoggedSecrets, findSecrets, refuseSecrets } = await import('./secrets.ts')
beforeEach(() => void vi.mocked(hash).mockClear())

const DIGITS = 'ab'.repeat(32)
const BODY = `svc_sk_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`
const KEY = BODY + keyChecksum(BODY)
const TOKEN = `eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ3YWxsZXQifQ.${'x'.repeat(86)}`
const INVITE = `svc_inv_${'aB3_'.repeat(10)}xY9`
const XPRV = `xprv9s21ZrQH143K${'3QTDL4LXw2F7HEK'.repeat(6)}abcdefgh`
const cut = (text: string, at: number, by = '\n') => text.slice(0, at) + by + text.slice(at)
const PHRASE = 'test test test test test test test test test test test junk'

describe('refused in posts', () => {
  test.each([
    ['API key', `use svc_sk_${'A'.repeat(49)} please`],
    ['API key', `svc_sk_\u200b${'A'.repeat(49)}`],
    ['private key', `private key: 0x${DIGITS}`],
    ['private key', `PRIVATE_KEY=${DIGITS}`],
    ['private key', `{"privateKey":"0x${DIGITS}"}`],
    ['private key', `my key is ${DIGITS.toUpperCase()}`],
    ['private key', `secret: ${DIGITS}`],
    ['private key', `deployer pk 0x${DIGITS}`],
    ['API key', cut(KEY, 30)],
    ['API key', cut(cut(KEY, 5), 20, ' ')],
    ['private key', `my private: 0x${DIGITS}`],
    ['private key', `priv 0x${DIGITS}`],
    ['private key', `private key: ${cut(DIGITS, 32)}`],
    ['private key', `key = 0x${cut(DIGITS, 40, ' ')}`],
    ['private key', DIGITS],
    ['private key', `here you go ${DIGITS}, keep it`],
    ['private key', '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEI'],
    ['private key', '-----BEGIN PRIVATE KEY-----'],
    ['private key', XPRV],
    ['private key', cut(XPRV, 50)],
    ['session token', TOKEN],
    ['session token', cut(TOKEN, 60)],
    ['invite token', `join with ${INVITE}`],
    ['invite token', cut(INVITE, 25)],
    ['seed phrase', PHRASE.replaceAll(' ', ', ')],
    ['seed phrase', PHRASE],
    ['seed phrase', `here: "${PHRASE.replaceAll(' ', '\n')}" ok`],
    [
      'seed phrase',
      PHRASE.split(' ')
        .map((word, i) => `${i + 1}. ${word}`)
        .join(', '),
    ],
    ['seed phrase', `the other ${PHRASE.toUpperCase()} about`],
  ])('%s, written in every usual way', (kind, text) => {
    expect(findSecrets(text)).toEqual([kind])
  })

  test('every generated seed phrase, anywhere in the text', () => {
    fc.assert(
      fc.property(fc.constantFrom(128, 256), fc.string(), fc.string(), (strength, before, after) => {
        const phrase = generateMnemonic(english, strength as 128 | 256)
        expect(findSecrets(`${before}\n! ${phrase} ?${after}`)).toContain('seed phrase')
      }),
      { numRuns: 50 },
    )
  })

  test('the refusal does not repeat the secret', () => {
    expect(() => refuseSecrets(PHRASE, 'content')).toThrow(/^content seems to contain a seed phrase\./)
    expect(() => refuseSecrets('gm', 'content')).not.toThrow()
  })
})

describe('let through', () => {
  test.each([
    ['a transaction hash', `0x${DIGITS}`],
    ['a labelled pool id', `pool id: 0x${DIGITS}`],
    ['a pool key hash', `pool key: 0x${DIGITS}`],
    ['a public key', `public key 0x${DIGITS}`],
    ['a masked key', 'svc_sk_AbCd…wXyZ'],
    ['a digest without 0x', `sha256: ${DIGITS}`],
    ['a transaction without 0x', `tx ${DIGITS}`],
    ['an id without 0x', `"poolId": "${DIGITS}"`],
    ['longer hex', 'ab'.repeat(40)],
    [
      'the prefix of a key',
      'svc_sk_ is the prefix of every API key, which has 49 more characters and a Checksum at its end',
    ],
    [
      'the prefix of an invite',
      'svc_inv_ is the prefix of an invite token, and 43 more characters follow it in Base64url',
    ],
    ['a public key in PEM', '-----BEGIN PUBLIC KEY-----'],
    ['eleven words of a phrase', PHRASE.slice(0, -5)],
    ['a phrase whose checksum is wrong', `${PHRASE.slice(0, -5)} abandon`],
    ['prose', 'Buy when the price will rise above the range, then add more liquidity to the pool and wait.'],
  ])('%s', (_, text) => {
    expect(findSecrets(text)).toEqual([])
  })
})

test('a log line may hold no token and no signature either', () => {
  expect(findLoggedSecrets(`Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ3YWxsZXQifQ.${'x'.repeat(86)}`)).toEqual([
    'session token',
  ])
  expect(findLoggedSecrets(`signature 0x${'1b'.repeat(65)}`)).toEqual(['signature'])
  expect(findLoggedSecrets(`calldata 0x${'1b'.repeat(100)}`)).toEqual([])
})

test.each(['a ', 'test ', 'zoo ', 'key ', '"', 'f', 'key 0x', ' \u200b'])(
  'hostile text of 10 kB, "%s" over and over, is read to its end and let through',
  (piece) => expect(findLoggedSecrets(piece.repeat(10_000 / piece.length))).toEqual([]),
)

test.each(['eyJ', 'eyJaaaaaaa.', 'eyJa.eyJaaaaaaaa.a.', '\u0301\u0316'])(
  'hostile text of 400 kB, "%s" over and over, is read to its end in the same steps per character',
  (piece) => expect(findLoggedSecrets(piece.repeat(400_000 / piece.length))).toEqual([]),
)

test.each(['-', '.x.', 'abc eyJ.eyJ.'])(
  'a session token is found after "%s", and with more marks than any letter has',
  (before) => {
    const token = `eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ3YWxsZXQifQ.${'x'.repeat(86)}`
    expect(findSecrets(`${before}${token}`)).toEqual(['session token'])
    expect(findSecrets(`e${'\u0301'.repeat(40)} ${before}${token}. And more.`)).toEqual(['session token'])
  },
)

describe('the work is bounded', () => {
  const WORDS = ['abandon', 'ability', 'able', 'about', 'above', 'absent', 'absorb', 'abstract', 'absurd', 'abuse']

  test.each([1, 2, 3, 7, 10])('for %i words over and over', (count) => {
    findSecrets(`${WORDS.slice(0, count).join(' ')} `.repeat(2_000 / count))
    expect(vi.mocked(hash).mock.calls.length).toBeLessThanOrEqual(128)
  })

  test('for a long list of seed words without a valid phrase, which is refused', () => {
    const list: string[] = []
    // Appends words that complete no phrase, as an attacker would.
    while (list.length < 200) {
      const from = (list.length * 37) % 2_048
      const words = [...english.slice(from), ...english.slice(0, from)]
      const next = words.find((word) => !findSecrets([...list.slice(-23), word].join(' ')).includes('seed phrase'))
      list.push(next ?? 'zoo')
    }
    vi.mocked(hash).mockClear()
    expect(findSecrets(list.join(' '))).toEqual(['seed phrase'])
    expect(vi.mocked(hash).mock.calls.length).toBeGreaterThan(0)
    expect(vi.mocked(hash).mock.calls.length).toBeLessThanOrEqual(128)
  })
})

test('a kind can be allowed, and the others are still refused', () => {
  expect(() => refuseSecrets(INVITE, 'content', { allow: 'invite token' })).not.toThrow()
  expect(() => refuseSecrets(`${INVITE} ${KEY}`, 'content', { allow: 'invite token' })).toThrow('API key')
})
