import fc from 'fast-check'
import { privateKeyToAddress } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import * as SiweMessage from './SiweMessage.ts'

const ADDRESS = privateKeyToAddress(`0x${'11'.repeat(32)}`)
const NOW = Date.parse('2026-11-15T12:00:00Z')

const BASE = {
  domain: 'slipway.example',
  address: ADDRESS,
  uri: 'https://slipway.example',
  version: '1',
  chainId: 4663,
  nonce: 'abcdefgh12345678',
  issuedAt: new Date(NOW),
} as const

const text = createSiweMessage({ ...BASE, statement: 'Sign in to Slipway.' })

describe('parse', () => {
  test('reads every message a wallet library writes', () => {
    const moments = fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
    const fields = fc.record(
      {
        statement: fc.stringMatching(/^[ -~]{1,80}$/).filter((line) => line.trim() !== ''),
        expirationTime: moments,
        notBefore: moments,
        requestId: fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/),
        resources: fc.array(fc.webUrl({ validSchemes: ['https'] }), { minLength: 1, maxLength: 3 }),
        scheme: fc.constantFrom('https', 'http'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fields, (optional) => {
        expect(SiweMessage.parse(createSiweMessage({ ...BASE, ...optional }))).toEqual({
          ...BASE,
          scheme: optional.scheme,
          issuedAt: NOW,
          expirationTime: optional.expirationTime?.getTime(),
          notBefore: optional.notBefore?.getTime(),
        })
      }),
    )
  })

  test('takes whole seconds, an offset, and an address in any case', () => {
    const written = text.replace('.000Z', '+00:00').replace(ADDRESS, ADDRESS.toLowerCase())
    expect(SiweMessage.parse(written)).toMatchObject({ issuedAt: NOW, address: ADDRESS })
  })

  test.each([
    ['nothing', ''],
    ['text before', `hello\n${text}`],
    ['text after', `${text}\nhello`],
    ['a line break after', `${text}\n`],
    ['a statement of two lines', text.replace('Sign in to', 'Sign in\nto')],
    ['a second URI', text.replace('Version:', 'URI: https://evil.example\nVersion:')],
    ['fields out of order', text.replace('Version: 1\nChain ID: 4663', 'Chain ID: 4663\nVersion: 1')],
    ['no nonce', text.replace(/Nonce: .*\n/, '')],
    ['a short nonce', text.replace('abcdefgh12345678', 'abc')],
    ['a nonce with other characters', text.replace('abcdefgh12345678', 'abcdefgh-1234567')],
    ['a malformed date', text.replace(/Issued At: .*/, 'Issued At: today')],
    ['a month out of range', text.replace('2026-11', '2026-13')],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['a user name in the domain', text.replace('slipway.example wants', 'slipway.example@evil.example wants')],
    ['a path in the domain', text.replace('slipway.example wants', 'slipway.example/x wants')],
    ['another sentence', text.replace('Ethereum account', 'Bitcoin account')],
    ['4 kB of spaces', ' '.repeat(4096)],
  ])('refuses %s', (_, message) => {
    expect(() => SiweMessage.parse(message)).toThrow(/must be a Sign-In with Ethereum message/)
  })
})

describe('check', () => {
  const expected = { origins: ['https://slipway.example'], now: NOW, ageMsMax: 300_000 }
  const read = (changes: object) => SiweMessage.parse(createSiweMessage({ ...BASE, ...changes }))
  const at = (offsetMs: number) => new Date(NOW + offsetMs)

  test.each([
    ['the plain message', {}],
    ['our scheme', { scheme: 'https' }],
    ['a path under our origin', { uri: 'https://slipway.example/launch?x=1' }],
    ['upper case', { domain: 'SLIPWAY.example' }],
    ['a clock half a minute fast', { issuedAt: at(30_000) }],
    ['a message of four minutes ago', { issuedAt: at(-240_000) }],
    ['an expiry ahead', { expirationTime: at(1) }],
  ])('lets %s pass', (_, changes) => {
    expect(() => SiweMessage.check(read(changes), expected)).not.toThrow()
  })

  test.each([
    ['another domain', { domain: 'evil.example' }, /domain and URI/],
    ['a domain that ends like ours', { domain: 'slipway.example.evil.com' }, /domain and URI/],
    ['our domain with a port', { domain: 'slipway.example:444' }, /domain and URI/],
    ['another URI', { uri: 'https://evil.example' }, /domain and URI/],
    ['our URI without encryption', { uri: 'http://slipway.example' }, /domain and URI/],
    ['another scheme', { scheme: 'http' }, /domain and URI/],
    ['our name as a user of another host', { uri: 'https://slipway.example@evil.example/' }, /domain and URI/],
    ['a user name before our host', { uri: 'https://you@slipway.example/' }, /domain and URI/],
    ['a chain we do not serve', { chainId: 5 }, /Chain ID must be one of/],
    ['an expired message', { expirationTime: at(0) }, /has expired/],
    ['a message for later', { notBefore: at(120_000) }, /not valid yet/],
    ['a message from the future', { issuedAt: at(120_000) }, /must be the current time/],
    ['an old message', { issuedAt: at(-600_000) }, /must be the current time/],
  ])('refuses %s', (_, changes, reason) => {
    expect(() => SiweMessage.check(read(changes), expected)).toThrow(reason)
  })

  test('refuses another version', () => {
    const message = SiweMessage.parse(text.replace('Version: 1', 'Version: 2'))
    expect(() => SiweMessage.check(message, expected)).toThrow(/Version: 1/)
  })
})
