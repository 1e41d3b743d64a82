import { describe, expect, test } from 'vitest'
import { clientAddress, trustedProxies } from './clientAddress.ts'

const NOBODY = trustedProxies([])
const PROXIES = trustedProxies(['10.0.0.0/8', 'fd00::/8', '192.0.2.7'])

describe('without a trusted proxy', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s, whatever it says of itself', (socket, address) => {
    expect(clientAddress(socket, '198.51.100.1', NOBODY)).toBe(address)
  })

  test('a caller whose socket is closed does not count as loopback', () => {
    expect(clientAddress('', null, PROXIES)).toBe('unknown')
  })
})

describe('behind trusted proxies', () => {
  test.each([
    ['the one caller', '203.0.113.9', '203.0.113.9'],
    ['the right-most that is not a proxy', '1.1.1.1, 203.0.113.9, 192.0.2.7, 10.9.9.9', '203.0.113.9'],
    ['one with a port', '1.1.1.1, 203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 in brackets', '1.1.1.1, [2001:DB8::1]:4711', '2001:db8:0:0::/64'],
    ['a proxy in brackets', '203.0.113.9, [fd00::1]', '203.0.113.9'],
    ['IPv4 in IPv6 form', '1.1.1.1, ::FFFF:203.0.113.9', '203.0.113.9'],
    ['the first of proxies only', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
  ])('%s', (_, forwarded, address) => {
    expect(clientAddress('::ffff:10.0.0.1', forwarded, PROXIES)).toBe(address)
  })

  test.each(['unknown', '_hidden', '203.0.113.999', ''])(
    'an entry that is not an address ("%s") hides the entries to its left',
    (text) => {
      expect(clientAddress('10.0.0.1', `1.1.1.1, ${text}`, PROXIES)).toBe('10.0.0.1')
      expect(clientAddress('10.0.0.1', `1.1.1.1, ${text}, 10.0.0.2`, PROXIES)).toBe('10.0.0.2')
    },
  )

  test('a proxy that is not trusted cannot speak for others', () => {
    expect(clientAddress('203.0.113.9', '1.1.1.1', PROXIES)).toBe('203.0.113.9')
  })
})
