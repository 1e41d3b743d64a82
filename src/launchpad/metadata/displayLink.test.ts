import { expect, test } from 'vitest'
import { displayLink } from './displayLink.ts'

test.each([
  ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
  ['https://日本.example/', 'https://日本.example/'],
  ['https://uniswаp.org/app', 'https://xn--uniswp-7nf.org/app'],
  ['https://аррӏе.com', 'https://xn--80ak6aa92e.com/'],
])('%s is shown as %s', (link, expected) => {
  expect(displayLink(link)).toBe(expected)
})
