import { expect, test } from 'vitest'
import { unsupported } from './unsupported.ts'

const SOURCES = [
  'The price is 1,234.5678 DUSD and the fee 0.3 %. It moved by -5.5 %; MOON2 has 2.5M holders and 1.5 ETH.',
  '{"trades":12500,"url":"https://slipway.example/docs"}',
  'Token 0xAbCd000000000000000000000000000000000001',
]

test.each([
  'It costs 1234.57 DUSD.',
  'Le prix est 1,234.5678 et les frais 0.30 %.',
  '1. The price\n2. The fee of 0.3 %',
  'The token is 0xabcd000000000000000000000000000000000001.',
  'The protocols are V3 and V4.',
  'It fell by 5.5 %, to 1.5 ETH; MOON2 has 2.5M holders.',
  'It moved by −5.5 %, after 12 500 trades.',
  'Siehe https://slipway.example/docs, z.B. oder p.ej. die Tabelle.',
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
  ['It costs _1300_ DUSD.', ['1300']],
  ['It costs USD1300.', ['1300']],
  ['It grew x10.', ['10']],
  ['The price in DUSD:\n1300. That is all.', ['1300']],
  ['The price in DUSD:\n13. That is all.', ['13']],
  ['It holds 1.5M ETH.', ['1.5']],
  ['Tiene 1.5 millones de ETH.', ['1.5']],
  ['It moved by -0.3 %.', ['-0.3']],
  ['The fee is .07 %.', ['.07']],
  ['It costs ½ ETH, or ①.', ['½', '①']],
  ['It costs 1 300 000 DUSD.', ['1300000']],
  ['Claim it at www.evil.example/claim or evil.xyz.', ['www.evil.example/claim', 'evil.xyz']],
  ['Send it to nick.eth.', ['nick.eth']],
])('anything else is named: %s', (answer, named) => {
  expect(unsupported(answer, SOURCES)).toEqual(named)
})
