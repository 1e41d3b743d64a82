import { type Hex, parseUnits, toFunctionSelector, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FEE_TAKING_HOOK } from '#devnet/addresses.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import { httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { type Body, HOOK_RISKS, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

let lp: TestLp
let legacy: TestLp
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp()
  legacy = await startTestLp({ devnet: lp.devnet, facts: { feeModel: 'legacy' } })
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(async () => {
  await legacy[Symbol.asyncDispose]()
  await lp[Symbol.asyncDispose]()
})

const ACCOUNT = 7
const chainId = 4663
const address = (symbol: string) => lp.devnet.token(symbol).address
const wallet = () => lp.devnet.account(ACCOUNT).address

function creation(protocol: 'V3' | 'V4', extra: object = {}) {
  const pool =
    protocol === 'V3'
      ? lp.devnet.pool('V3', ['MOON', 'DUSD'], { fee: 10_000 })
      : lp.devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 })
  return {
    walletAddress: wallet(),
    chainId,
    protocol,
    existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
    independentToken: { tokenAddress: address('DUSD'), amount: parseUnits('50', 6).toString() },
    tickBounds: { tickLower: -887200, tickUpper: 887200 },
    simulateTransaction: true,
    ...extra,
  }
}

const classic = (extra: object = {}) => ({
  walletAddress: wallet(),
  poolParameters: { token0Address: address('MOON'), token1Address: address('DUSD'), chainId },
  independentToken: { tokenAddress: address('DUSD'), amount: parseUnits('50', 6).toString() },
  simulateTransaction: true,
  ...extra,
})

const requests: [string, string, (extra?: object) => object][] = [
  ['V2', '/lp/create_classic', classic],
  ['V3', '/lp/create', (extra) => creation('V3', extra)],
  ['V4', '/lp/create', (extra) => creation('V4', extra)],
]

test('a node that runs no transaction does not hide the quote', async () => {
  const pass = httpUpstream(lp.devnet.rpcUrl)
  const upstream: typeof pass = (method, params) =>
    params.length === 3 || method === 'eth_estimateGas'
      ? Promise.reject({ code: -32602, message: 'too many arguments, want at most 2' })
      : pass(method, params)
  const rpc = await startFaultRpc({ upstreams: [upstream] })
  const plain = await startTestLp({ devnet: lp.devnet, rpcUrl: () => rpc.url })
  for (const [, path, body] of requests) {
    const request = body({ includeApprovalSimulation: true, deadline: Math.floor(Date.now() / 1000) + 1000 })
    const answer = await plain.ok(path, request)
    const { create } = await lp.ok(path, { ...request, simulateTransaction: false, includeApprovalSimulation: false })
    expect(answer.create).toEqual(create)
    expect(answer.simulation).toMatchObject({ ok: false, code: 'SIMULATION_UNAVAILABLE' })
    expect(answer.simulation.message).toMatch(/Do not sign it; build it again/)
  }
  await plain[Symbol.asyncDispose]()
  await rpc.close()
})

describe('missing approvals', () => {
  test.each(requests)(
    '%s: without them the simulation fails, and the quote is there all the same',
    async (_protocol, path, body) => {
      const answer = await lp.ok(path, body())
      expect(answer.simulation).toMatchObject({ ok: false, code: 'TRANSFER_FROM_FAILED' })
      expect(answer.simulation.message.length).toBeGreaterThan(20)
      expect(answer.create.data.length).toBeGreaterThan(100)
      expect(answer).not.toHaveProperty('gasFee')
      expect(answer.create).not.toHaveProperty('gasLimit')
    },
  )

  test.each(requests)('%s: with includeApprovalSimulation they run first', async (_protocol, path, body) => {
    const answer = await lp.ok(path, body({ includeApprovalSimulation: true }))
    expect(answer.simulation).toEqual({ ok: true })
    expect(BigInt(answer.gasFee)).toBeGreaterThan(0n)
    expect(BigInt(answer.create.gasLimit)).toBeGreaterThan(100_000n)
    expect(answer.summary).toMatch(/Estimated network fee: [0-9.]+ ETH\.$/)
  })
})

