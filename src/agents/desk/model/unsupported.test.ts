import { expect, test } from 'vitest'
import { unsupported } from './unsupported.ts'

const SOURCES = ['The price is 1,234.5678 DUSD and the fee 0.3 %.', 'Token 0xAbCd000000000000000000000000000000000001']

test.each([
  'It costs 1234.57 DUSD.',
  'Le prix est 1,234.5678 et les frais 0.30 %.',
  '1. The price\n2. The fee of 0.3 %',
  'The token is 0xabcd000000000000000000000000000000000001.',
  'The protocols are V3 and V4.',
])('an answer with figures of its sources is supported: %s', (answer) => {
  expect(unsupported(answer, SOURCES)).toEqual([])
})

test.each([
  ['It costs 1234.58 DUSD.', ['1234.58']],
  ['It costs 1,300 DUSD, with a fee of 0.3 %.', ['1,300']],
  ['Send it to 0xdead000000000000000000000000000000000001.', ['0xdead000000000000000000000000000000000001']],
  ['Sign in at https://slipway.example/claim first.', ['https://slipway.example/claim']],
  ['It costs ١٢ DUSD.', ['١٢']],
  ['It costs 1e6 DUSD.', ['1e6']],
])('anything else is named: %s', (answer, named) => {
  expect(unsupported(answer, SOURCES)).toEqual(named)
})
