import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as Access from './Access.ts'
import * as ApiError from './ApiError.ts'
import { actor, ownerId, principal } from './Caller.ts'
import * as Id from './Id.ts'
import { Address, Amount, CHAIN_IDS, ChainId, Hex, Timestamp } from './wire.ts'

describe('wire', () => {
  test('an address of any case, right checksum or wrong, comes out checksummed', () => {
    const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    for (const text of [checksummed, checksummed.toLowerCase(), checksummed.replace('dA6', 'Da6')])
      expect(z.decode(Address, text)).toBe(checksummed)
  })

  test.each([
    '0x',
    '0x12',
    `0x${'g'.repeat(40)}`,
    `0x${'0'.repeat(41)}`,
    ` 0x${'0'.repeat(40)}`,
    `0X${'0'.repeat(40)}`,
  ])('%s is not an address', (text) => expect(z.safeDecode(Address, text).success).toBe(false))

  test('an amount survives the wire at any size of a word', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (n) => z.decode(Amount, z.encode(Amount, n)) === n),
    )
  })

  test.each(['', '-1', '1.5', '1e18', '0x1', ' 1', '1'.repeat(79), '١'])('%s is not an amount', (text) =>
    expect(z.safeDecode(Amount, text).success).toBe(false),
  )

  test('an amount beyond a word is refused, however many digits it has', () => {
    expect(z.decode(Amount, String(2n ** 256n - 1n))).toBe(2n ** 256n - 1n)
    expect(z.safeDecode(Amount, String(2n ** 256n)).error?.issues[0]?.message).toMatch(/^must be at most 2\^256 - 1/)
    expect(z.safeDecode(Amount, '9'.repeat(79)).success).toBe(false)
  })

  test('an invalid date and time is answered with the expected format', () => {
    for (const text of ['now', '2030-01-31', '2030-02-30T00:00:00Z', '2030-01-31T00:00:00+01:00'])
      expect(z.safeDecode(Timestamp, text).error?.issues[0]?.message).toMatch(/^must be a UTC date and time, such as /)
  })

  test('a moment keeps its milliseconds and hex its bytes', () => {
    const text = '2026-11-15T01:02:03.004Z'
    expect(z.encode(Timestamp, z.decode(Timestamp, text))).toBe(text)
    expect(z.safeDecode(Hex, '0xabc').success).toBe(false)
    expect(z.decode(Hex, '0xabcd')).toBe('0xabcd')
  })

  test('exactly the 25 chains of the specification', () => {
    expect(new Set(CHAIN_IDS).size).toBe(25)
    expect(z.safeDecode(ChainId, 5 as never).success).toBe(false)
    expect(z.decode(ChainId, 4663)).toBe(4663)
  })
})

describe('ids', () => {
  test('carry their prefix, sort by time and do not repeat', () => {
    const earlier = Id.create('key', { now: () => 1_000 })
    const later = Id.create('key', { now: () => 2_000 })
    expect(earlier < later).toBe(true)
    expect(Id.isId('key', later)).toBe(true)
    expect(Id.isId('box', later)).toBe(false)
    expect(new Set(Array.from({ length: 10_000 }, () => Id.create('req'))).size).toBe(10_000)
  })

  test('hold 48 bits of time and 80 random bits, most significant first', () => {
    const bytes = Uint8Array.from([0x08, 0x86, 0x42, 0x98, 0xe8, 0xff, 0xff, 0xff, 0xff, 0xfe])
    const id = Id.create('msg', { now: () => 2 ** 48 - 2, random: () => bytes })
    expect(id).toBe('msg_7zzzzzzzzy12345678zzzzzzzy')
  })
})

