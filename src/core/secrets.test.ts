import fc from 'fast-check'
import { english, generateMnemonic } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { findLoggedSecrets, findSecrets, refuseSecrets } from './secrets.ts'

const DIGITS = 'ab'.repeat(32)
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
    expect(() => refuseSecrets(PHRASE, 'content')).toThrow(/^content holds what looks like a seed phrase\./)
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