describe('gas', () => {
  test('fields follow the urgency, and never both kinds come', async () => {
    const offers: bigint[] = []
    for (const urgency of ['NORMAL', 'FAST', 'URGENT', undefined]) {
      const { create } = await lp.ok('/lp/create_classic', classic({ includeApprovalSimulation: true, urgency }))
      expect(create).not.toHaveProperty('gasPrice')
      expect(BigInt(create.maxFeePerGas)).toBeGreaterThanOrEqual(BigInt(create.maxPriorityFeePerGas))
      offers.push(BigInt(create.maxFeePerGas))
    }
    const [normal = 0n, fast = 0n, urgent = 0n, unsaid] = offers
    expect(normal <= fast && fast <= urgent).toBe(true)
    expect(unsaid).toBe(urgent)
  })

  test('a chain of the old kind gets gasPrice alone', async () => {
    const { create, gasFee } = await legacy.ok('/lp/create_classic', classic({ includeApprovalSimulation: true }))
    expect(create).toHaveProperty('gasPrice')
    expect(create).not.toHaveProperty('maxFeePerGas')
    expect(create).not.toHaveProperty('maxPriorityFeePerGas')
    expect(BigInt(gasFee)).toBeGreaterThan(0n)
  })

  test('a chain that charges the limit costs the limit', async () => {
    await using charging = await startTestLp({ devnet: lp.devnet, facts: { chargesGasLimit: true } })
    const request = classic({ includeApprovalSimulation: true })
    const usual = await lp.ok('/lp/create_classic', request)
    const charged = await charging.ok('/lp/create_classic', request)
    expect(charged.create.gasLimit).toBe(usual.create.gasLimit)
    const gasUsed = ((Number(usual.create.gasLimit) - 50_000) * 100) / 120
    const ratio = Number(charged.gasFee) / Number(usual.gasFee)
    expect(ratio).toBeCloseTo(Number(usual.create.gasLimit) / gasUsed, 3)
  })

  test('the limit is above what the transaction takes, and not far above', async () => {
    for (const [, path, body] of requests) {
      const { create } = await lp.ok(path, body({ includeApprovalSimulation: true }))
      const protocol = path === '/lp/create_classic' ? 'V2' : (body() as Body).protocol
      const lpTokens = ['DUSD', 'MOON'].map((symbol) => ({
        tokenAddress: address(symbol),
        amount: parseUnits('5000', lp.devnet.token(symbol).decimals).toString(),
      }))
      await lp.approve(
        ACCOUNT,
        await lp.ok('/lp/check_approval', {
          walletAddress: wallet(),
          protocol,
          chainId,
          lpTokens,
          action: 'CREATE',
          generatePermitAsTransaction: true,
        }),
      )
      const { gasUsed } = await lp.send(ACCOUNT, create)
      const ratio = Number(create.gasLimit) / Number(gasUsed)
      expect(ratio).toBeGreaterThan(1.02)
      expect(ratio).toBeLessThan(1.8)
    }
  })
})

describe('reasons', () => {
  test('a hook that cannot take native currency rejects the liquidity, and is named', async () => {
    const initialPrice = SqrtPrice.fromRatio(parseUnits('6000', 18), parseUnits('1', 18))
    const newPool = {
      token0Address: zeroAddress,
      token1Address: address('MOON'),
      fee: 500,
      tickSpacing: 10,
      hooks: FEE_TAKING_HOOK,
      initialPrice: initialPrice.toString(),
    }
    const request = creation('V4', {
      existingPool: undefined,
      newPool,
      independentToken: { tokenAddress: zeroAddress, amount: '1000000000000000' },
      includeApprovalSimulation: true,
      simulateTransaction: true,
      tickBounds: { tickLower: 80_000, tickUpper: 95_000 },
      acceptRisks: HOOK_RISKS,
    })
    // The pool is initialised first: not in a transaction that carries value.
    const { details } = (await lp.post('/lp/create', request)).body
    const detail = (type: string) => details.find((found: { type: string }) => found.type === type).value
    await lp.devnet.send(ACCOUNT, { to: detail('to'), data: detail('data') })
    const { token0Address, token1Address } = newPool
    const existingPool = { token0Address, token1Address, poolReference: detail('poolReference') }
    const answer = await lp.ok('/lp/create', { ...request, newPool: undefined, existingPool })
    expect(answer.simulation).toMatchObject({ ok: false, code: 'POOL_REJECTS_LIQUIDITY' })
    expect(answer.simulation.message).toContain(FEE_TAKING_HOOK)
    expect(answer.simulation.message).toMatch(/native currency could not be sent/)
  })

  test('a permissioned pool rejects a wallet that is not admitted, and the hook is named', async () => {
    const pool = lp.devnet.pool('V4', ['KYC', 'DUSD'])
    const stranger = lp.devnet.account(12).address
    const grant = await lp.devnet.wallet(ACCOUNT).sendTransaction({ to: stranger, value: 1n })
    await lp.devnet.client.waitForTransactionReceipt({ hash: grant })
    const request = creation('V4', {
      walletAddress: stranger,
      existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
      independentToken: { tokenAddress: address('DUSD'), amount: '1' },
    })
    expect((await lp.post('/lp/create', request)).body.code).toBe('failed_precondition')
  })

  test('a fee-on-transfer token is refused by v3, and the reason says so', async () => {
    const [token0Address, token1Address] = [address('BURN'), address('DUSD')].sort((a, b) =>
      a.toLowerCase() < b.toLowerCase() ? -1 : 1,
    )
    const initialPrice = SqrtPrice.fromRatio(1n, 10n ** 12n)
    const isFirst = token0Address === address('BURN')
    const newPool = {
      token0Address,
      token1Address,
      fee: 3000,
      tickSpacing: 60,
      initialPrice: (isFirst ? initialPrice : SqrtPrice.fromRatio(10n ** 12n, 1n)).toString(),
    }
    const answer = await lp.post(
      '/lp/create',
      creation('V3', {
        existingPool: undefined,
        newPool,
        tickBounds: { tickLower: -887220, tickUpper: 887220 },
        independentToken: { tokenAddress: address('BURN'), amount: parseUnits('5', 18).toString() },
        includeApprovalSimulation: true,
      }),
    )
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([{ type: 'FEE_ON_TRANSFER', value: address('BURN') }])
  })

  test('the selectors it knows are those of the contracts', async () => {
    const names: Record<string, string> = {
      'MaximumAmountExceeded(uint128,uint128)': '0x31e30ad0',
      'MinimumAmountInsufficient(uint128,uint128)': '0x12816f22',
      'DeadlinePassed(uint256)': '0xbfb22adf',
      'NotApproved(address)': '0x0ca968d8',
      'DeltaNotNegative(address)': '0x3351b260',
      'DeltaNotPositive(address)': '0x4c085bf1',
      'PoolNotInitialized()': '0x486aa307',
      'CurrencyNotSettled()': '0x5212cba1',
      'AllowanceExpired(uint256)': '0xd81b2f2e',
      'InsufficientAllowance(uint256)': '0xf96fb071',
      'InvalidNonce()': '0x756688fe',
      'SignatureExpired(uint256)': '0xcd21db4f',
      'InvalidSigner()': '0x815e1d64',
      'TickLiquidityOverflow(int24)': '0xb8e3c385',
      'PoolAlreadyInitialized()': '0x7983c051',
      'HookAddressNotValid(address)': '0xe65af6a0',
      'TickSpacingTooSmall(int24)': '0xe9e90588',
      'TickSpacingTooLarge(int24)': '0xb70024f8',
      'LPFeeTooLarge(uint24)': '0x14002113',
      'CannotUpdateEmptyPosition()': '0xaefeb924',
      'SafeCastOverflow()': '0x93dafdf1',
    }
    const { explainRevert } = await import('#liquidity/answer/explainRevert.ts')
    for (const [name, selector] of Object.entries(names)) {
      expect(toFunctionSelector(name)).toBe(selector)
      expect(explainRevert(selector as Hex).code).not.toBe('SIMULATION_ERROR')
    }
  })
})