describe('access', () => {
  const anonymous = { kind: 'anonymous', address: '127.0.0.1' } as const
  const key = (...scopes: Access.Scope[]) =>
    ({
      kind: 'key',
      address: '127.0.0.1',
      developerId: 'dev_1',
      subject: 'wallet:0x1',
      keyId: 'key_1',
      scopes,
    }) as const
  const box = (...scopes: Access.Scope[]) =>
    ({ kind: 'box', address: '127.0.0.1', developerId: 'dev_1', boxId: 'box_1', scopes }) as const
  const session = (operator: boolean) =>
    ({
      kind: 'session',
      address: '127.0.0.1',
      developerId: 'dev_1',
      subject: 's',
      tokenId: 't',
      expiresAt: 0,
      operator,
    }) as const

  const cases: [string, Access.Access, Access.Caller, ApiError.Code | 'ok'][] = [
    ['anyone passes none', Access.none, anonymous, 'ok'],
    ['anyone passes optional', Access.optional, anonymous, 'ok'],
    ['anyone passes open', Access.open, anonymous, 'ok'],
    ['a key passes open', Access.open, key(), 'ok'],
    ['a box passes with the scope of a key', Access.key('lp:build'), box('lp:build'), 'ok'],
    ['a box passes for its developer', Access.session('arena:write'), box('api:*'), 'ok'],
    ['a box without the scope does not', Access.session('arena:write'), box('lp:build'), 'permission_denied'],
    ['a box makes no keys', Access.session('keys:manage'), box('keys:manage'), 'permission_denied'],
    ['a box never administers', Access.admin, box('admin:*'), 'permission_denied'],
    ['a box is not a person', Access.session(), box('api:*'), 'unauthenticated'],
    ['anonymous is not a key', Access.key('lp:build'), anonymous, 'unauthenticated'],
    ['a key with its scope', Access.key('lp:build'), key('lp:build'), 'ok'],
    ['a key with api:*', Access.key('lp:build'), key('api:*'), 'ok'],
    ['a key with another scope', Access.key('lp:build'), key('arena:read'), 'permission_denied'],
    ['a session is not a key', Access.key('lp:build'), session(false), 'unauthenticated'],
    ['a session passes session', Access.session(), session(false), 'ok'],
    ['a key is not a session', Access.session(), key('api:*'), 'unauthenticated'],
    ['api:* does not manage keys', Access.session('keys:manage'), key('api:*'), 'permission_denied'],
    ['keys:manage does', Access.session('keys:manage'), key('keys:manage'), 'ok'],
    ['an operator administers', Access.admin, session(true), 'ok'],
    ['a developer does not', Access.admin, session(false), 'permission_denied'],
    ['api:* does not', Access.admin, key('api:*'), 'permission_denied'],
    ['admin:* does', Access.admin, key('admin:*'), 'ok'],
    ['an auditor does not', Access.admin, key('audit:read'), 'permission_denied'],
    ['an auditor audits', Access.auditor, key('audit:read'), 'ok'],
    ['an operator audits', Access.auditor, session(true), 'ok'],
    ['api:* does not audit', Access.auditor, key('api:*'), 'permission_denied'],
    ['a developer does not audit', Access.auditor, session(false), 'permission_denied'],
    ['a box does not audit', Access.auditor, box('audit:read'), 'permission_denied'],
  ]

  test.each(cases)('%s', (_, access, caller, expected) => {
    const outcome = () => {
      try {
        Access.authorize(access, caller)
        return 'ok'
      } catch (error) {
        return ApiError.from(error).code
      }
    }
    expect(outcome()).toBe(expected)
  })
})

test('owner, principal and actor follow from the caller', () => {
  const at = { address: '10.0.0.1', developerId: 'dev_1' }
  const callers: Access.Caller[] = [
    { kind: 'anonymous', address: '10.0.0.1' },
    { ...at, kind: 'key', subject: 'wallet:0x1', keyId: 'key_1', scopes: [] },
    { ...at, kind: 'box', boxId: 'box_1', scopes: [] },
    { ...at, kind: 'session', subject: 'wallet:0x1', tokenId: 't', expiresAt: 0, operator: false },
  ]
  expect(callers.map((caller) => [ownerId(caller), principal(caller), actor(caller)])).toEqual([
    [undefined, '10.0.0.1', 'anonymous'],
    ['dev_1', 'dev_1', 'key_1'],
    ['dev_1', 'dev_1', 'box_1'],
    ['dev_1', 'dev_1', 'wallet:0x1'],
  ])
})

test('a field that cannot be served names itself and what to send', () => {
  const error = ApiError.invalidField('limit', 'must be 1 to 500')
  expect(ApiError.body(error)).toEqual({
    code: 'invalid_argument',
    message: 'limit must be 1 to 500.',
    details: [{ type: 'field', value: 'limit' }],
  })
})

test('an unknown failure is not described to the caller', () => {
  const error = ApiError.from(new Error('password=hunter2'))
  expect(ApiError.body(error)).toEqual({ code: 'internal', message: expect.not.stringContaining('hunter2') })
  expect(error.status).toBe(500)
})
