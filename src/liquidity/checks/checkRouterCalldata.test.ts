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

const third: Address = '0x3000000000000000000000000000000000000003'
const firstKey = { ...key, currency1: third, fee: 3000 }
const first = { key: firstKey, zeroForOne: false, swapped: 900n, minimumOut: 100n }
const through: ZapIn = { ...zap, first }
const firstStated = { zeroForOne: false, amountIn: 900n, minimumOut: 100n, received: token }
const outside = { paid: { token: third, amount: 900n }, first: firstStated }

test('a zap from a token outside the pool that does what is stated passes', () => {
  expect(() => checkCalldata(statedOf(through, {}, outside))).not.toThrow()
})

const THROUGH_LIES: [string, ZapIn, RegExp][] = [
  ['skips the first swap', zap, /it runs|takes/],
  ['takes more', { ...through, first: { ...first, swapped: 901n } }, /it takes 901/],
  ['accepts less from the first swap', { ...through, first: { ...first, minimumOut: 99n } }, /may return 99/],
  ['accepts less from the second swap', { ...through, minimumOut: 49n }, /may return 49/],
  [
    'swaps another token',
    { ...through, first: { ...first, key: { ...firstKey, currency1: stranger } } },
    /token|swaps/,
  ],
  ['swaps for another token', { ...through, first: { ...first, key: { ...firstKey, currency0: other } } }, /swaps for/],
  ['swaps the other way first', { ...through, first: { ...first, zeroForOne: true } }, /token|swaps/],
  ['parks at a stranger', { ...through, manager: stranger }, /takes/],
  ['gives the position to a stranger', { ...through, mint: { ...zap.mint, owner: stranger } }, /belongs to/],
]

test.each(THROUGH_LIES)('a zap from a token outside the pool that %s is refused', (_name, built, problem) => {
  expect(() => checkCalldata(statedOf(built, {}, outside))).toThrow(problem)
})

test('a zap that takes the trusted token before the other is refused', () => {
  const { data } = zapIn(through)
  const taken = (currency: Address) =>
    currency.slice(2).padStart(64, '0') + manager.slice(2).toLowerCase().padStart(64, '0')
  const [one, two] = [taken(other), taken(token)]
  const turned = data.replace(one, '-').replace(two, one).replace('-', two) as typeof data
  expect(turned).not.toBe(data)
  expect(() => checkCalldata(statedOf(through, { data: turned }, outside))).toThrow(/takes/)
})

test('a zap without its sweeps is refused', () => {
  const { data } = zapIn(zap)
  // The two sweeps become settlements: the rest would stay in the manager.
  const without = data.replace('020b0b1414', '020b0b0b0b') as typeof data
  expect(without).not.toBe(data)
  expect(() => checkCalldata(statedOf(zap, { data: without }))).toThrow()
})
