import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deployWilfulToken, taxAbove } from '../setup/liquidity/hostilePools.ts'
import { approveEverything, execute, swap } from '../setup/liquidity/limits.ts'
import { type Body, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Tokens that pass any test with a few units, and keep a part of what is really sent. */

const WALLET = 5
const OPERATOR = 19
const chainId = 4663
const UNIT = 10n ** 18n
const FREE = 10n * UNIT
const TAX = 2_000
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

let lp: TestLp
let taxed: Address
let plain: Address
beforeAll(async () => {
  lp = await startTestLp({ acceptRisks: ['FEE_ON_TRANSFER'] })
})
// Tokens of its own for each test: what is learned of one is kept.
beforeEach(async () => {
  taxed = await deployWilfulToken(lp, [WALLET, OPERATOR])
  plain = await deployWilfulToken(lp, [WALLET, OPERATOR])
  await approveEverything(lp, WALLET, [taxed, plain])
  await approveEverything(lp, OPERATOR, [taxed, plain])
})
afterAll(() => lp[Symbol.asyncDispose]())

const wallet = () => lp.devnet.account(WALLET).address
const codes = ({ warnings }: Body) =>
  warnings.map(({ code }: Body) => code).filter((code: string) => code !== 'UNLISTED_TOKEN')
const inOrder = () => {
  const [token0Address, token1Address] = [taxed, plain].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  return { token0Address, token1Address }
}
const some = (tokenAddress: Address, amount: bigint) => ({ tokenAddress, amount: amount.toString() })
const received = ({ limits }: Body, token: Address) =>
  limits.receive.find(({ tokenAddress }: Body) => tokenAddress === token)
const turnOn = () => taxAbove(lp, taxed, { free: FREE, tax: TAX })

describe('a v2 pair with a token that keeps a part of large transfers alone', () => {
  const deposit = (amount: bigint, extra: object = {}) => ({
    walletAddress: wallet(),
    poolParameters: { ...inOrder(), chainId },
    independentToken: some(taxed, amount),
    ...extra,
  })
  const open = async (amount: bigint) => {
    const first = await lp.ok('/lp/create_classic', deposit(amount, { dependentToken: some(plain, amount) }))
    await lp.send(WALLET, first.create)
  }

  test('names its rate where much is deposited, and states no more liquidity than there will be', async () => {
    await open(UNIT)
    await turnOn()
    expect(codes(await lp.ok('/lp/create_classic', deposit(FREE)))).toEqual(['THIN_PAIR'])
    const answer = await lp.ok('/lp/create_classic', deposit(100n * UNIT))
    expect(codes(answer)).toEqual(['FEE_ON_TRANSFER', 'THIN_PAIR'])
    expect(answer.warnings[0].message).toMatch(/keeps 20 % of each transfer of this size/)
    const [{ tokenAddress, atLeast }] = answer.limits.receive
    const before = await lp.balance(tokenAddress, wallet())
    expect((await execute(lp, WALLET, answer)).status).toBe('mined')
    expect((await lp.balance(tokenAddress, wallet())) - before).toBeGreaterThanOrEqual(BigInt(atLeast))
  })

  test('is warned of when it opens the pair', async () => {
    await turnOn()
    const answer = await lp.ok('/lp/create_classic', deposit(100n * UNIT, { dependentToken: some(plain, UNIT) }))
    expect(codes(answer)).toEqual(['FEE_ON_TRANSFER', 'THIN_PAIR'])
  })

  test('is not held by the pool where much is withdrawn, and is where little is', async () => {
    await open(100n * UNIT)
    await turnOn()
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol: 'V2',
      chainId,
      poolParameters: { tokenAddressA: taxed, tokenAddressB: plain },
    })
    await approveEverything(lp, WALLET, [pools[0].poolReferenceIdentifier])
    const withdrawal = (liquidityPercentageToDecrease: number) => ({
      walletAddress: wallet(),
      chainId,
      protocol: 'V2',
      ...inOrder(),
      liquidityPercentageToDecrease,
    })
    const little = await lp.ok('/lp/decrease', withdrawal(5))
    expect(received(little, taxed).heldBy).toBe('pool')
    expect(codes(little)).toEqual([])
    const much = await lp.ok('/lp/decrease', withdrawal(50))
    expect(received(much, taxed).heldBy).toBeUndefined()
    expect(codes(much)).toEqual(['FEE_ON_TRANSFER'])
    await expectStated(little)
    await expectStated(much)
  })

  test('is not held by the pool either where a move of the price would make much of it', async () => {
    await open(100n * UNIT)
    await taxAbove(lp, taxed, { free: 51n * UNIT, tax: TAX })
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol: 'V2',
      chainId,
      poolParameters: { tokenAddressA: taxed, tokenAddressB: plain },
    })
    await approveEverything(lp, WALLET, [pools[0].poolReferenceIdentifier])
    const answer = await lp.ok('/lp/decrease', {
      walletAddress: wallet(),
      chainId,
      protocol: 'V2',
      ...inOrder(),
      liquidityPercentageToDecrease: 50,
      slippageTolerance: 5,
    })
    const { token0Address: token0, token1Address: token1 } = inOrder()
    const pool = { protocol: 'V2', token0, token1, fee: 3000, tickSpacing: 0 } as const
    await swap(lp, pool as never, [token0 === taxed ? 'token0' : 'token1', 4n * UNIT])
    const { status, paid } = await execute(lp, WALLET, answer)
    expect(status).toBe('mined')
    expect(-(paid.get(taxed) ?? 0n)).toBeLessThan(45n * UNIT)
    expect(received(answer, taxed).heldBy).toBeUndefined()
  })
})

