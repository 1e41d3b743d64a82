import { type Address, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp()
})
afterAll(() => lp[Symbol.asyncDispose]())

const chainId = 4663
const address = (symbol: string) => (symbol === 'ETH' ? zeroAddress : lp.devnet.token(symbol).address)

async function read(path: string, query: Record<string, string | number>): Promise<Body> {
  const { status, body } = await lp.get(
    `${path}?${new URLSearchParams({ chainId: String(chainId), ...query } as never)}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const find = (query: Record<string, string>) => read('/api/liquidity/pools', query)
const codes = ({ warnings }: Body) => warnings.map(({ code }: Body) => code)

test('all pools of two tokens are found over the three protocols, native and wrapped, most liquidity first', async () => {
  const { tokens, pools, incomplete } = await find({ tokenA: address('DUSD'), tokenB: zeroAddress })
  const [dusd, weth] = [address('DUSD'), address('WETH')]
  const expected = lp.devnet.description.pools.filter(
    ({ token0, token1 }) =>
      [token0, token1].includes(dusd) && [token0, token1].some((token) => [zeroAddress, weth].includes(token as never)),
  )
  expect(pools.map(({ reference }: Body) => reference).sort()).toEqual(
    expected.map(({ reference }) => reference).sort(),
  )
  expect(new Set(pools.map(({ protocol }: Body) => protocol))).toEqual(new Set(['V2', 'V3', 'V4']))
  const liquidity = pools.map((pool: Body) => BigInt(pool.liquidity))
  expect(liquidity).toEqual(liquidity.toSorted((a: bigint, b: bigint) => Number(b - a)))
  expect(tokens).toEqual([
    { address: dusd, symbol: 'DUSD', decimals: 6 },
    { address: zeroAddress, symbol: 'ETH', decimals: 18 },
  ])
  expect(incomplete).toEqual([])
})

test('every pool is found by its address or id alone, with its tokens named', async () => {
  for (const pool of lp.devnet.description.pools) {
    const { pools } = await find({ reference: pool.reference })
    expect(pools).toHaveLength(1)
    const { token0, token1, protocol, fee, hookAddress } = pools[0]
    expect({ protocol, fee, token0: token0.address, token1: token1.address }).toEqual({
      protocol: pool.protocol,
      fee: pool.fee,
      token0: pool.token0,
      token1: pool.token1,
    })
    if (pool.hooks) expect(hookAddress).toBe(pool.hooks)
    expect([token0.symbol, token1.symbol].every((symbol) => symbol.length > 0)).toBe(true)
  }
})

test('pools that are not plain say so: a tax, a check of identity, a hook that sets the fee or takes a share', async () => {
  const one = async (protocol: 'V2' | 'V3' | 'V4', pair: [string, string], extra = {}) => {
    const { reference } = lp.devnet.pool(protocol, pair, extra)
    return (await find({ reference })).pools[0]
  }
  const taxed = await one('V2', ['WETH', 'BURN'])
  expect(codes(taxed)).toEqual(['FEE_ON_TRANSFER'])
  expect(taxed.warnings[0].message).toContain('BURN')
  expect(taxed.warnings[0].message).toContain('keeps 1 %')
  const barred = await one('V4', ['KYC', 'DUSD'])
  expect(codes(barred)).toContain('PERMISSIONED')
  expect(barred.warnings[0].message).toContain('KYC')
  const hooked = lp.devnet.description.pools.filter(({ hooks }) => hooks !== undefined)
  const found = await Promise.all(hooked.map(async ({ reference }) => (await find({ reference })).pools[0]))
  for (const pool of found) expect(codes(pool)).toContain('HOOKED')
  expect(found.filter((pool) => codes(pool).includes('DYNAMIC_FEE'))).toHaveLength(1)
  expect(found.filter((pool) => codes(pool).includes('HOOK_MAY_TAKE_DEPOSITS')).length).toBeGreaterThan(0)
  expect(codes(await one('V3', ['WETH', 'DUSD'], { fee: 500 }))).toEqual([])
})

test('tokens without a pool are an empty list with both tokens named, and an address without a pool one without', async () => {
  const none = await find({ tokenA: address('KYC'), tokenB: address('BURN') })
  expect(none.pools).toEqual([])
  expect(none.tokens.map(({ symbol }: Body) => symbol)).toEqual(['KYC', 'BURN'])
  expect((await find({ reference: address('DUSD') })).pools).toEqual([])
  expect((await find({ reference: `0x${'12'.repeat(32)}` })).pools).toEqual([])
})

test.each([
  [{}, 'tokenA'],
  [{ tokenA: zeroAddress }, 'tokenB'],
  [{ tokenA: zeroAddress, tokenB: zeroAddress }, 'tokenB'],
  [{ reference: '0x12' }, 'reference'],
  [{ reference: zeroAddress, tokenA: zeroAddress }, 'reference'],
  [{ chainId: '2', reference: zeroAddress }, 'chainId'],
])('a search for %j is refused by naming %s', async (query, field) => {
  const asked = new URLSearchParams({ chainId: String(chainId), ...query } as never)
  const { status, body } = await lp.get(`/api/liquidity/pools?${asked}`)
  expect([status, body.code]).toEqual([400, 'invalid_argument'])
  expect(body.message).toContain(field)
})

test('an address without a token differs from a token without a pool', async () => {
  const unused = '0x00000000000000000000000000000000000dEaD1'
  const { status, body } = await lp.get(`/api/liquidity/pools?chainId=4663&tokenA=${unused}&tokenB=${zeroAddress}`)
  expect([status, body.code]).toEqual([404, 'not_found'])
  expect(body.message).toContain('no token')
})

const v3 = parseAbi(['function ticks(int24) view returns (uint128 gross, int128 net)'])
const stateView = parseAbi(['function getTickLiquidity(bytes32, int24) view returns (uint128 gross, int128 net)'])

test.each(['V3', 'V4'] as const)(
  'the depth of a %s pool has every step that the chain’s ticks have',
  async (protocol) => {
    const pool = lp.devnet.pool(protocol, protocol === 'V3' ? ['WETH', 'DUSD'] : ['ETH', 'DUSD'], { fee: 500 })
    const { segments, currentTick, liquidity, tickSpacing } = await read('/api/liquidity/depth', {
      protocol,
      reference: pool.reference,
    })
    expect(tickSpacing).toBe(pool.tickSpacing)
    const current = segments.find(
      (segment: Body) => segment.tickLower <= currentTick && currentTick < segment.tickUpper,
    )
    expect(current.liquidity).toBe(liquidity)
    expect(segments.length).toBeGreaterThanOrEqual(3)
    for (const [index, segment] of segments.entries()) {
      const next = segments[index + 1]
      if (!next) continue
      expect(next.tickLower).toBe(segment.tickUpper)
      const [, net] = (await lp.devnet.client.readContract(
        protocol === 'V3'
          ? { address: pool.reference as Address, abi: v3, functionName: 'ticks', args: [segment.tickUpper] }
          : ({
              address: lp.devnet.description.contracts.v4StateView,
              abi: stateView,
              functionName: 'getTickLiquidity',
              args: [pool.reference, segment.tickUpper],
            } as never),
      )) as readonly [bigint, bigint]
      expect(BigInt(next.liquidity) - BigInt(segment.liquidity)).toBe(net)
      expect(net).not.toBe(0n)
    }
  },
)

test('a pool with one-tick spacing and one without liquidity have a depth too', async () => {
  const tight = lp.devnet.pool('V3', ['DUSD', 'USDX'], { fee: 100 })
  expect(
    (await read('/api/liquidity/depth', { protocol: 'V3', reference: tight.reference })).segments.length,
  ).toBeGreaterThan(1)
  const empty = lp.devnet.pool('V4', ['ETH', 'USDX'])
  const { segments } = await read('/api/liquidity/depth', { protocol: 'V4', reference: empty.reference })
  expect(segments).toHaveLength(1)
  expect(segments[0].liquidity).toBe('0')
})

test('a pair has one depth for every price', async () => {
  const { reference } = lp.devnet.pool('V2', ['WETH', 'DUSD'])
  const { segments, liquidity } = await read('/api/liquidity/depth', { protocol: 'V2', reference })
  expect(segments).toEqual([{ tickLower: -887272, tickUpper: 887272, liquidity }])
  expect(BigInt(liquidity)).toBeGreaterThan(0n)
})

test('the depth of a missing pool is refused with what to check', async () => {
  const { reference } = lp.devnet.pool('V2', ['WETH', 'DUSD'])
  const asked = async (protocol: string) =>
    lp.get(`/api/liquidity/depth?chainId=4663&protocol=${protocol}&reference=${reference}`)
  expect((await asked('V3')).body.code).toBe('not_found')
  expect((await asked('V4')).body.code).toBe('invalid_argument')
})
