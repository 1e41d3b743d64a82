import { expect, test } from 'vitest'
import type { LpAnswer } from '../../api/liquidity.ts'
import { compareAnswers } from './compareAnswers.ts'

const ETH = '0x0000000000000000000000000000000000000000'
const DUSD = '0x73D6a4a4100bc652F2C678F4da17131C38AEB4Dc'

const reviewed: LpAnswer = {
  token0: { tokenAddress: ETH, amount: '500000' },
  token1: { tokenAddress: DUSD, amount: '1500000' },
  slippage: 0.5,
  limits: {
    pay: [
      { tokenAddress: ETH, atMost: '502500', enforced: true },
      { tokenAddress: DUSD, atMost: '1507500', enforced: true },
    ],
    receive: [],
    price: { quotedTokenAddress: DUSD, atLeast: '2985', atMost: '3015' },
  },
  warnings: [],
  statement: '',
  summary: '',
  blockNumber: '1',
  expiresAt: '',
}
const paying = (eth: string, dusd: string) => ({
  ...reviewed.limits,
  pay: [
    { tokenAddress: ETH, atMost: eth, enforced: true },
    { tokenAddress: DUSD, atMost: dusd, enforced: true },
  ],
})

test('an answer that asks for the same or less is not a change', () => {
  expect(compareAnswers(reviewed, reviewed)).toEqual([])
  expect(compareAnswers(reviewed, { ...reviewed, limits: paying('502499', '1507500') })).toEqual([])
})

test('one unit more to pay is a change', () => {
  expect(compareAnswers(reviewed, { ...reviewed, limits: paying('502500', '1507501') })).toEqual([
    { kind: 'pay', tokenAddress: DUSD, before: 1507500n, after: 1507501n },
  ])
})

test('one unit less to receive is a change, and so is a token that no longer comes', () => {
  const receive = [{ tokenAddress: DUSD, atLeast: '100', enforced: true }]
  const leaving = { ...reviewed, limits: { pay: [], receive } }
  const less = { ...leaving, limits: { pay: [], receive: [{ tokenAddress: DUSD, atLeast: '99', enforced: true }] } }
  expect(compareAnswers(leaving, less)).toEqual([{ kind: 'receive', tokenAddress: DUSD, before: 100n, after: 99n }])
  expect(compareAnswers(leaving, { ...leaving, limits: { pay: [], receive: [] } })).toHaveLength(1)
})

test('a price pushed down before a deposit is caught although less is paid', () => {
  const pushed: LpAnswer = {
    ...reviewed,
    token1: { tokenAddress: DUSD, amount: '1350000' },
    limits: { ...paying('502500', '1356750'), price: { quotedTokenAddress: DUSD, atLeast: '2686', atMost: '2713' } },
  }
  expect(compareAnswers(reviewed, pushed).map(({ kind }) => kind)).toEqual(['amount', 'price', 'price'])
})

test('a move within the reviewed tolerance that breaks no limit goes through', () => {
  const nudged: LpAnswer = {
    ...reviewed,
    token1: { tokenAddress: DUSD, amount: '1495000' },
    limits: { ...paying('502500', '1502475'), price: { quotedTokenAddress: DUSD, atLeast: '2975', atMost: '3005' } },
  }
  expect(compareAnswers(reviewed, nudged)).toEqual([])
})

test('an end of the price guard that is gone, and a warning that is new, are changes', () => {
  const open: LpAnswer = {
    ...reviewed,
    limits: { ...reviewed.limits, price: { quotedTokenAddress: DUSD, atLeast: '2985' } },
    warnings: [{ code: 'HOOK_TAKES', message: 'A hook takes a part.' }],
  }
  expect(compareAnswers(reviewed, open)).toEqual([
    { kind: 'price', end: 'atMost', before: '3015', after: undefined },
    { kind: 'warning', message: 'A hook takes a part.' },
  ])
})

const swapping = (amountIn: string, expectedOut: string) => ({
  tokenIn: ETH,
  amountIn,
  tokenOut: DUSD,
  expectedOut,
  priceImpact: 0.3,
})
const zap: LpAnswer = {
  ...reviewed,
  slippage: 1,
  spent: [{ tokenAddress: ETH, amount: '500000' }],
  received: [{ tokenAddress: DUSD, amount: '7' }],
  limits: { ...paying('1000000', '0'), liquidity: { atLeast: '80000', enforced: true } },
  swap: swapping('500000', '1500000'),
}
const adding = (atLeast: string) => ({ ...zap.limits, liquidity: { atLeast, enforced: true } })

test('less liquidity for the same payment is a change beyond the tolerance', () => {
  expect(compareAnswers(zap, { ...zap, limits: adding('79200') })).toEqual([])
  expect(compareAnswers(zap, { ...zap, limits: adding('79199') })).toEqual([
    { kind: 'liquidity', before: 80_000n, after: 79_199n },
  ])
  expect(compareAnswers(zap, { ...zap, limits: paying('1000000', '0') })).toHaveLength(1)
})

test('a swap that returns less for each unit is a change beyond the tolerance, a larger swap is none', () => {
  expect(compareAnswers(zap, { ...zap, swap: swapping('510000', '1530000') })).toEqual([])
  expect(compareAnswers(zap, { ...zap, swap: swapping('500000', '1485000') })).toEqual([])
  expect(compareAnswers(zap, { ...zap, swap: swapping('500000', '1480000') })).toEqual([
    { kind: 'rate', tokenAddress: ETH, before: 3, after: 2.96 },
  ])
})

test('the dust of a deposit from one token may move', () => {
  expect(compareAnswers(zap, { ...zap, received: [{ tokenAddress: DUSD, amount: '3' }] })).toEqual([])
})
