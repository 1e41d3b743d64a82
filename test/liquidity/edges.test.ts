import fc from 'fast-check'
import { type Hex, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { decode } from '#liquidity/calldata/decode.ts'
import * as Price from '#uniswap/Price.ts'
import * as Tick from '#uniswap/Tick.ts'
import { cases } from '../setup/cases.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

vi.setConfig({ testTimeout: 3_600_000 })

let lp: TestLp
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp()
  for (const protocol of ['V3', 'V4']) {
    const lpTokens = ['WETH', 'DUSD', 'MOON'].map((symbol) => ({
      tokenAddress: lp.devnet.token(symbol).address,
      amount: (10n ** 40n).toString(),
    }))
    const request = {
      walletAddress: wallet(),
      protocol,
      chainId,
      lpTokens,
      action: 'CREATE',
      generatePermitAsTransaction: true,
    }
    await lp.approve(ACCOUNT, await lp.ok('/lp/check_approval', request))
  }
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const ACCOUNT = 8
const chainId = 4663
const address = (symbol: string) => lp.devnet.token(symbol).address
const wallet = () => lp.devnet.account(ACCOUNT).address

type Protocol = 'V3' | 'V4'
const poolOf = (protocol: Protocol) =>
  protocol === 'V3'
    ? lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
    : lp.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })

function creation(protocol: Protocol, extra: object = {}): Body {
  const { token0, token1, reference } = poolOf(protocol)
  return {
    walletAddress: wallet(),
    chainId,
    protocol,
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token0, amount: parseUnits('0.5', 18).toString() },
    tickBounds: { tickLower: -198260, tickUpper: -194260 },
    ...extra,
  }
}

async function execute(request: Body): Promise<{ answer: Body; paid: bigint[] }> {
  const answer = await lp.ok('/lp/create', request)
  const { token0Address, token1Address } = request.existingPool ?? request.newPool
  const paid = await lp.paid(ACCOUNT, [token0Address, token1Address], () => lp.send(ACCOUNT, answer.create))
  expect(paid).toEqual([BigInt(answer.token0.amount), BigInt(answer.token1.amount)])
  return { answer, paid }
}

