import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { type ZapIn, zapIn } from '#liquidity/calldata/router.ts'
import { checkCalldata } from './checkCalldata.ts'
import type { Stated, Zap } from './statedTerms.ts'

const wallet: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger: Address = '0x00000000000000000000000000000000000000AA'
const router: Address = '0x00000000000000000000000000000000000000B1'
const manager: Address = '0x00000000000000000000000000000000000000B2'
const token: Address = '0x1000000000000000000000000000000000000001'
const other: Address = '0x2000000000000000000000000000000000000002'

const maxima = { amount0: 40n, amount1: 60n }
const key = { currency0: token, currency1: other, fee: 500, tickSpacing: 10, hooks: zeroAddress }
const zap: ZapIn = {
  mint: { key, tickLower: -100, tickUpper: 200, liquidity: 7n, maxima, owner: wallet },
  zeroForOne: true,
  swapped: 55n,
  minimumOut: 50n,
  kept: 45n,
  manager,
  deadline: 99n,
}
const native: ZapIn = { ...zap, mint: { ...zap.mint, key: { ...key, currency0: zeroAddress } } }

function statedOf(built: ZapIn, changes: Partial<Stated> = {}, zapped: Partial<Zap> = {}): Stated {
  const { currency0, currency1 } = built.mint.key
  return {
    wallet,
    to: router,
    targets: [router],
    ...zapIn(built),
    deadline: 99n,
    ticks: { tickLower: -100, tickUpper: 200 },
    liquidity: 7n,
    moves: [],
    zap: {
      manager,
      paid: { token: zap.zeroForOne ? currency0 : currency1, amount: 100n },
      swap: { zeroForOne: true, amountIn: 55n, minimumOut: 50n },
      maxima,
      ...zapped,
    },
    ...changes,
  }
}

test.each([
  ['of a token', zap],
  ['of native currency', native],
])('a zap %s that does what is stated passes', (_name, built) => {
  expect(() => checkCalldata(statedOf(built))).not.toThrow()
})

const LIES: [string, ZapIn, RegExp][] = [
  ['gives the position to a stranger', { ...zap, mint: { ...zap.mint, owner: stranger } }, /belongs to/],
  [
    'gives it to the router, as the caller',
    { ...zap, mint: { ...zap.mint, owner: '0x0000000000000000000000000000000000000001' } },
    /belongs to/,
  ],
  ['parks at a stranger', { ...zap, manager: stranger }, /takes|paid/],
  ['takes more', { ...zap, kept: 46n }, /it takes 101/],
  ['takes more native currency', { ...native, kept: 46n }, /it takes 101/],
  ['swaps more of it', { ...zap, swapped: 56n, kept: 44n }, /it swaps 56/],
  ['swaps the other way', { ...zap, zeroForOne: false }, /another token|it swaps/],
  ['accepts less from the swap', { ...zap, minimumOut: 49n }, /may return 49/],
  ['mints less', { ...zap, mint: { ...zap.mint, liquidity: 6n } }, /liquidity is 6/],
  ['mints at a higher cost', { ...zap, mint: { ...zap.mint, maxima: { amount0: 41n, amount1: 60n } } }, /maxima/],
  ['mints in another range', { ...zap, mint: { ...zap.mint, tickLower: -110 } }, /tickLower is -110/],
  ['has another deadline', { ...zap, deadline: 100n }, /deadline is 100/],
]

test.each(LIES)('a zap that %s is refused', (_name, built, problem) => {
  expect(() => checkCalldata(statedOf(built))).toThrow(problem)
})

test('a zap without its sweeps is refused', () => {
  const { data } = zapIn(zap)
  // The two sweeps become settlements: the rest would stay in the manager.
  const without = data.replace('020b0b1414', '020b0b0b0b') as typeof data
  expect(without).not.toBe(data)
  expect(() => checkCalldata(statedOf(zap, { data: without }))).toThrow()
})
