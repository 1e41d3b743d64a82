import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { pathOf, type SwapV3, type SwapV4, swapV3, swapV4 } from '#liquidity/calldata/router.ts'
import * as v2 from '#liquidity/calldata/v2.ts'
import { checkCalldata } from './checkCalldata.ts'
import type { Stated, Swap } from './statedTerms.ts'

const wallet: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger: Address = '0x00000000000000000000000000000000000000AA'
const router: Address = '0x00000000000000000000000000000000000000B1'
const token: Address = '0x1000000000000000000000000000000000000001'
const other: Address = '0x2000000000000000000000000000000000000002'

const key = { currency0: token, currency1: other, fee: 500, tickSpacing: 10, hooks: zeroAddress }
const honestV4: SwapV4 = { key, zeroForOne: true, amountIn: 10n, minimumOut: 9n, wallet, deadline: 99n }
const path = [token, other] as const
const ends = { token, fee: 500, received: other }
const honestV3: SwapV3 = { ...ends, amountIn: 10n, minimumOut: 9n, wallet, isWrapped: false, deadline: 99n }
const honestV2: v2.Swap = { path, amountIn: 10n, minimumOut: 9n, recipient: wallet, deadline: 99n }
const swap: Swap = { paid: { token, amount: 10n }, received: { token: other, atLeast: 9n }, path }

const terms = { path: pathOf({ token, fee: 500 }, other) }

function statedOf(payload: ReturnType<typeof swapV4>, changes: Partial<Stated> = {}): Stated {
  return { wallet, to: router, targets: [router], ...payload, deadline: 99n, moves: [], swap, terms, ...changes }
}

test('swaps that do what is stated pass', () => {
  const paid = { token: zeroAddress, amount: 10n }
  expect(() => checkCalldata(statedOf(swapV4(honestV4)))).not.toThrow()
  expect(() => checkCalldata(statedOf(v2.swap(honestV2)))).not.toThrow()
  expect(() => checkCalldata(statedOf(swapV3(honestV3)))).not.toThrow()
  const wrapped = statedOf(swapV3({ ...honestV3, isWrapped: true }), { swap: { ...swap, paid } })
  expect(() => checkCalldata(wrapped)).not.toThrow()
  expect(() => checkCalldata({ ...wrapped, value: 11n })).toThrow(/it wraps 10/)
  expect(() => checkCalldata(statedOf(v2.swap({ ...honestV2, native: 'out' })))).not.toThrow()
  expect(() =>
    checkCalldata(statedOf(v2.swap({ ...honestV2, native: 'in' }), { swap: { ...swap, paid } })),
  ).not.toThrow()
})

test.each<[string, ReturnType<typeof swapV4>, RegExp]>([
  ['pays a stranger on v4', swapV4({ ...honestV4, wallet: stranger }), /gets the swap/],
  ['returns less on v4', swapV4({ ...honestV4, minimumOut: 8n }), /may return 8/],
  ['takes more on v4', swapV4({ ...honestV4, amountIn: 11n }), /it swaps 11/],
  ['goes the other way on v4', swapV4({ ...honestV4, zeroForOne: false }), /swaps along/],
  ['has another deadline on v4', swapV4({ ...honestV4, deadline: 100n }), /deadline is 100/],
  ['carries a value', { ...swapV4(honestV4), value: 1n }, /value is 1/],
  ['pays a stranger on v3', swapV3({ ...honestV3, wallet: stranger }), /gets the swap/],
  ['returns less on v3', swapV3({ ...honestV3, minimumOut: 8n }), /may return 8/],
  ['takes more on v3', swapV3({ ...honestV3, amountIn: 11n }), /it swaps 11/],
  ['swaps in another pool on v3', swapV3({ ...honestV3, fee: 3000 }), /swaps along/],
  ['pays a stranger on v2', v2.swap({ ...honestV2, recipient: stranger }), /gets the swap/],
  ['returns less on v2', v2.swap({ ...honestV2, minimumOut: 8n }), /may return 8/],
  ['takes more on v2', v2.swap({ ...honestV2, amountIn: 11n }), /it swaps 11/],
  ['swaps another token on v2', v2.swap({ ...honestV2, path: [stranger, other] }), /swaps along/],
])('a swap that %s is refused', (_name, payload, problem) => {
  expect(() => checkCalldata(statedOf(payload))).toThrow(problem)
})