describe.each<Protocol>(['V3', 'V4'])('%s', (protocol) => {
  test('the refusal of a wallet that cannot pay has the same amounts as the answer for one that can', async () => {
    const broke = `0x${'dead'.padStart(40, '0')}`
    const { token1Address } = creation(protocol).existingPool
    for (const independentToken of [undefined, { tokenAddress: token1Address, amount: '1500000000' }]) {
      const request = creation(protocol, independentToken && { independentToken })
      const { token0, token1, limits } = await lp.ok('/lp/create', request)
      const sides = [token0, token1].map(({ amount }, index) => [amount, limits.pay[index].atMost])
      const [independent, dependent] = independentToken ? sides.toReversed() : sides
      const { body } = await lp.post('/lp/create', { ...request, walletAddress: broke })
      const detail = (name: string) => body.details.find(({ type }: { type: string }) => type === name)?.value
      expect([detail('independentAmount'), detail('independentAtMost')]).toEqual(independent)
      expect([detail('dependentAmount'), detail('dependentAtMost')]).toEqual(dependent)
    }
  })

  test('a range above the price takes token0 alone', async () => {
    const { paid } = await execute(creation(protocol, { tickBounds: { tickLower: -190000, tickUpper: -180000 } }))
    expect(paid[0]).toBeGreaterThan(0n)
    expect(paid[1]).toBe(0n)
  })

  test('a range below the price takes token1 alone', async () => {
    const independentToken = { tokenAddress: address('DUSD'), amount: '100000000' }
    const { paid } = await execute(
      creation(protocol, { tickBounds: { tickLower: -210000, tickUpper: -200000 }, independentToken }),
    )
    expect(paid[0]).toBe(0n)
    expect(paid[1]).toBeGreaterThan(0n)
  })

  test('a tolerance of zero succeeds when the price does not move', async () => {
    const { answer } = await execute(creation(protocol, { slippageTolerance: 0 }))
    expect(answer.slippage).toBe(0)
  })

  test('the whole range of ticks', async () => {
    const { answer } = await execute(creation(protocol, { tickBounds: { tickLower: Tick.MIN, tickUpper: Tick.MAX } }))
    expect([answer.tickLower, answer.tickUpper]).toEqual([-887270, 887270])
  })

  test('prices from nothing to everything give the whole range', async () => {
    const priceBounds = { minPrice: '0', maxPrice: '9'.repeat(60), quotedTokenAddress: address('DUSD') }
    const { answer } = await execute(creation(protocol, { tickBounds: undefined, priceBounds }))
    expect([answer.tickLower, answer.tickUpper]).toEqual([-887270, 887270])
  })

  test('the narrowest range around the price', async () => {
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol,
      chainId,
      poolReferences: [{ referenceIdentifier: poolOf(protocol).reference }],
    })
    const tickLower = Math.floor(pools[0].currentTick / 10) * 10
    await execute(
      creation(protocol, {
        tickBounds: { tickLower, tickUpper: tickLower + 10 },
        independentToken: { tokenAddress: address('DUSD'), amount: '50000000' },
      }),
    )
  })

  test('one unit', async () => {
    const independentToken = { tokenAddress: address('DUSD'), amount: '1' }
    await execute(creation(protocol, { independentToken, tickBounds: { tickLower: Tick.MIN, tickUpper: Tick.MAX } }))
  })

  test('a price quoted in either token snaps to the same range, and comes back in that token', async () => {
    const { token0, token1 } = poolOf(protocol)
    const inOne = {
      minPrice: Price.fromTick(-198263, 'token1'),
      maxPrice: Price.fromTick(-194256, 'token1'),
      quotedTokenAddress: token1,
    }
    const inZero = {
      minPrice: Price.fromTick(-194256, 'token0'),
      maxPrice: Price.fromTick(-198263, 'token0'),
      quotedTokenAddress: token0,
    }
    const first = await lp.ok('/lp/create', creation(protocol, { tickBounds: undefined, priceBounds: inOne }))
    const second = await lp.ok('/lp/create', creation(protocol, { tickBounds: undefined, priceBounds: inZero }))
    expect([first.tickLower, first.tickUpper]).toEqual([-198260, -194260])
    expect([second.tickLower, second.tickUpper]).toEqual([-198260, -194260])
    expect([first.adjustedMinPrice, first.adjustedMaxPrice]).toEqual([
      Price.fromTick(-198260, 'token1'),
      Price.fromTick(-194260, 'token1'),
    ])
    expect([second.adjustedMinPrice, second.adjustedMaxPrice]).toEqual([
      Price.fromTick(-194260, 'token0'),
      Price.fromTick(-198260, 'token0'),
    ])
    const again = await lp.ok(
      '/lp/create',
      creation(protocol, {
        tickBounds: undefined,
        priceBounds: {
          minPrice: second.adjustedMinPrice,
          maxPrice: second.adjustedMaxPrice,
          quotedTokenAddress: token0,
        },
      }),
    )
    expect([again.tickLower, again.tickUpper]).toEqual([-198260, -194260])
  })

  test('ticks between the usable ones go to the nearest', async () => {
    const { answer } = await execute(creation(protocol, { tickBounds: { tickLower: -198264, tickUpper: -194255 } }))
    expect([answer.tickLower, answer.tickUpper]).toEqual([-198260, -194250])
  })

  test('a dependent amount caps both sides', async () => {
    const dependentToken = { tokenAddress: address('DUSD'), amount: '100000000' }
    const { paid } = await execute(creation(protocol, { dependentToken }))
    expect(paid[1]).toBeLessThanOrEqual(100_000_000n)
    // v4 leaves room for the tolerance, so that a price that moves within it takes no more either.
    expect(paid[1]).toBeGreaterThan(protocol === 'V3' ? 99_990_000n : 99_700_000n)
    expect(paid[0]).toBeLessThan(parseUnits('0.1', 18))
  })

  test('the deadline sent is the deadline signed', async () => {
    const deadline = Math.floor(Date.now() / 1000) + 777
    const { create } = await lp.ok('/lp/create', creation(protocol, { deadline }))
    expect(decode(create.data).find(({ args }) => args['deadline'] !== undefined)?.args['deadline']).toBe(
      BigInt(deadline),
    )
    const before = Math.floor(Date.now() / 1000)
    const { create: unsaid } = await lp.ok('/lp/create', creation(protocol))
    const chosen = decode(unsaid.data).find(({ args }) => args['deadline'] !== undefined)?.args['deadline']
    expect(Number(chosen)).toBeGreaterThanOrEqual(before + 1800)
    expect(Number(chosen)).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 1800)
  })

  test('random positions move to the unit what was promised', async () => {
    const requests = fc.record({
      lower: fc.integer({ min: -60, max: 60 }),
      width: fc.integer({ min: 1, max: 300 }),
      bits: fc.integer({ min: 20, max: 60 }),
      first: fc.boolean(),
      slippage: fc.constantFrom(0, 0.01, 0.5, 10),
    })
    await fc.assert(
      fc.asyncProperty(requests, async ({ lower, width, bits, first, slippage }) => {
        const before = await lp.devnet.snapshot()
        const tickLower = -196250 + lower * 10
        const { token0, token1 } = poolOf(protocol)
        const amount = first ? 1n << BigInt(bits) : 1n << BigInt(Math.floor(bits / 2) + 4)
        const independentToken = { tokenAddress: first ? token0 : token1, amount: amount.toString() }
        const request = creation(protocol, {
          independentToken,
          slippageTolerance: slippage,
          tickBounds: { tickLower, tickUpper: tickLower + width * 10 },
        })
        const probe = await lp.post('/lp/create', request)
        // A token that the range does not take, or an amount above the balance, is refused with the reason.
        if (probe.status === 200) await execute(request)
        else expect(probe.body.code).toMatch(/invalid_argument|failed_precondition/)
        await lp.devnet.revert(before)
      }),
      { numRuns: cases(40) },
    )
  })
})

