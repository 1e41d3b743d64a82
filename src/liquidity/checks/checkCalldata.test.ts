import { type Address, decodeFunctionData, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import * as erc20 from '#liquidity/calldata/erc20.ts'
import * as permit2 from '#liquidity/calldata/permit2.ts'
import * as v2 from '#liquidity/calldata/v2.ts'
import * as v3 from '#liquidity/calldata/v3.ts'
import * as v4 from '#liquidity/calldata/v4.ts'
import { checkApprovalCalldata, checkCalldata, type Stated } from './checkCalldata.ts'

const wallet: Address = '0x00000000000000000000000000000000000000a1'
const thief: Address = '0x00000000000000000000000000000000000000ee'
const to: Address = '0x00000000000000000000000000000000000000c1'
const token0: Address = '0x00000000000000000000000000000000000000d0'
const token1: Address = '0x00000000000000000000000000000000000000d1'
const other: Address = '0x00000000000000000000000000000000000000d2'
const NATIVE: Address = '0x0000000000000000000000000000000000000000'
const deadline = 1_900_000_000n
const ticks = { tickLower: -600, tickUpper: 660 }
const amounts = { amount0: 1000n, amount1: 2000n }
const minima = { amount0: 990n, amount1: 1990n }
const maxima = { amount0: 1010n, amount1: 2010n }

const moves = (isPaid: boolean, tokens = [token0, token1]) => [
  { token: tokens[0] as Address, amount: 1000n, isPaid },
  { token: tokens[1] as Address, amount: 2000n, isPaid },
]

type Kind<Request> = {
  stated: Partial<Stated> & { moves: Stated['moves'] }
  build: (request: Request) => Payload
  request: Request
  /** Each change turns the transaction into another than the one stated. */
  lies: Record<string, Partial<Request>>
}

function kind<Request>(value: Kind<Request>): Kind<Request> {
  return value
}

const v3Create = kind<v3.Create>({
  build: v3.create,
  request: { token0, token1, fee: 3000, ...ticks, desired: amounts, minima, recipient: wallet, deadline },
  stated: { deadline, ticks, moves: moves(true) },
  lies: {
    'another recipient': { recipient: thief },
    'another deadline': { deadline: deadline + 1n },
    'another lower tick': { tickLower: -660 },
    'another upper tick': { tickUpper: 720 },
    'another token': { token1: other },
    'a minimum above the amount': { minima: { amount0: 1001n, amount1: 0n } },
    'less desired than stated': { desired: { amount0: 999n, amount1: 2000n } },
    'value for nothing': { native: 'token0', token0: other },
  },
})

const v3Increase = kind<v3.Increase>({
  build: v3.increase,
  request: { positionId: 7n, desired: amounts, minima, deadline },
  stated: { deadline, positionId: 7n, moves: moves(true) },
  lies: {
    'another position': { positionId: 8n },
    'another deadline': { deadline: 1n },
    'a minimum above the amount': { minima: { amount0: 0n, amount1: 2001n } },
    'less desired than stated': { desired: { amount0: 1000n, amount1: 1999n } },
  },
})

const v3Decrease = kind<v3.Decrease>({
  build: v3.decrease,
  request: { positionId: 7n, liquidity: 55n, minima, deadline, recipient: wallet, burn: false },
  stated: { deadline, positionId: 7n, liquidity: 55n, moves: moves(false) },
  lies: {
    'another recipient': { recipient: thief },
    'another recipient of what is unwrapped': { recipient: thief, unwrap: { side: 'token0', otherToken: token1 } },
    'another position': { positionId: 8n },
    'other liquidity': { liquidity: 56n },
    'a minimum above the amount': { minima: { amount0: 1001n, amount1: 0n } },
  },
})

const v4Create = kind<v4.Create>({
  build: v4.create,
  request: {
    key: { currency0: token0, currency1: token1, fee: 3000, tickSpacing: 60, hooks: NATIVE },
    ...ticks,
    liquidity: 55n,
    maxima,
    owner: wallet,
    deadline,
  },
  stated: { deadline, ticks, liquidity: 55n, moves: moves(true) },
  lies: {
    'another owner': { owner: thief },
    'another deadline': { deadline: deadline - 1n },
    'another range': { tickLower: 0 },
    'other liquidity': { liquidity: 56n },
    'a maximum below the amount': { maxima: { amount0: 999n, amount1: 2010n } },
    'a permit for another spender': {
      permit: {
        owner: wallet,
        batch: { details: [{ token: token0, amount: 1n, expiration: 1n, nonce: 0n }], spender: thief, sigDeadline: 1n },
        signature: '0x1234',
      },
    },
    'another currency': { key: { currency0: token0, currency1: other, fee: 3000, tickSpacing: 60, hooks: NATIVE } },
  },
})

const v4Increase = kind<v4.Increase>({
  build: v4.increase,
  request: { positionId: 7n, currency0: NATIVE, currency1: token1, liquidity: 55n, maxima, deadline },
  stated: { deadline, positionId: 7n, liquidity: 55n, moves: moves(true, [NATIVE, token1]) },
  lies: {
    'another position': { positionId: 8n },
    'other liquidity': { liquidity: 54n },
    'a maximum below the amount': { maxima: { amount0: 1010n, amount1: 1999n } },
  },
})

const v4Decrease = kind<v4.Decrease>({
  build: v4.decrease,
  request: { positionId: 7n, currency0: token0, currency1: token1, liquidity: 55n, minima, deadline, burn: false },
  stated: { deadline, positionId: 7n, liquidity: 55n, moves: moves(false) },
  lies: {
    'another position': { positionId: 8n },
    'another currency': { currency0: other },
    'a minimum above the amount': { minima: { amount0: 0n, amount1: 2001n } },
  },
})

const v2Add = kind<v2.Add>({
  build: v2.add,
  request: { token0, token1, desired: amounts, minima, recipient: wallet, deadline },
  stated: { deadline, moves: moves(true) },
  lies: {
    'another token': { token1: other },
    'another recipient': { recipient: thief },
    'another deadline': { deadline: 5n },
    'a minimum above the amount': { minima: { amount0: 1001n, amount1: 0n } },
    'less desired than stated': { desired: { amount0: 999n, amount1: 2000n } },
  },
})

const v2Remove = kind<v2.Remove>({
  build: v2.remove,
  request: {
    token0,
    token1,
    native: 'token0',
    liquidity: 55n,
    minima,
    recipient: wallet,
    deadline,
    feeOnTransfer: true,
  },
  stated: { deadline, liquidity: 55n, moves: moves(false) },
  lies: {
    'another recipient': { recipient: thief },
    'other liquidity': { liquidity: 56n },
    'a minimum of the token above its amount': { minima: { amount0: 0n, amount1: 2001n } },
    'a minimum of native currency above its amount': { minima: { amount0: 1001n, amount1: 0n } },
  },
})

const kinds = {
  v3Create,
  v3Increase,
  v3Decrease,
  v4Create,
  v4Increase,
  v4Decrease,
  v2Add,
  v2Remove,
} as unknown as Record<string, Kind<object>>

describe.each(Object.entries(kinds))('%s', (_name, { build, request, stated, lies }) => {
  const state = (payload: Payload): Stated => ({ ...stated, wallet, to, ...payload, targets: [to] })

  test('passes when it is what the answer states', () => {
    expect(() => checkCalldata(state(build(request)))).not.toThrow()
  })

  test.each(Object.entries(lies))('is stopped for %s', (_lie, change) => {
    expect(() => checkCalldata(state(build({ ...request, ...change })))).toThrow('does not match its statement')
  })

  test('is stopped for another receiver of the transaction', () => {
    expect(() => checkCalldata({ ...state(build(request)), to: thief })).toThrow('does not match its statement: to is')
  })
})

test('empty data and unknown calls are stopped', () => {
  const stated = { wallet, to, value: 0n, targets: [to], moves: [] }
  for (const data of ['0x', '0xdeadbeef', `0x095ea7b3${'0'.repeat(128)}`] as Hex[]) {
    const run = () => checkCalldata({ ...stated, data, deadline: 1n })
    expect(run).toThrow()
  }
})

test('native ETH that no call returns is stopped', () => {
  const { data } = v3.increase({ positionId: 7n, desired: amounts, minima, deadline })
  const stated = { wallet, to, targets: [to], deadline, positionId: 7n, moves: moves(true) }
  expect(() => checkCalldata({ ...stated, data, value: 1000n })).toThrow('the rest of the value is not returned')
})

test('a pool that is opened after other calls is stopped', () => {
  const { data, value } = v4.create({
    ...{ key: { currency0: token0, currency1: token1, fee: 500, tickSpacing: 10, hooks: zeroAddress }, ...ticks },
    ...{ liquidity: 7n, maxima, owner: wallet, deadline, initialSqrtRatioX96: 1n << 96n },
  })
  const abi = parseAbi(['function multicall(bytes[])'])
  const { args } = decodeFunctionData({ abi, data })
  const late = encodeFunctionData({ abi, functionName: 'multicall', args: [args[0].toReversed()] })
  const stated = { wallet, to, targets: [to], deadline, ticks, liquidity: 7n, moves: moves(true), value }
  expect(() => checkCalldata({ ...stated, data })).not.toThrow()
  expect(() => checkCalldata({ ...stated, data: late })).toThrow('initializePool runs after other calls')
})

test('value in a transaction that initialises a pool with a hook is stopped', () => {
  const key = { currency0: zeroAddress, currency1: token1, fee: 500, tickSpacing: 10, hooks: other }
  const mint = { tickLower: -10, tickUpper: 10, liquidity: 5n, maxima: amounts, owner: wallet, deadline }
  const stated = { wallet, to, targets: [to], deadline, moves: [{ token: zeroAddress, amount: 1n, isPaid: true }] }
  const run = (initialSqrtRatioX96?: bigint) => () =>
    checkCalldata({ ...stated, ...v4.create({ key, ...mint, initialSqrtRatioX96 }) })
  expect(run()).not.toThrow()
  expect(run(1n << 96n)).toThrow('initialises a pool with a hook and carries value')
})

describe('approvals', () => {
  const permit2At: Address = '0x00000000000000000000000000000000000000f2'
  const facts = { permit2: permit2At, uniswap: { v2: { factory: other, router: to } } } as unknown as ChainFacts
  const grant = { amount: 5n, expiration: 6n }

  test('pass for the contracts of the chain', () => {
    expect(() => checkApprovalCalldata({ to: token0, data: erc20.approve(to, 5n) }, facts, 5n)).not.toThrow()
    expect(() => checkApprovalCalldata({ to: token0, data: erc20.approve(to, 0n) }, facts, 5n)).not.toThrow()
    expect(() =>
      checkApprovalCalldata({ to: permit2At, data: permit2.approve(token0, to, grant) }, facts, 5n),
    ).not.toThrow()
  })

  test.each<[string, { to: Address; data: Hex }]>([
    ['another spender', { to: token0, data: erc20.approve(thief, 5n) }],
    ['more than is needed', { to: token0, data: erc20.approve(to, 6n) }],
    ['another spender at Permit2', { to: permit2At, data: permit2.approve(token0, thief, grant) }],
    ['something that is not Permit2', { to: thief, data: permit2.approve(token0, to, grant) }],
    ['another call', { to: token0, data: v3.increase({ positionId: 1n, desired: amounts, minima, deadline }).data }],
  ])('are stopped for %s', (_name, approval) => {
    expect(() => checkApprovalCalldata(approval, facts, 5n)).toThrow('does not match its statement')
  })
})