describe.each(['V3', 'V4'] as const)(
  'a %s pool with a token that keeps a part of large transfers alone',
  (protocol) => {
    const creation = (amount: bigint) => ({
      walletAddress: wallet(),
      chainId,
      protocol,
      newPool: { ...inOrder(), fee: 3000, tickSpacing: 60, initialPrice: (1n << 96n).toString() },
      independentToken: some(taxed, amount),
      tickBounds: { tickLower: -6000, tickUpper: 6000 },
    })

    test('takes a small deposit, and refuses a large one that would revert', async () => {
      await turnOn()
      const small = await lp.ok('/lp/create', creation(UNIT))
      const large = await lp.post('/lp/create', creation(100n * UNIT))
      expect(large).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
      expect(large.body.message).toMatch(/keeps 20 % of each transfer of this size/)
      expect(large.body.details).toEqual([{ type: 'FEE_ON_TRANSFER', value: taxed }])
      expect((await execute(lp, WALLET, small)).status).toBe('mined')
    })

    test('refuses a large increase too, and one of the other token that needs much of this', async () => {
      const { create } = await lp.ok('/lp/create', creation(UNIT))
      const nftTokenId = mintedId(await lp.send(WALLET, create), create.to)
      await turnOn()
      const increase = (independentToken: object) =>
        lp.post('/lp/increase', {
          walletAddress: wallet(),
          chainId,
          protocol,
          ...inOrder(),
          nftTokenId,
          independentToken,
        })
      expect((await increase(some(taxed, UNIT))).status).toBe(200)
      for (const token of [taxed, plain]) {
        const { body } = await increase(some(token, 100n * UNIT))
        expect(body.details).toEqual([{ type: 'FEE_ON_TRANSFER', value: taxed }])
      }
    })

    test('states what a large withdrawal leaves, and does not call it held by the pool', async () => {
      const { create } = await lp.ok('/lp/create', creation(100n * UNIT))
      const nftTokenId = mintedId(await lp.send(WALLET, create), create.to)
      await turnOn()
      const withdrawal = (liquidityPercentageToDecrease: number) => ({
        walletAddress: wallet(),
        chainId,
        protocol,
        ...inOrder(),
        nftTokenId,
        liquidityPercentageToDecrease,
      })
      const little = await lp.ok('/lp/decrease', withdrawal(5))
      expect(received(little, taxed).heldBy).toBe('pool')
      const much = await lp.ok('/lp/decrease', withdrawal(50))
      expect(received(much, taxed).heldBy).toBeUndefined()
      expect(codes(much)).toEqual(['FEE_ON_TRANSFER'])
      await expectStated(little)
      await expectStated(much)
    })
  },
)

/** Every stated amount arrives, enforced or not. */
async function expectStated(answer: Body): Promise<void> {
  const before = await lp.devnet.snapshot()
  const { status, paid } = await execute(lp, WALLET, answer)
  expect(status).toBe('mined')
  for (const { tokenAddress, atLeast } of answer.limits.receive) {
    expect(-(paid.get(tokenAddress) ?? 0n)).toBeGreaterThanOrEqual(BigInt(atLeast))
  }
  await lp.devnet.revert(before)
}
