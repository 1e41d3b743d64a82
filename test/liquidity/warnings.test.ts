import { type Address, type Hex, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveEverything, execute } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Warnings name risks that remain although every limit holds. */

const WALLET = 5
const chainId = 4663

let lp: TestLp
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp({ acceptRisks: ['FEE_ON_TRANSFER', 'PRICE_OFF_MARKET'] })
  await approveEverything(lp, WALLET, [token('DUSD'), token('MOON'), token('WETH'), token('BURN'), token('USDX')])
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const token = (symbol: string): Address => (symbol === 'ETH' ? zeroAddress : lp.devnet.token(symbol).address)
const some = (symbol: string, whole: string) => ({
  tokenAddress: token(symbol),
  amount: parseUnits(whole, symbol === 'ETH' ? 18 : lp.devnet.token(symbol).decimals).toString(),
})
const walletAddress = () => lp.devnet.account(WALLET).address
const codes = ({ warnings }: Body) =>
  warnings.map(({ code }: Body) => code).filter((code: string) => code !== 'UNLISTED_TOKEN')
const inOrder = (first: string, second: string) => {
  const [token0Address, token1Address] = [token(first), token(second)].sort((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  )
  return { token0Address, token1Address }
}

describe('a token that keeps a percent of each transfer', () => {
  test('is warned of with its rate when it goes into a v2 pair, and its amounts are not marked enforced', async () => {
    const pool = lp.devnet.pool('V2', ['WETH', 'BURN'])
    const names = { token0Address: pool.token0, token1Address: pool.token1 }
    const answer = await lp.ok('/lp/create_classic', {
      walletAddress: walletAddress(),
      poolParameters: { ...names, chainId },
      independentToken: some('BURN', '100'),
      simulateTransaction: true,
    })
    expect(codes(answer)).toEqual(['FEE_ON_TRANSFER'])
    expect(answer.warnings[0].message).toMatch(/^BURN \(0x.*\) keeps 1 % of each transfer/)
    expect(answer.simulation).toEqual({ ok: true })
    const { paid } = await execute(lp, WALLET, answer)
    const pair = answer.limits.receive[0]
    expect(pair).toMatchObject({ tokenAddress: pool.reference, enforced: false })
    expect(-(paid.get(pool.reference as Address) ?? 0n)).toBeGreaterThanOrEqual(BigInt(pair.atLeast))
  })

  test('arrives reduced as stated when it is withdrawn', async () => {
    const pool = lp.devnet.pool('V2', ['WETH', 'BURN'])
    const names = { token0Address: pool.token0, token1Address: pool.token1 }
    const request = { walletAddress: walletAddress(), chainId, protocol: 'V2', ...names }
    const deposit = await lp.ok('/lp/increase', { ...request, independentToken: some('BURN', '100') })
    await execute(lp, WALLET, deposit)
    await approveEverything(lp, WALLET, [pool.reference as Address])
    const answer = await lp.ok('/lp/decrease', {
      ...request,
      liquidityPercentageToDecrease: 100,
      slippageTolerance: 0,
      simulateTransaction: true,
    })
    expect(codes(answer)).toEqual(['FEE_ON_TRANSFER'])
    expect(answer.simulation).toEqual({ ok: true })
    const { paid } = await execute(lp, WALLET, answer)
    for (const { tokenAddress, atLeast, enforced } of answer.limits.receive) {
      expect(enforced).toBe(tokenAddress !== token('BURN'))
      expect(-(paid.get(tokenAddress) ?? 0n)).toBeGreaterThanOrEqual(BigInt(atLeast))
    }
  })

  test.each(['V3', 'V4'] as const)('is refused for %s, which cannot hold it', async (protocol) => {
    const answer = await lp.post('/lp/create', {
      walletAddress: walletAddress(),
      chainId,
      protocol,
      newPool: { ...inOrder('BURN', 'DUSD'), fee: 3000, tickSpacing: 60, initialPrice: (1n << 96n).toString() },
      independentToken: some('BURN', '100'),
      tickBounds: { tickLower: -600, tickUpper: 600 },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/keeps 1 % of each transfer/)
    expect(answer.body.details).toEqual([{ type: 'FEE_ON_TRANSFER', value: token('BURN') }])
  })
})

describe('a starting price', () => {
  // A dollar has 6 digits and an ETH 18; the market says 3,000.
  const priceOf = (dollars: number, first: boolean) => {
    const ratio = (dollars * 1e6) / 1e18
    return BigInt(Math.round(Math.sqrt(first ? ratio : 1 / ratio) * 2 ** 96)).toString()
  }
  const creation = (protocol: 'V3' | 'V4', dollars: number) => {
    const names = inOrder(protocol === 'V3' ? 'WETH' : 'ETH', 'DUSD')
    const first = names.token1Address === token('DUSD')
    return {
      walletAddress: walletAddress(),
      chainId,
      protocol,
      newPool: { ...names, fee: 10_000, tickSpacing: 200, initialPrice: priceOf(dollars, first) },
      independentToken: some('DUSD', '100'),
      tickBounds: { tickLower: -887_200, tickUpper: 887_200 },
    }
  }

  test.each(['V3', 'V4'] as const)(
    'far from the market of a new %s pool is warned of with both prices',
    async (protocol) => {
      expect(codes(await lp.ok('/lp/create', creation(protocol, 3000)))).toEqual([])
      for (const dollars of [2000, 4500]) {
        const answer = await lp.ok('/lp/create', creation(protocol, dollars))
        expect(codes(answer)).toEqual(['PRICE_OFF_MARKET'])
        expect(answer.warnings[0].message).toMatch(/The starting price of .* % off the .* of the V[234] (pool|pair) 0x/)
      }
    },
  )

  test('far from the market of a new v2 pair is warned of too, once there is a market', async () => {
    const first = (whole: string) => ({
      walletAddress: walletAddress(),
      poolParameters: { ...inOrder('WETH', 'USDX'), chainId },
      independentToken: some('WETH', '1'),
      dependentToken: some('USDX', whole),
    })
    expect(codes(await lp.ok('/lp/create_classic', first('1500')))).toEqual(['THIN_PAIR'])
    const pool = lp.devnet.pool('V3', ['WETH', 'USDX'])
    const market = await lp.ok('/lp/create', {
      walletAddress: walletAddress(),
      chainId,
      protocol: 'V3',
      existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
      independentToken: some('WETH', '1'),
      tickBounds: { tickLower: -887_220, tickUpper: 887_220 },
    })
    expect((await execute(lp, WALLET, market)).status).toBe('mined')
    expect(codes(await lp.ok('/lp/create_classic', first('3000')))).toEqual(['THIN_PAIR'])
    expect(codes(await lp.ok('/lp/create_classic', first('1500')))).toEqual(['PRICE_OFF_MARKET', 'THIN_PAIR'])
  })
})

describe('a field', () => {
  const classic = (extra: object) => ({
    walletAddress: walletAddress(),
    poolParameters: { ...inOrder('MOON', 'DUSD'), chainId },
    independentToken: some('DUSD', '10'),
    ...extra,
  })

  test('that is unknown is refused, and the nearest known one is named', async () => {
    const answer = await lp.post('/lp/create_classic', classic({ slippage: 1 }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
    expect(answer.body.message).toBe('slippage is not a known field; send slippageTolerance instead.')
    expect(answer.body.details).toEqual([{ type: 'field', value: 'slippage' }])
  })

  test('of another liquidity path is ignored and named in the warnings', async () => {
    const answer = await lp.ok('/lp/create_classic', classic({ protocol: 'V2' }))
    expect(codes(answer)).toEqual(['FIELD_IGNORED'])
    expect(answer.warnings[0].message).toMatch(/^protocol belongs to another path/)
  })

  test('that caps the other token is honoured on increase', async () => {
    const { independentToken } = classic({})
    const increase = {
      walletAddress: walletAddress(),
      protocol: 'V2',
      ...inOrder('MOON', 'DUSD'),
      chainId,
      independentToken,
    }
    const cap = some('MOON', '1')
    const answer = await lp.ok('/lp/increase', { ...increase, dependentToken: cap })
    const moon = [answer.token0, answer.token1].find(({ tokenAddress }: Body) => tokenAddress === cap.tokenAddress)
    expect(BigInt(moon.amount)).toBeLessThanOrEqual(BigInt(cap.amount))
  })

  test.each(['deadline', 'slippageTolerance', 'nativeTokenBalance', 'dependentToken'])(
    'that limits money is refused where it cannot be kept: %s of a claim',
    async (field) => {
      const claim = { walletAddress: walletAddress(), chainId, protocol: 'V3', tokenId: '2', [field]: 1 }
      const { status, body } = await lp.post('/lp/claim_fees', claim)
      expect([status, body.message]).toEqual([400, `${field} is a limit that this path cannot enforce; leave it out.`])
    },
  )

  test.each([
    ['newPool.hook', { hook: zeroAddress }],
    ['newPool.extra', { extra: 1 }],
  ])('inside an object is refused as well: %s', async (_name, extra) => {
    const pool = { ...inOrder('MOON', 'DUSD'), fee: 3000, tickSpacing: 60, initialPrice: (1n << 96n).toString() }
    const { status, body } = await lp.post('/lp/create', {
      walletAddress: walletAddress(),
      chainId,
      protocol: 'V4',
      newPool: { ...pool, ...extra },
      independentToken: some('DUSD', '10'),
      tickBounds: { tickLower: -60, tickUpper: 60 },
    })
    expect([status, body.code]).toEqual([400, 'invalid_argument'])
  })

  test('that is null counts as absent', async () => {
    const nothing = { dependentToken: null, slippageTolerance: null, deadline: null, simulateTransaction: null }
    const answer = await lp.ok('/lp/create_classic', classic(nothing))
    expect([answer.slippage, answer.warnings]).toEqual([0.5, []])
  })
})
