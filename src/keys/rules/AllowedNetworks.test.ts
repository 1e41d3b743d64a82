import { expect, test } from 'vitest'
import { clientAddress, trustedProxies } from '../../http/clientAddress.ts'
import { covers, isNetwork, matcherOf } from './AllowedNetworks.ts'

test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['2001:db8::/64', true],
  ['2001:db8::/65', false],
  ['2001:db8::1', false],
  ['203.0.113.0/33', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/-1', false],
  ['203.0.113.0/24/8', false],
  ['fe80::1%eth0/64', false],
  ['example.com', false],
  ['', false],
])('%s is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})

const proxies = trustedProxies([])

test.each([
  ['203.0.113.255', true],
  ['203.0.114.0', false],
  ['::ffff:203.0.113.9', true],
  ['2001:db8:1:2:3::4', true],
  ['2001:db9::1', false],
  ['unknown', false],
  ['', false],
])('a caller at %s is let in: %s', (socket, expected) => {
  const isAllowed = matcherOf(['203.0.113.0/24', '2001:db8::/32'])
  expect(isAllowed(clientAddress(socket, null, proxies))).toBe(expected)
})

test.each([
  [['10.0.0.0/8'], ['10.1.0.0/16', '10.2.3.4'], true],
  [['10.0.0.0/8'], ['10.0.0.0/8'], true],
  [['10.0.0.0/8'], ['10.0.0.0/7'], false],
  [['10.0.0.0/8'], ['11.0.0.0/16'], false],
  [['10.0.0.0/8'], ['10.1.0.0/16', '2001:db8::/64'], false],
  [['0.0.0.0/0'], ['::/0'], false],
  [['2001:db8::/32'], ['2001:db8:5::/48'], true],
  [['2001:db8::/32'], ['2001:db8::/31'], false],
])('%j covers %j: %s', (outer, inner, expected) => {
  expect(covers(outer, inner)).toBe(expected)
})

test('networks of one family say nothing about addresses of the other', () => {
  expect(['203.0.113.9', '2001:db8:0:5::/64'].map(matcherOf(['::/0']))).toEqual([false, true])
  expect(['203.0.113.9', '2001:db8:0:5::/64'].map(matcherOf(['0.0.0.0/0']))).toEqual([true, false])
})
