import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { V3_SWAP_ROUTER } from '#devnet/addresses.ts'
import { arm, CALLING_HOOK, deployWilfulToken, placeCallingHook, set } from '../setup/liquidity/hostilePools.ts'
import { approveEverything, atMost, execute } from '../setup/liquidity/limits.ts'
import { type Body, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Attacks by a token's code during a transaction: it calls the managers again, or keeps a part. */

const WALLET = 5
const OPERATOR = 19
const chainId = 4663
const PAYMENTS = parseAbi([
  'function refundETH() payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
])
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

let lp: TestLp
let low: Address
let high: Address
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp()
  ;[low, high] = await eitherSideOfWeth()
  await approveEverything(lp, WALLET, [low, high, weth(), dusd()])
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const weth = () => lp.devnet.token('WETH').address
const dusd = () => lp.devnet.token('DUSD').address
const wallet = () => lp.devnet.account(WALLET).address
const v3Manager = () => lp.devnet.description.contracts.v3PositionManager as Address
const codes = ({ warnings }: Body) =>
  warnings.map(({ code }: Body) => code).filter((code: string) => code !== 'UNLISTED_TOKEN')
// A v3 pool holds native currency wrapped, and in that order.
const heldAs = (token: Address) => (token === zeroAddress ? weth() : token).toLowerCase()
const inOrder = (a: Address, b: Address) =>
  heldAs(a) < heldAs(b) ? { token0Address: a, token1Address: b } : { token0Address: b, token1Address: a }

/** A token that a pool holds before wrapped ETH, and one that it holds after. */
async function eitherSideOfWeth(): Promise<[Address, Address]> {
  const found: { low?: Address; high?: Address } = {}
  while (!found.low || !found.high) {
    const token = await deployWilfulToken(lp, [WALLET, OPERATOR])
    found[token.toLowerCase() < weth().toLowerCase() ? 'low' : 'high'] = token
  }
  return [found.low, found.high]
}

/** A creation in a new pool at a price of one, both tokens alike. */
function creation(protocol: 'V3' | 'V4', tokens: [Address, Address], extra: object = {}): Body {
  return {
    walletAddress: wallet(),
    chainId,
    protocol,
    newPool: { ...inOrder(...tokens), fee: 3000, tickSpacing: 60, initialPrice: (1n << 96n).toString() },
    independentToken: { tokenAddress: tokens[1], amount: (10n ** 18n).toString() },
    tickBounds: { tickLower: -600, tickUpper: 600 },
    ...extra,
  }
}

async function position(protocol: 'V3' | 'V4', tokens: [Address, Address]): Promise<string> {
  const amount = tokens.includes(dusd()) ? 10n ** 9n : 10n ** 18n
  const independentToken = { tokenAddress: tokens[1], amount: amount.toString() }
  const { create } = await lp.ok('/lp/create', creation(protocol, tokens, { independentToken }))
  return mintedId(await lp.send(WALLET, create), create.to)
}

/** A transaction that the attack stops succeeds without it. */
async function expectHarmless(answer: Body): Promise<void> {
  const before = await lp.devnet.snapshot()
  expect((await execute(lp, WALLET, answer)).status).toBe('mined')
  await lp.devnet.revert(before)
}

describe('a token that takes the native currency out of the v3 manager while it is paid', () => {
  const native = async () => {
    await position('V3', [low, weth()])
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol: 'V3',
      chainId,
      poolParameters: { tokenAddressA: low, tokenAddressB: weth() },
    })
    const existingPool = { ...inOrder(low, zeroAddress), poolReference: pools[0].poolReferenceIdentifier }
    return creation('V3', [low, zeroAddress], { newPool: undefined, existingPool })
  }
  const stealing = () => ({
    to: v3Manager(),
    data: encodeFunctionData({ abi: PAYMENTS, functionName: 'refundETH' }),
  })

  test('has wrapped currency taken besides, up to what is stated of it', async () => {
    const answer = await lp.ok('/lp/create', await native())
    await expectHarmless(answer)
    await arm(lp, low, stealing())
    const before = await lp.balance(weth(), wallet())
    const { status } = await execute(lp, WALLET, answer)
    expect(status).toBe('mined')
    const taken = before - (await lp.balance(weth(), wallet()))
    expect(taken).toBeGreaterThan(0n)
    expect(taken).toBeLessThanOrEqual(atMost(answer, weth()))
    expect(codes(answer)).toContain('WRAPPED_ALLOWANCE')
    expect(answer.summary).toMatch(/Up to [\d.]+ WETH .* more if the other token is hostile/)
  })
})