describe('native ETH and the balance', () => {
  const native = (whole: string) => ({ tokenAddress: zeroAddress, amount: parseUnits(whole, 18).toString() })

  test('a tolerance costs balance on v4, so its default is small', async () => {
    const { slippage, create, token0 } = await lp.ok('/lp/create', creation('V4'))
    expect(slippage).toBe(0.05)
    expect(BigInt(create.value)).toBeGreaterThan(BigInt(token0.amount))
  })

  test('nativeTokenBalance shrinks the tolerance until its maximum fits', async () => {
    const plain = await lp.ok('/lp/create', creation('V4'))
    const exact = await lp.ok('/lp/create', creation('V4', { slippageTolerance: 0 }))
    const [least, most] = [BigInt(exact.token0.amount), BigInt(plain.create.value)]
    // Gas is set aside in addition to the deposit.
    const middle = (least + most) / 2n + 8n * 10n ** 14n
    const roomy = await lp.ok('/lp/create', creation('V4', { nativeTokenBalance: (most * 2n).toString() }))
    expect(roomy.slippage).toBe(0.05)
    const tight = await lp.ok('/lp/create', creation('V4', { nativeTokenBalance: middle.toString() }))
    expect(tight.slippage).toBeLessThan(0.05)
    expect(tight.slippage).toBeGreaterThan(0)
    expect(BigInt(tight.create.value)).toBeLessThanOrEqual(middle)
    expect(BigInt(tight.create.value)).toBeGreaterThan(least)
    await execute(creation('V4', { nativeTokenBalance: middle.toString() }))
    const none = await lp.ok('/lp/create', creation('V4', { nativeTokenBalance: least.toString() }))
    expect(none.slippage).toBe(0)
  })

  test('a tolerance that the balance cannot carry is refused, and a smaller one is not', async () => {
    await lp.devnet.client.setBalance({ address: wallet(), value: parseUnits('21', 18) })
    const request = creation('V4', {
      independentToken: native('20'),
      tickBounds: { tickLower: -196500, tickUpper: -196000 },
    })
    const answer = await lp.post('/lp/create', { ...request, slippageTolerance: 100 })
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.details[0]).toEqual({ type: 'INSUFFICIENT_LIQUIDITY', value: zeroAddress })
    expect((await lp.post('/lp/create', { ...request, slippageTolerance: 0.01 })).status).toBe(200)
    expect(
      (
        await lp.ok('/lp/create', {
          ...request,
          slippageTolerance: 100,
          nativeTokenBalance: parseUnits('21', 18).toString(),
        })
      ).slippage,
    ).toBeLessThan(100)
  })

  test.each(['V3', 'V4'] as const)('%s: a nativeTokenBalance below the need is refused', async (protocol) => {
    const { token1, reference } = lp.devnet.pool(protocol, [protocol === 'V3' ? 'WETH' : 'ETH', 'DUSD'], { fee: 500 })
    const existingPool = { token0Address: zeroAddress, token1Address: token1, poolReference: reference }
    const request = creation(protocol, { existingPool, independentToken: native('0.5') })
    for (const nativeTokenBalance of ['0', parseUnits('0.4', 18).toString()]) {
      const answer = await lp.post('/lp/create', { ...request, nativeTokenBalance })
      expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
      expect(answer.body.message).toMatch(/^The wallet has 0(\.4)? ETH, but needs 0\.(49999|5)\d* ETH/)
    }
  })

  test('a native payment is named native even if the pool holds it wrapped', async () => {
    const pair = { token0Address: zeroAddress, token1Address: address('DUSD') }
    const { reference } = lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
    const v3 = creation('V3', { existingPool: { ...pair, poolReference: reference }, independentToken: native('0.5') })
    expect((await lp.ok('/lp/create', v3)).summary).toMatch(/: pay 0\.(49999\d*|5) ETH and /)
    const v2 = { walletAddress: wallet(), poolParameters: { ...pair, chainId }, independentToken: native('0.5') }
    expect((await lp.ok('/lp/create_classic', v2)).summary).toMatch(/: pay 0\.(49999\d*|5) ETH and /)
    const short = await lp.post('/lp/create_classic', { ...v2, independentToken: native('90000') })
    expect(short.body.message).toMatch(/^The wallet has [0-9.]+ ETH, but needs (90000|89999\.9\d*) ETH/)
  })

  test('native ETH that v3 does not need comes back in the same transaction', async () => {
    const pool = lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
    const request = creation('V3', {
      existingPool: { token0Address: zeroAddress, token1Address: pool.token1, poolReference: pool.reference },
      independentToken: native('0.5'),
    })
    const answer = await lp.ok('/lp/create', request)
    expect(answer.token0.tokenAddress).toBe(address('WETH'))
    expect(decode(answer.create.data).map(({ name }) => name)).toEqual(['mint', 'refundETH'])
    const paid = await lp.paid(ACCOUNT, [zeroAddress, pool.token1], () => lp.send(ACCOUNT, answer.create))
    expect(paid).toEqual([BigInt(answer.token0.amount), BigInt(answer.token1.amount)])
  })
})

