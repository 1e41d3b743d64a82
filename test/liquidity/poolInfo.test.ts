import { encodeFunctionData, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DYNAMIC_FEE_HOOK } from '#devnet/addresses.ts'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { launch, rpcAt } from '../setup/web/seedLaunches.ts'

let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp()
})
afterAll(() => lp[Symbol.asyncDispose]())

const chainId = 4663
const address = (symbol: string) => lp.devnet.token(symbol).address
const info = (body: object): Promise<Body> => lp.ok('/lp/pool_info', { chainId, ...body })

test('every pool of the chain is found by its reference, in the order asked', async () => {
  for (const protocol of ['V2', 'V3', 'V4'] as const) {
    const pools = lp.devnet.description.pools.filter((pool) => pool.protocol === protocol)
    const poolReferences = pools
      .map(({ reference }) => ({ protocol, chainId, referenceIdentifier: reference }))
      .reverse()
    const answer = await info({ protocol, poolReferences })
    expect(answer.pools.map(({ poolReferenceIdentifier }: Body) => poolReferenceIdentifier)).toEqual(
      pools.map(({ reference }) => reference).reverse(),
    )
    expect(answer).toMatchObject({ pageSize: 20, currentPage: 1 })
    for (const [index, pool] of pools.reverse().entries()) {
      expect(answer.pools[index]).toMatchObject({
        poolProtocol: protocol,
        tokenAddressA: pool.token0,
        tokenAddressB: pool.token1,
        fee: pool.fee,
        tickSpacing: pool.tickSpacing,
        chainId,
      })
    }
  }
})

test('a v4 pool has the types of the specification', async () => {
  const { reference } = lp.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  const { requestId, pools, ...page } = await info({
    protocol: 'V4',
    poolParameters: { tokenAddressA: address('DUSD'), tokenAddressB: zeroAddress, fee: 500, tickSpacing: 10 },
  })
  expect(requestId).toMatch(/^req_/)
  expect(page).toEqual({ pageSize: 20, currentPage: 1 })
  expect(pools).toEqual([
    {
      poolReferenceIdentifier: reference,
      poolProtocol: 'V4',
      tokenAddressA: zeroAddress,
      tokenAddressB: address('DUSD'),
      tickSpacing: 10,
      fee: 500,
      hookAddress: zeroAddress,
      chainId,
      tokenDecimalsA: '18',
      tokenDecimalsB: '6',
      poolLiquidity: expect.stringMatching(/^[0-9]+$/),
      sqrtRatioX96: expect.stringMatching(/^[0-9]+$/),
      currentTick: -196257,
    },
  ])
})

test('a v2 pair has reserves, a v3 pool has amounts, and neither has a hook', async () => {
  const tokens = { tokenAddressA: address('WETH'), tokenAddressB: address('DUSD') }
  const {
    pools: [pair],
  } = await info({ protocol: 'V2', poolParameters: tokens })
  expect(pair).toMatchObject({
    fee: 3000,
    tickSpacing: 0,
    tokenAmountA: pair.token0Reserves,
    tokenAmountB: pair.token1Reserves,
  })
  expect(await lp.balance(address('DUSD'), pair.poolReferenceIdentifier)).toBe(BigInt(pair.token1Reserves))
  const { pools } = await info({ protocol: 'V3', poolParameters: tokens })
  expect(pools.map(({ fee }: Body) => fee)).toEqual([500, 3000])
  for (const pool of pools) {
    expect(await lp.balance(address('DUSD'), pool.poolReferenceIdentifier)).toBe(BigInt(pool.tokenAmountB))
    for (const field of ['hookAddress', 'token0Reserves', 'token1Reserves']) expect(pool).not.toHaveProperty(field)
  }
})

test('parameters narrow the search: fee, spacing, hook; native ETH means wrapped on v2 and v3', async () => {
  const native = { tokenAddressA: zeroAddress, tokenAddressB: address('DUSD') }
  const count = async (body: object) => (await info(body)).pools.length
  expect(await count({ protocol: 'V3', poolParameters: { ...native, fee: 500 } })).toBe(1)
  expect(await count({ protocol: 'V3', poolParameters: { ...native, tickSpacing: 60 } })).toBe(1)
  expect(await count({ protocol: 'V2', poolParameters: native })).toBe(1)
  expect(await count({ protocol: 'V4', poolParameters: { ...native, hookAddress: zeroAddress } })).toBe(1)
  const all = await info({ protocol: 'V4', poolParameters: native })
  expect(all.pools.map(({ hookAddress }: Body) => hookAddress).sort()).toEqual([zeroAddress, DYNAMIC_FEE_HOOK].sort())
  expect(all).not.toHaveProperty('incomplete')
  const {
    pools: [hooked],
  } = await info({ protocol: 'V4', poolParameters: { ...native, hookAddress: DYNAMIC_FEE_HOOK } })
  expect(hooked).toMatchObject({ fee: 8388608, hookAddress: DYNAMIC_FEE_HOOK })
})

