import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as V4 from '#liquidity/plans/V4.ts'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import {
  arm,
  CALLING_HOOK,
  deployWilfulToken,
  HEAVY_HOOK,
  placeCallingHook,
  placeHeavyHook,
  placeTakingHook,
  set,
  TAKING_HOOK,
} from '../setup/liquidity/hostilePools.ts'
import { approveEverything, atMost, execute } from '../setup/liquidity/limits.ts'
import { type Body, HOOK_RISKS, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Attacks by the hook of a pool: on the value sent along, and on the room between amounts and maxima. */

const WALLET = 5
const chainId = 4663
const UNIT = 10n ** 18n
const PRICE = 1n << 96n
const MINT = parseAbi(['function mint(address to, uint256 amount)'])
const MANAGER = parseAbi(['function modifyLiquidities(bytes unlockData, uint256 deadline) payable'])
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

let lp: TestLp
let token: Address
let other: Address
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp({ acceptRisks: HOOK_RISKS })
  const tokens = [await deployWilfulToken(lp, [WALLET]), await deployWilfulToken(lp, [WALLET])]
  ;[token, other] = tokens.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)) as [Address, Address]
  await approveEverything(lp, WALLET, [token, other])
  await placeCallingHook(lp)
  await placeTakingHook(lp)
  // The hook takes its share before the deposit is settled, so the pool manager must hold some.
  for (const to of [token, other]) {
    const args = [lp.devnet.description.contracts.v4PoolManager as Address, 10n ** 24n] as const
    await lp.devnet.send(18, { to, data: encodeFunctionData({ abi: MINT, functionName: 'mint', args }) })
  }
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const wallet = () => lp.devnet.account(WALLET).address
const manager = () => lp.devnet.description.contracts.v4PositionManager as Address
const codes = ({ warnings }: Body) => warnings.map(({ code }: Body) => code)

function creation(pool: object, extra: object = {}): Body {
  return {
    walletAddress: wallet(),
    chainId,
    protocol: 'V4',
    ...pool,
    independentToken: { tokenAddress: token, amount: (10n * UNIT).toString() },
    tickBounds: { tickLower: -60, tickUpper: 60 },
    ...extra,
  }
}

describe('a hook that sweeps the value while its pool is initialised', () => {
  const key = () =>
    ({ currency0: zeroAddress, currency1: token, fee: 3000, tickSpacing: 60, hooks: CALLING_HOOK }) as const
  const names = () => ({ token0Address: zeroAddress, token1Address: token })
  const newPool = () => ({
    newPool: { ...names(), fee: 3000, tickSpacing: 60, hooks: CALLING_HOOK, initialPrice: PRICE.toString() },
  })

  const stealing = () => {
    const sweep = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [zeroAddress, CALLING_HOOK])
    const unlockData = encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes[]' }], ['0x14', [sweep]])
    const args = [unlockData, 2n ** 40n] as const
    return { to: manager(), data: encodeFunctionData({ abi: MANAGER, functionName: 'modifyLiquidities', args }) }
  }

  test('takes all of it on the real contracts', async () => {
    await arm(lp, CALLING_HOOK, stealing())
    const request = {
      pool: { key: key(), sqrtRatioX96: PRICE },
      offer: { side: 'token1' as const, amount: UNIT },
      // Out of range: the mint needs the token alone, and the value should come back.
      tickLower: -120,
      tickUpper: -60,
      slippage: 0n,
      deadline: 2n ** 40n,
      target: { owner: wallet(), initialise: true },
    }
    const { data } = V4.encodeDeposit(request, V4.planDeposit(request))
    const before = await lp.balance(zeroAddress, CALLING_HOOK)
    await lp.devnet.send(WALLET, { to: manager(), data, value: UNIT })
    expect((await lp.balance(zeroAddress, CALLING_HOOK)) - before).toBe(UNIT)
  })

  test('gets no transaction with value', async () => {
    const { status, body } = await lp.post('/lp/create', creation(newPool()))
    expect(status).toBe(400)
    expect(body.code).toBe('failed_precondition')
    expect(body.message).toMatch(/cannot be initialised in a transaction that carries ETH/)
  })

  test('takes nothing where the pool is initialised first, by the transaction in the refusal', async () => {
    const { body } = await lp.post('/lp/create', creation(newPool()))
    const detail = (type: string) => body.details.find((found: Body) => found.type === type)?.value
    await arm(lp, CALLING_HOOK, stealing())
    await lp.devnet.send(WALLET, { to: detail('to'), data: detail('data') })
    expect(detail('poolReference')).toBe(poolIdOf(key()))
    const answer = await lp.ok(
      '/lp/create',
      creation({ existingPool: { ...names(), poolReference: detail('poolReference') } }),
    )
    expect((await execute(lp, WALLET, answer)).status).toBe('mined')
    expect(await lp.balance(zeroAddress, CALLING_HOOK)).toBe(0n)
  })
})

