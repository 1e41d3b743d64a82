import { expect, it } from 'vitest'
import type { Token, TokenPage } from '../../api/launchpad.ts'
import { readAnew, withCreated, withNext } from './tokenPages.ts'

const token = (address: string) => ({ address }) as Token
const page = (addresses: string, nextCursor?: string): TokenPage => ({
  tokens: [...addresses].map(token),
  total: 99,
  usdSource: null,
  ...(nextCursor !== undefined && { nextCursor }),
})
const addressesOf = ({ tokens }: TokenPage) => tokens.map(({ address }) => address).join('')

it('shows a token that moved between two pages once', () => {
  const both = withNext(page('abc', 'after c'), page('cde', 'after e'))
  expect([addressesOf(both), both.nextCursor]).toEqual(['abcde', 'after e'])
  expect(withNext(page('abc', 'after c'), page('d')).nextCursor).toBe(undefined)
})

it('keeps the shown items beyond a fresh read, and the cursor after them', () => {
  const kept = readAnew(page('zab', 'after b'), page('abcde', 'after e'))
  expect([addressesOf(kept), kept.nextCursor]).toEqual(['zabde', 'after e'])
})

it('is the fresh read where it covers all, or is the last page', () => {
  expect(readAnew(page('zab', 'after b'), page('abc', 'after c'))).toEqual(page('zab', 'after b'))
  expect(readAnew(page('za'), page('abcde', 'after e'))).toEqual(page('za'))
})

it('puts new launches on top, newest first, and drops from the end only what can be loaded again', () => {
  expect(addressesOf(withCreated(page('abc'), [token('a'), token('x'), token('y')]))).toBe('yxabc')
  expect(addressesOf(withCreated(page('abc', 'after c'), [token('x')]))).toBe('xab')
})
