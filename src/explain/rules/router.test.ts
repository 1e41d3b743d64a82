import { type Address, parseEther, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Contract } from './Contract.ts'
import type { DecodedCall } from './DecodedCall.ts'
import type { Effects, Scene } from './Effects.ts'
import { explainCall } from './explainCall.ts'

/** Zaps of the router from a stranger: what leaves the signer must come back, or be warned of. */

const PAID: Address = '0x1111111111111111111111111111111111111111'
const BETWEEN: Address = '0x2222222222222222222222222222222222222222'
const SIGNER: Address = '0x3333333333333333333333333333333333333333'
const ROUTER: Address = '0x4444444444444444444444444444444444444444'
const MANAGER: Address = '0x5555555555555555555555555555555555555555'
const RECEIVED: Address = '0x6666666666666666666666666666666666666666'
const IN_ROUTER: Address = '0x0000000000000000000000000000000000000002'
const THIEF: Address = '0x9999999999999999999999999999999999999999'

const call = (name: string, args: DecodedCall['args'] = {}): DecodedCall => ({ name, args, inner: [] })
const take = (currency: Address, recipient: Address = MANAGER, amount = 0n) =>
  call('TAKE', { currency, recipient, amount })
const swap = (currency0: Address, currency1: Address, amountIn: bigint, amountOutMinimum: bigint) =>
  call('SWAP_EXACT_IN_SINGLE', {
    ...{ currency0, currency1, fee: 500n, tickSpacing: 10n, hooks: zeroAddress },
    ...{ zeroForOne: true, amountIn, amountOutMinimum },
  })
const settle = (amount: bigint) => call('SETTLE', { currency: PAID, amount, payerIsUser: true })
const own = (currency: Address) => call('SETTLE', { currency, amount: 0n, payerIsUser: false })
const sweep = (currency: Address) => call('SWEEP', { currency, to: SIGNER })

function mint(hooks: Address = zeroAddress): DecodedCall[] {
  const key = { currency0: BETWEEN, currency1: RECEIVED, fee: 500, tickSpacing: 10, hooks }
  const minted = call('MINT_POSITION', { key, owner: SIGNER, liquidity: 1n, tickLower: -10, tickUpper: 10 })
  return [minted, own(BETWEEN), own(RECEIVED), sweep(BETWEEN), sweep(RECEIVED)]
}

const SWAPS = [swap(PAID, BETWEEN, 100n, 90n), swap(BETWEEN, RECEIVED, 40n, 30n), settle(100n)]

function codes(actions: readonly DecodedCall[], minted: readonly DecodedCall[] = mint()): string[] {
  return codesOf([...actions, { ...call('modifyLiquidities', { deadline: 2n }), inner: minted }])
}

function codesOf(inner: readonly DecodedCall[], value = 0n): string[] {
  return effectsOf(inner, value).warnings.map(({ code }) => code)
}

function effectsOf(inner: readonly DecodedCall[], value = 0n): Effects {
  const decoded = { ...call('execute', { deadline: 2n }), inner }
  const contract: Contract = { kind: 'router', name: 'Universal Router', source: 'the test' }
  const facts = { nativeCurrency: { symbol: 'ETH', decimals: 18 }, uniswap: { v4: { positionManager: MANAGER } } }
  const scene = { book: new Map(), signer: SIGNER, tokens: new Map(), facts, now: 1n }
  const asked = { to: ROUTER, data: '0x01', value } as const
  const { isKnown, effects } = explainCall(asked, { contract, decoded }, scene as unknown as Scene)
  expect(isKnown).toBe(true)
  return effects
}

test('a zap through two pools that returns every rest is not warned of', () => {
  expect(codes([...SWAPS, take(RECEIVED), take(BETWEEN)])).toEqual([])
})

describe('a second withdrawal of the same zap', () => {
  test.each([
    ['of what lies between the pools', [take(RECEIVED), take(BETWEEN, MANAGER, 1n), take(BETWEEN, THIEF)]],
    ['of what the swaps bring', [take(RECEIVED, MANAGER, 1n), take(RECEIVED, THIEF), take(BETWEEN)]],
    ['of what is paid too much', [take(RECEIVED), take(BETWEEN), take(PAID, THIEF)]],
  ])('%s by a thief is warned of', (_, takes) => {
    expect(codes([...SWAPS, ...takes])).toContain('OTHER_RECIPIENT')
  })

  test('that leaves the payment in the manager is warned of', () => {
    expect(codes([...SWAPS, take(RECEIVED), take(BETWEEN), take(PAID)])).not.toEqual([])
  })
})

test('a withdrawal after the rest was swept, or of a token into the router, is warned of', () => {
  const minting = { ...call('modifyLiquidities', { deadline: 2n }), inner: mint() }
  const [received, between] = [take(RECEIVED), take(BETWEEN)]
  expect(codesOf([...SWAPS, received, minting, between])).toContain('OTHER_RECIPIENT')
  expect(codes([...SWAPS, received, take(BETWEEN, IN_ROUTER)])).toContain('OTHER_RECIPIENT')
})

test('value that a swap does not take stays in the router, and is warned of', () => {
  const payments = [
    call('SETTLE', { currency: zeroAddress, amount: parseEther('1'), payerIsUser: false }),
    call('SETTLE_ALL', { currency: zeroAddress, maxAmount: parseEther('1') }),
  ]
  for (const payment of payments) {
    const actions = [swap(zeroAddress, RECEIVED, parseEther('1'), 90n), payment, take(RECEIVED, SIGNER)]
    expect(codesOf(actions, parseEther('1'))).toEqual([])
    expect(codesOf(actions, parseEther('10'))).toEqual(['REST_NOT_RETURNED'])
  }
})

test('a position in a pool whose hook is not known is warned of', () => {
  expect(codes([...SWAPS, take(RECEIVED), take(BETWEEN)], mint(THIEF))).toContain('UNKNOWN_HOOK')
})

describe('proceeds are promised once', () => {
  const promised = (inner: readonly DecodedCall[], token: Address) =>
    effectsOf(inner)
      .receive.filter((receipt) => receipt.token === token)
      .reduce((sum, { atLeast }) => sum + atLeast, 0n)
  const first = swap(PAID, BETWEEN, 100n, 90n)
  const takes = [settle(100n), take(RECEIVED, SIGNER), take(BETWEEN, SIGNER)]

  test.each([
    ['none of them', [], 90n],
    ['a part of them', [swap(BETWEEN, RECEIVED, 40n, 1n)], 50n],
    ['all of them', [swap(BETWEEN, RECEIVED, 90n, 1n)], 0n],
    ['all of them, by an open amount', [swap(BETWEEN, RECEIVED, 0n, 1n)], 0n],
  ])('where a second swap spends %s', (_, second, left) => {
    expect(promised([first, ...second, ...takes], BETWEEN)).toBe(left)
  })

  test('where two swaps bring what one action pays out', () => {
    const both = [first, swap(PAID, BETWEEN, 100n, 5n), settle(200n)]
    expect(promised([...both, take(BETWEEN, SIGNER, 7n)], BETWEEN)).toBe(7n)
    expect(promised([...both, take(BETWEEN, SIGNER)], BETWEEN)).toBe(95n)
  })
})