describe('a hook that may take a part of deposits', () => {
  const names = () => ({ token0Address: token, token1Address: other })
  const newPool = () => ({
    newPool: { ...names(), fee: 3000, tickSpacing: 60, hooks: TAKING_HOOK, initialPrice: PRICE.toString() },
  })
  const ranges = [60, 600, 6000].map((width) => [width] as const)

  test.each(ranges)('finds no room between amounts and maxima on ±%i ticks', async (width) => {
    const tickBounds = { tickLower: -width, tickUpper: width }
    const answer = await lp.ok('/lp/create', creation(newPool(), { tickBounds, slippageTolerance: 5 }))
    expect([atMost(answer, token), atMost(answer, other)]).toEqual([
      BigInt(answer.token0.amount),
      BigInt(answer.token1.amount),
    ])
    expect(codes(answer)).toContain('HOOK_MAY_TAKE_DEPOSITS')
    await set(lp, TAKING_HOOK, [1, 0])
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
    await set(lp, TAKING_HOOK, [0, 0])
    expect((await execute(lp, WALLET, answer)).status).toBe('mined')
  })

  test('is paid the share that was measured, and no more', async () => {
    await set(lp, TAKING_HOOK, [500, 0])
    const answer = await lp.ok('/lp/create', creation(newPool()))
    expect(codes(answer)).toContain('HOOK_TAKES')
    expect(BigInt(answer.token0.amount)).toBeLessThanOrEqual(10n * UNIT)
    const before = await lp.devnet.snapshot()
    await set(lp, TAKING_HOOK, [501, 0])
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
    await lp.devnet.revert(before)
    expect((await execute(lp, WALLET, answer)).status).toBe('mined')
  })

  test('is refused unless the request accepts each of its rights by name', async () => {
    const refused = await lp.post('/lp/create', creation(newPool(), { acceptRisks: ['HOOK_MAY_LOCK'] }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(refused.body.details.map(({ type }: Body) => type)).toEqual([
      'field',
      'HOOK_MAY_TAKE_DEPOSITS',
      'HOOK_MAY_TAKE_WITHDRAWALS',
    ])
    const acceptRisks = ['HOOK_MAY_TAKE_DEPOSITS', 'HOOK_MAY_LOCK', 'HOOK_MAY_TAKE_WITHDRAWALS']
    expect(codes(await lp.ok('/lp/create', creation(newPool(), { acceptRisks })))).toEqual(
      expect.arrayContaining(['HOOKED', ...acceptRisks]),
    )
  })
})

describe('the rights of a hook', () => {
  // beforeRemoveLiquidity, and nobody has deployed it yet.
  const LOCKING_HOOK = '0x7a4b000000000000000000000000000000000200'
  const pool = (hooks: Address) => ({
    newPool: {
      token0Address: token,
      token1Address: other,
      fee: 3000,
      tickSpacing: 60,
      hooks,
      initialPrice: PRICE.toString(),
    },
  })

  test('are warned of where it has no code yet, for they are in its address', async () => {
    const refused = await lp.post('/lp/create', creation(pool(LOCKING_HOOK), { acceptRisks: [] }))
    expect(refused.body.details.map(({ type }: Body) => type)).toEqual(['field', 'HOOK_MAY_LOCK'])
    const answer = await lp.ok('/lp/create', creation(pool(LOCKING_HOOK)))
    expect(codes(answer)).toEqual(expect.arrayContaining(['HOOKED', 'HOOK_MAY_LOCK']))
    expect(answer.warnings.find(({ code }: Body) => code === 'HOOKED').message).toContain(getAddress(LOCKING_HOOK))
  })

  test('are warned of and must be accepted when a position is increased', async () => {
    const { create } = await lp.ok('/lp/create', creation(pool(TAKING_HOOK)))
    const nftTokenId = mintedId(await lp.send(WALLET, create), create.to)
    const { independentToken } = creation({})
    const names = { token0Address: token, token1Address: other }
    const request = { walletAddress: wallet(), chainId, protocol: 'V4', ...names, nftTokenId, independentToken }
    const refused = await lp.post('/lp/increase', { ...request, acceptRisks: [] })
    expect(refused.body.details.map(({ type }: Body) => type)).toEqual(['field', ...HOOK_RISKS])
    const answer = await lp.ok('/lp/increase', request)
    expect(codes(answer)).toEqual(expect.arrayContaining(['HOOKED', ...HOOK_RISKS]))
    expect(answer.warnings.find(({ code }: Body) => code === 'HOOKED').message).toContain(getAddress(TAKING_HOOK))
    await set(lp, TAKING_HOOK, [1, 0])
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })

  test('to spend gas do not hide that the transaction was not simulated', async () => {
    await placeHeavyHook(lp)
    const light = await lp.ok('/lp/create', creation(pool(HEAVY_HOOK)))
    expect(light.simulation).toEqual({ ok: true })
    await set(lp, HEAVY_HOOK, [30_000_000, 0])
    const { status, body } = await lp.post('/lp/create', creation(pool(HEAVY_HOOK)))
    // A busy machine may be too slow to run as much gas as a simulation may use.
    if (status !== 200) return expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(body.simulation.ok).toBe(false)
    expect(body.simulation.message).not.toMatch(/as it is/)
  })
})
