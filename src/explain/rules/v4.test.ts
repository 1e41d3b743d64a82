import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { DecodedCall } from './DecodedCall.ts'
import type { Scene } from './Effects.ts'
import { v4Rules } from './v4.ts'

const WRAPPED: Address = '0x1111111111111111111111111111111111111111'
const OTHER: Address = '0x2222222222222222222222222222222222222222'
const SIGNER: Address = '0x3333333333333333333333333333333333333333'
const CALLER: Address = '0x0000000000000000000000000000000000000001'
const MANAGER: Address = '0x0000000000000000000000000000000000000002'
const WHOLE = 1n << 255n

const call = (name: string, args: DecodedCall['args'] = {}): DecodedCall => ({ name, args, inner: [] })
const take = (currency: Address, recipient: Address) => call('TAKE', { currency, recipient, amount: 0n })
const rewrap = (taken: Address, ...ending: DecodedCall[]) => [
  take(taken, MANAGER),
  call('UNWRAP', { amount: WHOLE }),
  call('MINT_POSITION'),
  call('SETTLE', { currency: zeroAddress, amount: 0n, payerIsUser: false }),
  call('SWEEP', { currency: zeroAddress, to: CALLER }),
  ...ending,
]

function warnings(calls: readonly DecodedCall[]): unknown[] {
  const scene = { calls, signer: SIGNER, tokens: new Map(), book: new Map(), facts: { wrappedNative: WRAPPED } }
  const takes = calls.filter(({ name }) => name === 'TAKE')
  return takes.flatMap(({ args }) => v4Rules['TAKE']?.(args, scene as unknown as Scene).warnings ?? [])
}

test('wrapped currency that is unwrapped on the way is not warned of', () => {
  expect(warnings(rewrap(WRAPPED, take(OTHER, CALLER)))).toEqual([])
})

test.each([
  ['the other token at the end', rewrap(WRAPPED, take(OTHER, MANAGER))],
  ['the other token at the start', rewrap(OTHER)],
  ['wrapped currency again at the end', rewrap(WRAPPED, take(WRAPPED, MANAGER))],
])('%s, left in the manager for anybody, is warned of', (_, calls) => {
  expect(warnings(calls)).not.toEqual([])
})