test('a withdrawal from a pair names the token that arrives: wrapped, or native on request', async () => {
  const weth = address('WETH')
  const pair = { token0Address: zeroAddress, token1Address: address('DUSD') }
  const request = { walletAddress: lp.devnet.account(0).address, chainId, protocol: 'V2', ...pair }
  for (const [withdrawAsWeth, arriving] of [
    [undefined, weth],
    [true, weth],
    [false, zeroAddress],
  ]) {
    const answer = await lp.ok('/lp/decrease', { ...request, liquidityPercentageToDecrease: 1, withdrawAsWeth })
    expect(answer.token0.tokenAddress).toBe(arriving)
  }
})

test('an answer is good for thirty seconds', async () => {
  const before = Date.now()
  const { expiresAt } = await lp.ok('/lp/create', creation('V3'))
  expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 30_000)
  expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 31_000)
})

test('a new pool of a permissioned token is left to the permissioned position manager', async () => {
  const [token0Address, token1Address] = [address('KYC'), address('DUSD')].sort((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  )
  const isFirst = token0Address === address('DUSD')
  const { create } = await lp.ok('/lp/create', {
    walletAddress: wallet(),
    chainId,
    protocol: 'V4',
    newPool: { token0Address, token1Address, fee: 500, tickSpacing: 10, initialPrice: (1n << 96n).toString() },
    // Out of range, on the side that takes only the plain token.
    tickBounds: isFirst ? { tickLower: 100, tickUpper: 200 } : { tickLower: -200, tickUpper: -100 },
    independentToken: { tokenAddress: address('DUSD'), amount: '1000000' },
  })
  expect(create.to).toBe(lp.devnet.description.contracts.v4PermissionedPositionManager)
})

test('a v4 position that was emptied has paid its fees, and says so', async () => {
  const own = { walletAddress: lp.devnet.account(0).address, chainId, protocol: 'V4' }
  const names = { token0Address: zeroAddress, token1Address: address('DUSD') }
  const all = { ...own, ...names, nftTokenId: '2', liquidityPercentageToDecrease: 100 }
  await lp.send(0, (await lp.ok('/lp/decrease', all)).decrease)
  const answer = await lp.post('/lp/claim_fees', { ...own, tokenId: '2' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
  expect(answer.body.message).toMatch(/its fees were paid when it was emptied/)
})

test('burn at 100 percent removes the position itself', async () => {
  for (const protocol of ['V3', 'V4'] as const) {
    const owner = lp.devnet.account(0).address
    const { body } = await lp.get(`/api/liquidity/positions?owner=${owner}&chainId=${chainId}`)
    const position = body.positions.find((own: Body) => own.protocol === protocol)
    const request = {
      walletAddress: owner,
      chainId,
      protocol,
      token0Address: position.token0.address,
      token1Address: position.token1.address,
      nftTokenId: position.tokenId,
      liquidityPercentageToDecrease: 100,
      burn: true,
    }
    const answer = await lp.ok('/lp/decrease', request)
    const tokens = [position.token0.address, position.token1.address]
    const paid = await lp.paid(0, tokens, () => lp.send(0, answer.decrease))
    const { token0, token1 } = answer.uncollectedFees
    expect(paid).toEqual([
      -BigInt(answer.token0.amount) - BigInt(token0.amount),
      -BigInt(answer.token1.amount) - BigInt(token1.amount),
    ])
    expect(
      await lp.post('/lp/claim_fees', { walletAddress: owner, chainId, protocol, tokenId: position.tokenId }),
    ).toMatchObject({ status: 404 })
  }
})
