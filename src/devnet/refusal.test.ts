import { expect, test } from 'vitest'
import { refusal } from './refusal.ts'

const here = '127.0.0.1:8545'

test.each([here, 'localhost:8545', 'LOCALHOST', '[::1]:8545', '127.0.0.1'])('Host %s is this machine', (host) => {
  expect(refusal({ host }, [])).toBeUndefined()
})

test.each([
  'evil.example',
  'localhost.evil.example:8545',
  '127.0.0.1.evil.example',
  '0.0.0.0:8545',
  '[::1].evil.example',
  '192.168.1.5:8545',
  '',
  undefined,
])('Host %j is refused even if it resolves to this machine', (host) => {
  expect(refusal(host === undefined ? {} : { host }, [])).toMatch(/Host/)
})

test.each(['http://127.0.0.1:8787', 'http://localhost:5173', 'https://[::1]:8787'])(
  'a page of %s may call',
  (origin) => {
    expect(refusal({ host: here, origin }, [])).toBeUndefined()
  },
)

test.each(['https://evil.example', 'null', 'file://', 'http://localhost.evil.example', 'chrome-extension://abc', ''])(
  'a page of %j may not',
  (origin) => {
    expect(refusal({ host: here, origin }, [])).toMatch(/may not call/)
  },
)

test('a page of an origin that was allowed may call', () => {
  const origin = 'https://dev.example'
  expect(refusal({ host: here, origin }, [origin])).toBeUndefined()
})