describe('a token that takes the currency that the v3 manager has unwrapped', () => {
  test('makes a collection of fees revert', async () => {
    const tokenId = await position('V3', [high, weth()])
    const pool = { protocol: 'V3' as const, token0: weth(), token1: high, fee: 3000, tickSpacing: 60 }
    const approval = { abi: erc20Abi, functionName: 'approve', args: [V3_SWAP_ROUTER, maxUint256] } as const
    await lp.devnet.send(OPERATOR, { to: high, data: encodeFunctionData(approval) })
    await lp.trade(pool, [10n ** 15n, 10n ** 15n])
    const claim = { walletAddress: wallet(), chainId, protocol: 'V3', tokenId, collectAsWeth: false }
    const answer = await lp.ok('/lp/claim_fees', claim)
    expect(answer.limits.receive.map(({ enforced, heldBy }: Body) => [enforced, heldBy])).toEqual([
      [true, undefined],
      [false, 'pool'],
    ])
    expect(BigInt(answer.limits.receive[0].atLeast)).toBeGreaterThan(0n)
    await expectHarmless(answer)
    const args = [0n, lp.devnet.account(6).address] as const
    const data = encodeFunctionData({ abi: PAYMENTS, functionName: 'unwrapWETH9', args })
    await arm(lp, high, { to: v3Manager(), data })
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })

  test('makes the withdrawal revert', async () => {
    const id = await position('V3', [high, weth()])
    const answer = await lp.ok('/lp/decrease', {
      walletAddress: wallet(),
      chainId,
      protocol: 'V3',
      ...inOrder(high, weth()),
      nftTokenId: id,
      liquidityPercentageToDecrease: 100,
      withdrawAsWeth: false,
    })
    const args = [0n, lp.devnet.account(6).address] as const
    const data = encodeFunctionData({ abi: PAYMENTS, functionName: 'unwrapWETH9', args })
    await expectHarmless(answer)
    await arm(lp, high, { to: v3Manager(), data })
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })
})

describe.each(['V3', 'V4'] as const)('a token of a %s pool that begins to keep a part of each transfer', (protocol) => {
  const request = async () => ({
    walletAddress: wallet(),
    chainId,
    protocol,
    ...inOrder(low, dusd()),
    nftTokenId: await position(protocol, [low, dusd()]),
  })
  const received = ({ limits }: Body, token: Address) =>
    limits.receive.find(({ tokenAddress }: Body) => tokenAddress === token)

  test('arrives reduced as stated, and is not marked enforced', async () => {
    const body = { ...(await request()), liquidityPercentageToDecrease: 50, slippageTolerance: 0 }
    await set(lp, low, [1_000, 10_000])
    const answer = await lp.ok('/lp/decrease', body)
    expect(received(answer, low).enforced).toBe(false)
    expect(received(answer, dusd()).enforced).toBe(true)
    expect(codes(answer)).toEqual(['FEE_ON_TRANSFER'])
    expect(answer.warnings[0].message).toContain('10 %')
    const { status, paid } = await execute(lp, WALLET, answer)
    expect(status).toBe('mined')
    expect(-(paid.get(low) ?? 0n)).toBeGreaterThanOrEqual(BigInt(received(answer, low).atLeast))
    expect(-(paid.get(low) ?? 0n)).toBeLessThanOrEqual(BigInt(received(answer, low).atLeast) + 2n)
  })

  test('is warned of when fees are collected', async () => {
    const { nftTokenId: tokenId } = await request()
    await set(lp, low, [1_000, 10_000])
    const answer = await lp.ok('/lp/claim_fees', { walletAddress: wallet(), chainId, protocol, tokenId })
    expect(codes(answer)).toEqual(['FEE_ON_TRANSFER'])
  })
})

