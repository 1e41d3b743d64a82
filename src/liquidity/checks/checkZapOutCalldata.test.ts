import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { type ZapOutV3, zapOutV3 } from '#liquidity/calldata/router.ts'
import { checkCalldata } from './checkCalldata.ts'
import type { Stated } from './statedTerms.ts'

const wallet: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger: Address = '0x00000000000000000000000000000000000000AA'
const router: Address = '0x00000000000000000000000000000000000000B1'
const token: Address = '0x1000000000000000000000000000000000000001'
const other: Address = '0x2000000000000000000000000000000000000002'

const minima = { amount0: 40n, amount1: 60n }
const swapped = { token, fee: 500 }
const paidOut = { token: other, isUnwrapped: false, atLeast: 100n, wallet }
const honest: ZapOutV3 = { positionId: 5n, liquidity: 7n, minima, router, swapped, paidOut, deadline: 99n }
const unwrapped: ZapOutV3 = { ...honest, paidOut: { ...paidOut, isUnwrapped: true } }

function statedOf(built: ZapOutV3, isUnwrapped = false, changes: Partial<Stated> = {}): Stated {
  return {
    wallet,
    to: router,
    targets: [router],
    ...zapOutV3(built),
    deadline: 99n,
    positionId: 5n,
    liquidity: 7n,
    moves: [],
    zapOut: { minima, swapped, paidOut: { ...paidOut, isUnwrapped } },
    ...changes,
  }
}

test('a zap-out that does what is stated passes', () => {
  expect(() => checkCalldata(statedOf(honest))).not.toThrow()
  expect(() => checkCalldata(statedOf(unwrapped, true))).not.toThrow()
})

const LIES: [string, ZapOutV3, RegExp][] = [
  ['pays a stranger', { ...honest, paidOut: { ...paidOut, wallet: stranger } }, /is paid/],
  ['pays out less', { ...honest, paidOut: { ...paidOut, atLeast: 99n } }, /may pay 99/],
  ['pays out another token', { ...honest, paidOut: { ...paidOut, token } }, /swaps along/],
  ['unwraps', unwrapped, /it runs/],
  ['collects to a stranger', { ...honest, router: stranger }, /collects/],
  ['swaps another token', { ...honest, swapped: { token: stranger, fee: 500 } }, /swaps along/],
  ['swaps in another pool', { ...honest, swapped: { token, fee: 3000 } }, /swaps along/],
  ['removes with lower minima', { ...honest, minima: { amount0: 39n, amount1: 60n } }, /other minima/],
  ['removes from another position', { ...honest, positionId: 6n }, /tokenId is 6/],
  ['removes more', { ...honest, liquidity: 8n }, /liquidity is 8/],
  ['has another deadline', { ...honest, deadline: 100n }, /deadline is 100/],
]

test.each(LIES)('a zap-out that %s is refused', (_name, built, problem) => {
  expect(() => checkCalldata(statedOf(built))).toThrow(problem)
})

test('a zap-out with value or without its payout is refused', () => {
  expect(() => checkCalldata(statedOf(honest, false, { value: 1n }))).toThrow(/takes from the wallet/)
  const { data } = zapOutV3(honest)
  const without = data.replace('12120004', '12120000') as typeof data
  expect(without).not.toBe(data)
  expect(() => checkCalldata(statedOf(honest, false, { data: without }))).toThrow()
})
