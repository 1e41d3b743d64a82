import { expect, test } from 'vitest'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import { describeAmount, describeRange } from './describe.ts'

const ether = { address: '0x0000000000000000000000000000000000000000', symbol: 'ETH', decimals: 18 } as const
const dollar = { address: '0x2000000000000000000000000000000000000002', symbol: 'DUSD', decimals: 6 } as const

test.each([
  ['000.000.USDC', '1 "000.000.USDC" (0x2000…0002)'],
  ['.5', '1 ".5" (0x2000…0002)'],
  ['-1', '1 "-1" (0x2000…0002)'],
  ['$1000', '1 "$1000" (0x2000…0002)'],
  ['e18', '1 "e18" (0x2000…0002)'],
  ['$USD', '1 $USD (0x2000…0002)'],
  ['DUSD', '1 DUSD (0x2000…0002)'],
  ['', '1 0x2000…0002'],
])('a symbol %s cannot be read as part of an amount', (symbol, words) => {
  expect(describeAmount(1_000_000n, { ...dollar, symbol })).toBe(words)
})

test('a range is described in the requested token', () => {
  const range = { tickLower: -198_080, tickUpper: -194_710 }
  expect(describeRange(range, [ether, dollar], 'token1')).toMatch(/^from 2499.91 to 3501.67 DUSD \(.*\) per ETH/)
  expect(describeRange(range, [ether, dollar], 'token0')).toMatch(/^from 0.000285578 to 0.000400014 ETH per DUSD/)
})

test('a wallet without v2 liquidity is pointed to an existing path', () => {
  expect(() => partOf(0n, 50, 'V2')).toThrow(/GET \/api\/liquidity\/positions/)
  expect(() => partOf(0n, 50, 'V3')).toThrow(/\/lp\/claim_fees/)
})