describe('code that runs while native currency lies in the v4 manager', () => {
  const V4 = parseAbi(['function modifyLiquidities(bytes unlockData, uint256 deadline) payable'])
  const v4Manager = () => lp.devnet.description.contracts.v4PositionManager as Address
  /** SWEEP of the native currency to the thief. */
  const sweep = () => {
    const to = lp.devnet.account(6).address
    const param = encodeAbiParameters(parseAbiParameters('address, address'), [zeroAddress, to])
    const unlockData = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), ['0x14', [param]])
    const args = [unlockData, 1n << 40n] as const
    return { to: v4Manager(), data: encodeFunctionData({ abi: V4, functionName: 'modifyLiquidities', args }) }
  }
  const native = (extra: object = {}) => ({
    ...creation('V4', [low, zeroAddress]),
    newPool: {
      token0Address: zeroAddress,
      token1Address: low,
      fee: 3000,
      tickSpacing: 60,
      initialPrice: (1n << 96n).toString(),
      ...extra,
    },
  })

  test('gets nothing as a token that is paid in, for the manager is locked', async () => {
    const answer = await lp.ok('/lp/create', native())
    await expectHarmless(answer)
    await arm(lp, low, sweep())
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })

  test('gets no transaction with value as a hook of a new pool', async () => {
    await placeCallingHook(lp)
    const { status, body } = await lp.post('/lp/create', native({ hooks: CALLING_HOOK }))
    expect([status, body.code]).toEqual([400, 'failed_precondition'])
  })
})

describe('a v2 pair with a token that calls out during transfers', () => {
  const ROUTER = parseAbi([
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ])
  const router = () => lp.devnet.description.contracts.v2Router as Address
  const pair = () => ({ token0Address: low, token1Address: zeroAddress })
  const open = async () => {
    const { create } = await lp.ok('/lp/create_classic', {
      walletAddress: wallet(),
      poolParameters: { ...pair(), chainId },
      independentToken: { tokenAddress: low, amount: (10n ** 18n).toString() },
      dependentToken: { tokenAddress: zeroAddress, amount: (10n ** 18n).toString() },
    })
    await lp.send(WALLET, create)
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol: 'V2',
      chainId,
      poolParameters: { tokenAddressA: low, tokenAddressB: weth() },
    })
    await approveEverything(lp, WALLET, [pools[0].poolReferenceIdentifier])
  }
  /** Sweeps the wrapped currency that the router holds, as a swap of nothing. */
  const sweep = () => {
    const args = [0n, 0n, [low, weth()], lp.devnet.account(6).address, 1n << 40n] as const
    const data = encodeFunctionData({
      abi: ROUTER,
      functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
      args,
    })
    return { to: router(), data }
  }

  test.each([0n, 1n])('loses nothing when it is left with native currency (call %i)', async (skipped) => {
    await open()
    const answer = await lp.ok('/lp/decrease', {
      walletAddress: wallet(),
      chainId,
      protocol: 'V2',
      token0Address: low,
      token1Address: weth(),
      liquidityPercentageToDecrease: 50,
      withdrawAsWeth: false,
    })
    await expectHarmless(answer)
    await arm(lp, low, { ...sweep(), skipped })
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })

  test('takes no more of a deposit than is stated', async () => {
    await open()
    const answer = await lp.ok('/lp/create_classic', {
      walletAddress: wallet(),
      poolParameters: { ...pair(), chainId },
      independentToken: { tokenAddress: low, amount: (10n ** 17n).toString() },
    })
    await expectHarmless(answer)
    await arm(lp, low, sweep())
    await execute(lp, WALLET, answer)
  })
})

test('a first deposit into a v2 pair that was opened at another price is not built', async () => {
  const amount = (10n ** 18n).toString()
  const first = (extra: object) => ({
    walletAddress: wallet(),
    poolParameters: { ...inOrder(low, high), chainId },
    independentToken: { tokenAddress: low, amount },
    dependentToken: { tokenAddress: high, amount },
    ...extra,
  })
  const answer = await lp.ok('/lp/create_classic', first({}))
  await expectHarmless(answer)
  const skewed = { dependentToken: { tokenAddress: high, amount: (10n ** 16n).toString() } }
  const { create } = await lp.ok('/lp/create_classic', first(skewed))
  await lp.send(WALLET, create)
  expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
})
