import { type Address, maxUint128, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Contract } from './Contract.ts'
import type { DecodedCall } from './DecodedCall.ts'
import type { Scene } from './Effects.ts'
import { explainCall } from './explainCall.ts'

/** Withdrawals from v3 that pass through the position manager, which pays its balance to any caller. */

const WRAPPED: Address = '0x1111111111111111111111111111111111111111'
const TOKEN: Address = '0x2222222222222222222222222222222222222222'
const SIGNER: Address = '0x3333333333333333333333333333333333333333'
const MANAGER: Address = '0x4444444444444444444444444444444444444444'

const call = (name: string, args: DecodedCall['args'] = {}): DecodedCall => ({ name, args, inner: [] })
const collect = (recipient: Address) =>
  call('collect', { tokenId: 7n, recipient, amount0Max: maxUint128, amount1Max: maxUint128 })
const decrease = call('decreaseLiquidity', { tokenId: 7n, liquidity: 5n, amount0Min: 1n, amount1Min: 1n, deadline: 2n })
const unwrap = call('unwrapWETH9', { amountMinimum: 1n, recipient: SIGNER })
const sweep = call('sweepToken', { token: TOKEN, amountMinimum: 1n, recipient: SIGNER })

function codes(...inner: readonly DecodedCall[]): string[] {
  const contract: Contract = { kind: 'v3Manager', name: 'Uniswap v3 position manager', source: 'the test' }
  const facts = { nativeCurrency: { symbol: 'ETH', decimals: 18 }, wrappedNative: WRAPPED }
  const positions = new Map([[7n, [WRAPPED, TOKEN]]])
  const scene = { book: new Map(), signer: SIGNER, tokens: new Map(), facts, positions, now: 1n }
  const decoded = { ...call('multicall'), inner }
  const asked = { to: MANAGER, data: '0x01', value: 0n } as const
  const { effects } = explainCall(asked, { contract, decoded }, scene as unknown as Scene)
  return effects.warnings.map(({ code }) => code)
}

test('tokens that are collected into the manager and paid out after it are not warned of', () => {
  expect(codes(decrease, collect(zeroAddress), unwrap, sweep)).toEqual([])
  expect(codes(decrease, collect(SIGNER))).toEqual([])
})

test.each([
  ['no token', [decrease, collect(zeroAddress)]],
  ['one of two tokens', [decrease, collect(zeroAddress), unwrap]],
  ['the tokens before they are collected', [unwrap, sweep, decrease, collect(zeroAddress)]],
  ['no token of a manager that is named', [decrease, collect(MANAGER)]],
])('paying out %s is warned of, because anybody can take the rest', (_, calls) => {
  expect(codes(...calls)).not.toEqual([])
})
