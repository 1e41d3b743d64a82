import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deployWilfulToken, spare, taxAbove } from '../setup/liquidity/hostilePools.ts'
import { approveEverything, execute } from '../setup/liquidity/limits.ts'
import { type Body, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** A token that exempts its creator: the creator's answers must not be reused for other wallets. */

const VICTIM = 5
const THIEF = 19
const chainId = 4663
const UNIT = 10n ** 18n
const TAX = 2_000
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

let lp: TestLp
let taxed: Address
let plain: Address
beforeAll(async () => {
  lp = await startTestLp({ acceptRisks: ['FEE_ON_TRANSFER'] })
})
beforeEach(async () => {
  taxed = await deployWilfulToken(lp, [VICTIM, THIEF])
  plain = await deployWilfulToken(lp, [VICTIM, THIEF])
  for (const account of [VICTIM, THIEF]) await approveEverything(lp, account, [taxed, plain])
  await spare(lp, taxed, lp.devnet.account(THIEF).address)
})
afterAll(() => lp[Symbol.asyncDispose]())

const addressOf = (account: number) => lp.devnet.account(account).address
const some = (tokenAddress: Address, amount: bigint) => ({ tokenAddress, amount: amount.toString() })
const inOrder = () => {
  const [token0Address, token1Address] = [taxed, plain].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  return { token0Address, token1Address }
}
const codes = ({ warnings }: Body) =>
  warnings.map(({ code }: Body) => code).filter((code: string) => code !== 'UNLISTED_TOKEN')
const received = ({ limits }: Body, token: Address) =>
  limits.receive.find(({ tokenAddress }: Body) => tokenAddress === token)
const withdrawal = (account: number, fields: object) => ({
  walletAddress: addressOf(account),
  chainId,
  ...inOrder(),
  liquidityPercentageToDecrease: 50,
  ...fields,
})

async function referenceOf(protocol: 'V2' | 'V3' | 'V4'): Promise<Address> {
  const pair = { tokenAddressA: taxed, tokenAddressB: plain }
  const poolParameters = protocol === 'V2' ? pair : { ...pair, fee: 3000, tickSpacing: 60 }
  const { pools } = await lp.ok('/lp/pool_info', { protocol, chainId, poolParameters })
  return pools[0].poolReferenceIdentifier
}

/** Stated amounts arrive, and a taxed amount is not called enforced. */
async function expectHonest(answer: Body): Promise<void> {
  const { paid, status } = await execute(lp, VICTIM, answer)
  expect(status).toBe('mined')
  expect(received(answer, taxed).enforced).toBe(false)
  expect(codes(answer)).toContain('FEE_ON_TRANSFER')
  expect(-(paid.get(taxed) ?? 0n)).toBeGreaterThanOrEqual(BigInt(received(answer, taxed).atLeast))
}

describe('an account that a token spares does not hide its tax from others', () => {
  test('in a deposit into a v2 pair, nor in a withdrawal from it', async () => {
    const deposit = (account: number, amount: bigint, extra: object = {}) => ({
      walletAddress: addressOf(account),
      poolParameters: { ...inOrder(), chainId },
      independentToken: some(taxed, amount),
      ...extra,
    })
    const first = await lp.ok(
      '/lp/create_classic',
      deposit(THIEF, 100n * UNIT, { dependentToken: some(plain, 100n * UNIT) }),
    )
    await lp.send(THIEF, first.create)
    await taxAbove(lp, taxed, { free: UNIT, tax: TAX })
    expect(codes(await lp.ok('/lp/create_classic', deposit(THIEF, 50n * UNIT)))).toEqual([])
    const answer = await lp.ok('/lp/create_classic', deposit(VICTIM, 50n * UNIT))
    expect(codes(answer)).toEqual(['FEE_ON_TRANSFER'])
    await lp.send(VICTIM, answer.create)
    const pair = await referenceOf('V2')
    for (const account of [VICTIM, THIEF]) await approveEverything(lp, account, [pair])
    expect(received(await lp.ok('/lp/decrease', withdrawal(THIEF, { protocol: 'V2' })), taxed).heldBy).toBe('pool')
    await expectHonest(await lp.ok('/lp/decrease', withdrawal(VICTIM, { protocol: 'V2' })))
  })

  test.each(['V3', 'V4'] as const)('in a withdrawal from a %s pool', async (protocol) => {
    const creation = (account: number) => ({
      walletAddress: addressOf(account),
      chainId,
      protocol,
      independentToken: some(taxed, 100n * UNIT),
      tickBounds: { tickLower: -6000, tickUpper: 6000 },
    })
    const newPool = { ...inOrder(), fee: 3000, tickSpacing: 60, initialPrice: (1n << 96n).toString() }
    const first = await lp.ok('/lp/create', { ...creation(VICTIM), newPool })
    const ofVictim = mintedId(await lp.send(VICTIM, first.create), first.create.to)
    const existingPool = { ...inOrder(), poolReference: await referenceOf(protocol) }
    const second = await lp.ok('/lp/create', { ...creation(THIEF), existingPool })
    const ofThief = mintedId(await lp.send(THIEF, second.create), second.create.to)
    await taxAbove(lp, taxed, { free: 0n, tax: TAX })
    const spared = await lp.ok('/lp/decrease', withdrawal(THIEF, { protocol, nftTokenId: ofThief }))
    expect(received(spared, taxed).heldBy).toBe('pool')
    await expectHonest(await lp.ok('/lp/decrease', withdrawal(VICTIM, { protocol, nftTokenId: ofVictim })))
  })
})