test('a usual pool without a mint is found by its tokens', async () => {
  const { pools } = await info({
    protocol: 'V4',
    poolParameters: { tokenAddressA: zeroAddress, tokenAddressB: address('USDX') },
  })
  expect(pools[0]).toMatchObject({ fee: 3000, tickSpacing: 60, tokenDecimalsB: '6', poolLiquidity: '0' })
})

test('an unusual pool without a mint is found by its reference, with the decimals of its tokens', async () => {
  const key = { currency0: zeroAddress, currency1: address('DUSD'), fee: 777, tickSpacing: 13, hooks: zeroAddress }
  const data = encodeFunctionData({
    abi: parseAbi([
      'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
      'function initialize(Key key, uint160 sqrtPriceX96) returns (int24 tick)',
    ]),
    functionName: 'initialize',
    args: [key, 1n << 96n],
  })
  await lp.devnet.send(1, { to: lp.devnet.description.contracts.v4PoolManager, data })
  const poolReferences = [{ referenceIdentifier: poolIdOf(key) }]
  const { pools } = await lp.ok('/lp/pool_info', { protocol: 'V4', chainId, poolReferences })
  const byTokens = await info({
    protocol: 'V4',
    poolParameters: { tokenAddressA: key.currency0, tokenAddressB: key.currency1, tickSpacing: 13 },
  })
  expect(byTokens.pools).toEqual(pools)
  expect(pools).toMatchObject([{ fee: 777, tickSpacing: 13, tokenDecimalsA: '18', tokenDecimalsB: '6' }])
})

test('pages are counted from one and cut the list', async () => {
  const references = lp.devnet.description.pools
    .filter(({ protocol }) => protocol === 'V3')
    .map(({ reference }) => ({ referenceIdentifier: reference }))
  const read = async (currentPage: number) =>
    (await info({ protocol: 'V3', poolReferences: references, pageSize: 4, currentPage })).pools.map(
      ({ poolReferenceIdentifier }: Body) => poolReferenceIdentifier,
    )
  expect([...(await read(1)), ...(await read(2))]).toEqual(
    references.map(({ referenceIdentifier }) => referenceIdentifier),
  )
  expect(await read(3)).toEqual([])
})

test('references that lead nowhere are left out where others lead somewhere', async () => {
  const { reference } = lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
  const poolReferences = [
    { referenceIdentifier: '0x00000000000000000000000000000000000000aa' },
    { referenceIdentifier: reference.toLowerCase() },
  ]
  const { pools } = await info({ protocol: 'V3', poolReferences })
  expect(pools.map(({ poolReferenceIdentifier }: Body) => poolReferenceIdentifier)).toEqual([reference])
})

test('the pool of a launch that graduated is found by its tokens, although its hook is unusual', async () => {
  const { launchpad } = lp.devnet.description.contracts
  const at = { factory: launchpad, from: lp.devnet.account(3).address }
  const token = await launch(rpcAt(lp.devnet.rpcUrl), at, { name: 'Lugger', symbol: 'LUGR', value: parseEther('4') })
  const { pools, incomplete } = await lp.ok('/lp/pool_info', {
    protocol: 'V4',
    chainId,
    poolParameters: { tokenAddressA: token, tokenAddressB: zeroAddress },
  })
  expect(incomplete).toBeUndefined()
  expect(pools).toHaveLength(1)
  expect(pools[0]).toMatchObject({ tokenAddressA: zeroAddress, hookAddress: launchpad, fee: 10_000, tickSpacing: 200 })
  expect(BigInt(pools[0].poolLiquidity)).toBeGreaterThan(0n)
  const { poolReferenceIdentifier: referenceIdentifier } = pools[0]
  const named = await lp.ok('/lp/pool_info', { protocol: 'V4', chainId, poolReferences: [{ referenceIdentifier }] })
  expect(named.pools).toEqual(pools)
})