describe('a price that moves between the quote and the transaction', () => {
  const FEES = { V2: {}, V3: { fee: 10_000 }, V4: { fee: 3000 } }
  const swapIn = async (protocol: 'V2' | 'V3' | 'V4', dollars: string) => {
    const pool = lp.devnet.pool(protocol, ['MOON', 'DUSD'], FEES[protocol])
    expect(pool.token0).toBe(address('DUSD'))
    await lp.trade(pool, [parseUnits(dollars, 6), 10n ** 15n])
  }

  test.each(requests)(
    '%s: beyond the tolerance the transaction reverts, within it no more is taken than allowed',
    async (protocol, path, body) => {
      const lpTokens = ['DUSD', 'MOON'].map((symbol) => ({
        tokenAddress: address(symbol),
        amount: parseUnits('5000', lp.devnet.token(symbol).decimals).toString(),
      }))
      await lp.approve(
        ACCOUNT,
        await lp.ok('/lp/check_approval', {
          walletAddress: wallet(),
          protocol,
          chainId,
          lpTokens,
          action: 'CREATE',
          generatePermitAsTransaction: true,
        }),
      )
      const quote = await lp.ok(path, body({ slippageTolerance: 0.5 }))
      const before = await lp.devnet.snapshot()
      await swapIn(protocol as 'V2', '20000')
      await expect(lp.send(ACCOUNT, quote.create)).rejects.toThrow()
      await lp.devnet.revert(before)
      await swapIn(protocol as 'V2', '100')
      const paid = await lp.paid(ACCOUNT, [address('DUSD'), address('MOON')], () => lp.send(ACCOUNT, quote.create))
      const stated = [quote.token0 ?? quote.independentToken, quote.token1 ?? quote.dependentToken].map(
        ({ amount }: Body) => Number(amount),
      )
      for (const [index, amount] of paid.entries())
        expect(Math.abs(Number(amount) / (stated[index] ?? 1) - 1)).toBeLessThan(0.005)
    },
  )

  test('a transaction reverts after its deadline', async () => {
    const quote = await lp.ok('/lp/create_classic', classic({ deadline: Math.floor(Date.now() / 1000) + 100 }))
    await lp.devnet.setNextTimestamp(BigInt(Math.floor(Date.now() / 1000) + 200))
    await expect(lp.send(ACCOUNT, quote.create)).rejects.toThrow()
  })
})
