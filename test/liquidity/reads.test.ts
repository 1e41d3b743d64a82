import { ChainId, Token } from '@uniswap/sdk-core'
import { computePoolAddress, FeeAmount } from '@uniswap/v3-sdk'
import { parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { v3PoolAddress } from '#liquidity/pools/poolAddress.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

const chainId = 4663
const HOLDER = 0
let devnet: TestDevnet
let rpc: FaultRpc
let lp: TestLp
let keeping: TestLp
let withoutLens: TestLp

beforeAll(async () => {
  devnet = await startTestDevnet()
  rpc = await startFaultRpc({ upstreams: [httpUpstream(devnet.rpcUrl)] })
  const rpcUrl = () => rpc.url
  const acceptRisks = ['PRICE_OFF_MARKET'] as const
  lp = await startTestLp({ devnet, rpcUrl, acceptRisks })
  // The clock does not advance, so cached reads stay fresh on a slow machine.
  const clock = { now: () => 0, date: Date.now, random: Math.random }
  keeping = await startTestLp({ devnet, rpcUrl, acceptRisks, clock, facts: { blockTimeMs: 1000 } })
  withoutLens = await startTestLp({ devnet, rpcUrl, acceptRisks, facts: { hasStateOverrides: false } })
  // The first contact with a provider also asks which chain it serves.
  for (const service of [lp, keeping, withoutLens]) await service.ok('/lp/pool_info', poolInfoV3())
  // Measured transfer fees are cached for the ten minutes that begin here.
  for (const { now } of [lp, keeping, withoutLens]) now.offsetMs = -(Date.now() % 600_000)
  // The first deposit and the first withdrawal of so much of a token also measure whether all of it arrives.
  for (const service of [lp, keeping]) for (const [, [path, body]] of requests) await service.ok(path, body())
})
beforeEach(() => rpc.reset())
afterAll(async () => {
  for (const service of [lp, keeping, withoutLens]) await service[Symbol.asyncDispose]()
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

type Request = [path: string, body: () => object]

const wallet = () => devnet.account(HOLDER).address
const address = (symbol: string) => devnet.token(symbol).address

// Round trips of reads are counted apart from those of the simulation.
const unsimulated = { simulateTransaction: false }

function poolInfoV3() {
  return { protocol: 'V3', chainId, poolParameters: { tokenAddressA: address('WETH'), tokenAddressB: address('DUSD') } }
}

function v4(symbols: [string, string], fee: number, extra: object = {}) {
  const { token0, token1, reference } = devnet.pool('V4', symbols, { fee })
  return {
    walletAddress: wallet(),
    chainId,
    protocol: 'V4',
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token0, amount: token0 === zeroAddress ? '1000000000000' : '1000000' },
    tickBounds: { tickLower: -887200, tickUpper: 887200 },
    ...unsimulated,
    ...extra,
  }
}

function v3(extra: object = {}) {
  const { token0, token1, reference } = devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
  return {
    walletAddress: wallet(),
    chainId,
    protocol: 'V3',
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token1, amount: '100000000' },
    tickBounds: { tickLower: -887270, tickUpper: 887270 },
    ...unsimulated,
    ...extra,
  }
}

// The holder's seeded positions: number 2 is its first on v3 and on v4.
const onV3 = () => ({
  walletAddress: wallet(),
  chainId,
  protocol: 'V3',
  token0Address: address('WETH'),
  token1Address: address('DUSD'),
  nftTokenId: '2',
  ...unsimulated,
})
const onV4 = () => ({
  walletAddress: wallet(),
  chainId,
  protocol: 'V4',
  token0Address: zeroAddress,
  token1Address: address('DUSD'),
  nftTokenId: '2',
  ...unsimulated,
})
const claimOf = (protocol: string) => ({ walletAddress: wallet(), chainId, protocol, tokenId: '2', ...unsimulated })
const onV2 = () => ({ walletAddress: wallet(), chainId, protocol: 'V2', ...pairOfV2(), ...unsimulated })
const pairOfV2 = () => ({
  token0Address: address('DUSD') < address('MOON') ? address('DUSD') : address('MOON'),
  token1Address: address('DUSD') < address('MOON') ? address('MOON') : address('DUSD'),
})
const dusd = (whole: string) => ({ tokenAddress: address('DUSD'), amount: parseUnits(whole, 6).toString() })

const requests: [string, Request][] = [
  ['create v3', ['/lp/create', () => v3()]],
  [
    'create v3 in a new pool',
    [
      '/lp/create',
      () => ({
        ...v3(),
        existingPool: undefined,
        newPool: {
          ...v3().existingPool,
          poolReference: undefined,
          fee: 10_000,
          tickSpacing: 200,
          initialPrice: (1n << 96n).toString(),
        },
        tickBounds: { tickLower: -200, tickUpper: 200 },
      }),
    ],
  ],
  ['create v4', ['/lp/create', () => v4(['MOON', 'DUSD'], 3000)]],
  ['create v4 with native ETH', ['/lp/create', () => v4(['ETH', 'DUSD'], 500)]],
  [
    'create v4 with a native balance',
    ['/lp/create', () => v4(['ETH', 'DUSD'], 500, { nativeTokenBalance: '1000000000000000000' })],
  ],
  ['create v4 in a usual pool without a mint', ['/lp/create', () => v4(['ETH', 'USDX'], 3000)]],
  [
    'create v2',
    [
      '/lp/create_classic',
      () => ({
        walletAddress: wallet(),
        poolParameters: { ...pairOfV2(), chainId },
        independentToken: dusd('5'),
        ...unsimulated,
      }),
    ],
  ],
  ['increase v2', ['/lp/increase', () => ({ ...onV2(), independentToken: dusd('5') })]],
  ['increase v3', ['/lp/increase', () => ({ ...onV3(), independentToken: dusd('5') })]],
  ['increase v4', ['/lp/increase', () => ({ ...onV4(), independentToken: dusd('5') })]],
  ['decrease v2', ['/lp/decrease', () => ({ ...onV2(), liquidityPercentageToDecrease: 10 })]],
  ['decrease v3', ['/lp/decrease', () => ({ ...onV3(), liquidityPercentageToDecrease: 10 })]],
  ['decrease v4', ['/lp/decrease', () => ({ ...onV4(), liquidityPercentageToDecrease: 10 })]],
  ['claim v3', ['/lp/claim_fees', () => claimOf('V3')]],
  ['claim v4', ['/lp/claim_fees', () => claimOf('V4')]],
  ['pool_info by parameters', ['/lp/pool_info', poolInfoV3]],
  [
    'pool_info of a hundred references',
    [
      '/lp/pool_info',
      () => {
        const { reference } = devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
        return {
          protocol: 'V4',
          chainId,
          pageSize: 100,
          poolReferences: Array.from({ length: 100 }, () => ({ referenceIdentifier: reference })),
        }
      },
    ],
  ],
]

// The sibling pools are read at the same time, for their prices.
const readsMarket = ([path]: (typeof requests)[number][1]) => /create|increase/.test(path)

describe('one round trip to the node', () => {
  test.each(requests)('%s', async (_name, [path, body]) => {
    await lp.ok(path, body())
    expect(rpc.count.exchanges).toBe(readsMarket([path, body]) ? 2 : 1)
  })

  test.each(requests.slice(0, 15))('%s, and one more for the simulation with its fees', async (_name, [path, body]) => {
    await lp.ok(path, { ...body(), simulateTransaction: true })
    expect(rpc.count.exchanges).toBe(readsMarket([path, body]) ? 3 : 2)
  })

  test.each(requests)('%s: none while the state is in hand', async (_name, [path, body]) => {
    await keeping.ok(path, body())
    rpc.reset()
    await keeping.ok(path, body())
    expect(rpc.count.exchanges).toBe(0)
  })

  test('five hundred equal requests at once share it', async () => {
    const unread = v4(['MOON', 'DUSD'], 3000, { walletAddress: devnet.account(7).address })
    const answers = await Promise.all(Array.from({ length: 500 }, () => keeping.post('/lp/create', unread)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(rpc.count.exchanges).toBe(1)
  })
})

/** An answer without its id and the second in which it was made, also in the statements of its approvals. */
function lasting(answer: object): unknown {
  const passing = new Set(['requestId', 'expiresAt', 'statement'])
  return JSON.parse(JSON.stringify(answer, (key, value) => (passing.has(key) ? undefined : value)))
}

describe('where no lens can run', () => {
  const onlyV3 = requests.filter(([name]) => / v3/.test(name))

  test.each(onlyV3)('%s takes at most two round trips and answers the same', async (_name, [path, body]) => {
    const deadline = Math.floor(Date.now() / 1000) + 600
    const request = path === '/lp/claim_fees' ? body() : { ...body(), deadline }
    const expected = await lp.ok(path, request)
    rpc.reset()
    const answer = await withoutLens.ok(path, request)
    expect(lasting(answer)).toEqual(lasting(expected))
    expect([answer.requestId, answer.expiresAt, answer.statement]).not.toContain(undefined)
    expect(rpc.count.exchanges).toBeLessThanOrEqual(readsMarket([path, body]) ? 4 : 2)
  })

  test('a wallet without the token gets the same refusal', async () => {
    const poor = { walletAddress: '0x00000000000000000000000000000000000000aa' }
    const [expected, answer] = [await lp.post('/lp/create', v3(poor)), await withoutLens.post('/lp/create', v3(poor))]
    expect(answer).toEqual(expected)
    expect(answer.body.code).toBe('failed_precondition')
  })

  test('approvals are listed with their gas, each simulated by itself', async () => {
    const lpTokens = ['WETH', 'DUSD'].map((symbol) => ({ tokenAddress: address(symbol), amount: '1000000' }))
    const request = { walletAddress: devnet.account(3).address, protocol: 'V3', chainId, lpTokens, action: 'CREATE' }
    const { transactions } = await withoutLens.ok('/lp/check_approval', { ...request, includeGasInfo: true })
    expect(transactions).toHaveLength(2)
    for (const { gasFee } of transactions) expect(BigInt(gasFee)).toBeGreaterThan(0n)
  })

  test('approvals cannot be simulated together with a transaction, and the answer says what to do', async () => {
    const answer = await withoutLens.post(
      '/lp/create',
      v3({ simulateTransaction: true, includeApprovalSimulation: true, walletAddress: devnet.account(3).address }),
    )
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/Send the approvals first/)
    const alone = await withoutLens.ok(
      '/lp/create',
      v3({ simulateTransaction: true, walletAddress: devnet.account(3).address }),
    )
    expect(alone.simulation).toMatchObject({ ok: false, code: 'TRANSFER_FROM_FAILED' })
  })

  test('the address of a ZKsync pool is computed as the SDK does', () => {
    const [a, b] = [
      new Token(ChainId.ZKSYNC, '0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4', 6),
      new Token(ChainId.ZKSYNC, '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91', 18),
    ]
    const factory = '0x8FdA5a7a8dCA67BBcDd10F02Fa0649A937215422'
    const parts = { token0: a.address as `0x${string}`, token1: b.address as `0x${string}`, fee: 3000 }
    const sdk = computePoolAddress({
      factoryAddress: factory,
      tokenA: a,
      tokenB: b,
      fee: FeeAmount.MEDIUM,
      chainId: ChainId.ZKSYNC,
    })
    expect(v3PoolAddress(324, factory, parts)).toBe(sdk)
  })
})

describe('a v4 pool that no position manager knows', () => {
  test('with an unusual key takes a second round trip for its log, after pool and market', async () => {
    const key = {
      currency0: zeroAddress,
      currency1: address('MOON'),
      fee: 777,
      tickSpacing: 7,
      hooks: zeroAddress,
    } as const
    const { encodeAbiParameters, keccak256, parseAbi, parseAbiParameters } = await import('viem')
    const abi = parseAbi([
      'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
      'function initialize(Key key, uint160 sqrtPriceX96) returns (int24)',
    ])
    const hash = await devnet.wallet(9).writeContract({
      address: devnet.description.contracts.v4PoolManager,
      abi,
      functionName: 'initialize',
      args: [key, 1n << 96n],
    })
    await devnet.client.waitForTransactionReceipt({ hash })
    const types = parseAbiParameters('address, address, uint24, int24, address')
    const poolReference = keccak256(
      encodeAbiParameters(types, [key.currency0, key.currency1, key.fee, key.tickSpacing, key.hooks]),
    )
    rpc.reset()
    const answer = await lp.ok(
      '/lp/create',
      v4(['ETH', 'MOON'], 3000, {
        existingPool: { token0Address: zeroAddress, token1Address: address('MOON'), poolReference },
        tickBounds: { tickLower: -70, tickUpper: 70 },
      }),
    )
    expect(answer.tickUpper).toBe(70)
    expect(rpc.count.exchanges).toBe(3)
    await lp.ok(
      '/lp/create',
      v4(['ETH', 'MOON'], 3000, {
        existingPool: { token0Address: zeroAddress, token1Address: address('MOON'), poolReference },
        tickBounds: { tickLower: -70, tickUpper: 70 },
      }),
    )
    expect(rpc.count.exchanges).toBe(5)
  })
})
