import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { ACCOUNTS, MNEMONIC } from './accounts.ts'
import { isLoopback, problems, type Surroundings } from './guards.ts'

const laptop: Surroundings = {
  devnet: true,
  explicit: false,
  host: '127.0.0.1',
  baseUrl: 'http://127.0.0.1:8787',
  nodeEnv: undefined,
  adminAddresses: [],
}

describe('the embedded chain', () => {
  test('runs on a laptop by default', () => {
    expect(problems(laptop)).toEqual([])
  })

  test.each([
    ['a HOST others can reach', { host: '0.0.0.0' }, /^HOST 0\.0\.0\.0 is reachable/],
    ['an IPv6 HOST others can reach', { host: '::' }, /^HOST :: is reachable/],
    ['a public BASE_URL', { baseUrl: 'https://slipway.example' }, /^BASE_URL https:\/\/slipway\.example is reachable/],
    ['production', { nodeEnv: 'production' }, /^NODE_ENV is production/],
  ])('refuses %s and names both ways out', (_, change, reason) => {
    const found = problems({ ...laptop, ...change })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(reason)
    expect(found[0]).toMatch(/RPC_URL_4663.*DEVNET=1/)
  })

  test('names every exposure at once', () => {
    const exposed = { ...laptop, host: '10.0.0.5', baseUrl: 'http://10.0.0.5:8787', nodeEnv: 'production' }
    expect(problems(exposed)).toHaveLength(3)
  })

  test('runs anywhere when DEVNET=1 says so', () => {
    const exposed = {
      ...laptop,
      explicit: true,
      host: '0.0.0.0',
      baseUrl: 'https://dev.example',
      nodeEnv: 'production',
    }
    expect(problems(exposed)).toEqual([])
  })

  test('lets a test account operate it', () => {
    expect(problems({ ...laptop, adminAddresses: [ACCOUNTS[0]] })).toEqual([])
  })
})

describe('any other chain', () => {
  test.each(ACCOUNTS)('refuses test account %s as operator, whatever its case', (account) => {
    const real = { ...laptop, devnet: false, nodeEnv: 'production', host: '0.0.0.0' }
    const found = problems({ ...real, adminAddresses: [account.toLowerCase(), `0x${account.slice(2).toUpperCase()}`] })
    expect(found).toHaveLength(2)
    expect(found[0]).toContain('ADMIN_ADDRESSES')
  })

  test('accepts any other operator', () => {
    const operator = '0x00000000000000000000000000000000000000A1'
    expect(problems({ ...laptop, devnet: false, adminAddresses: [operator] })).toEqual([])
  })
})

describe('loopback', () => {
  test.each(['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '::1', '[::1]'])('%s is this machine', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '::',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '128.0.0.1',
    '127.0.0',
    '0127.0.0.1',
    '::ffff:127.0.0.1',
    '',
  ])('%j is not', (host) => {
    expect(isLoopback(host)).toBe(false)
  })

  test('no public name passes for this machine', () => {
    fc.assert(fc.property(fc.domain(), (host) => !isLoopback(host)))
  })
})

test('the accounts are those of the public mnemonic', () => {
  const derived = ACCOUNTS.map((_, addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex }).address)
  expect(ACCOUNTS).toEqual(derived)
})
