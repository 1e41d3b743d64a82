import { encodeFunctionResult, type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LENS_ABI, LENS_CODE } from '#liquidity/lens.generated.ts'
import * as lens from '#liquidity/lens.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { approveEverything, execute } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** A provider that returns false data about a pool; everything that can be computed without it is computed. */

const OWNER = 0
const ACCOUNT = 5
const chainId = 4663
const HOOK = '0x7a4b000000000000000000000000000000000503'
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

let devnet: TestDevnet
let rpc: FaultRpc
/** Reads from the liar alone. */
let lp: TestLp
/** Reads from the liar and from an honest provider. */
let ofTwo: TestLp
/** The lie of the next test, by lens. */
let lies: { [Name in lens.LensName]?: (answer: lens.LensAnswer<Name>) => unknown } = {}

/** Breaks the answer of every lens. */
let broken: ((result: string) => string) | undefined

beforeAll(async () => {
  devnet = await startTestDevnet()
  const pass = httpUpstream(devnet.rpcUrl)
  const upstream: typeof pass = async (method, params) => {
    const result = await pass(method, params)
    const data = method === 'eth_call' ? (params[0] as { data?: Hex }).data : undefined
    const name = (Object.keys(LENS_CODE) as lens.LensName[]).find((one) => data?.startsWith(LENS_CODE[one]))
    if (name && broken && typeof result === 'string') return broken(result)
    return name && lies[name] ? lie(name, result) : result
  }
  rpc = await startFaultRpc({ upstreams: [upstream] })
  const facts = { isOwnNode: false }
  lp = await startTestLp({ devnet, facts, rpcUrl: () => rpc.url })
  ofTwo = await startTestLp({ devnet, facts, rpcUrls: [rpc.url, devnet.rpcUrl] })
  await approveEverything(lp, ACCOUNT, [devnet.token('WETH').address, devnet.token('DUSD').address])
})
beforeEach(() => {
  lies = {}
  broken = undefined
})
afterAll(async () => {
  await lp[Symbol.asyncDispose]()
  await ofTwo[Symbol.asyncDispose]()
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

function lie(name: lens.LensName, result: unknown): unknown {
  const distort = lies[name] as ((answer: unknown) => unknown) | undefined
  if (typeof result !== 'string' || !distort) return result
  const distorted = distort(structuredClone(lens.decode(name, result as Hex)))
  return encodeFunctionResult({ abi: LENS_ABI, functionName: name, result: distorted } as never)
}

const own = (protocol: string) => ({ walletAddress: devnet.account(ACCOUNT).address, chainId, protocol })

/** A withdrawal of the position that the chain's operator seeded. */
function withdrawal(protocol: 'V3' | 'V4') {
  const { token0, token1 } = poolOf(protocol)
  return {
    ...own(protocol),
    walletAddress: devnet.account(OWNER).address,
    token0Address: token0,
    token1Address: token1,
    nftTokenId: '2',
    liquidityPercentageToDecrease: 50,
  }
}

function poolOf(protocol: 'V3' | 'V4') {
  return devnet.pool(protocol, protocol === 'V3' ? ['WETH', 'DUSD'] : ['ETH', 'DUSD'], { fee: 500 })
}

function creation(protocol: 'V3' | 'V4') {
  const { token0, token1, reference } = poolOf(protocol)
  return {
    ...own(protocol),
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: devnet.token('DUSD').address, amount: parseUnits('10', 6).toString() },
    tickBounds: { tickLower: -887_270, tickUpper: 887_270 },
  }
}

test('the same requests are built while the provider is honest', async () => {
  for (const service of [lp, ofTwo]) {
    await service.ok('/lp/create', creation('V3'))
    await service.ok('/lp/create', creation('V4'))
    for (const protocol of ['V3', 'V4'] as const) await service.ok('/lp/decrease', withdrawal(protocol))
  }
})

test('a v3 pool with the fee of another one is refused', async () => {
  lies.v3Pools = ([head, holdings, pools]) => [head, holdings, pools.map((pool) => ({ ...pool, fee: 10_000 }))]
  const { status, body } = await lp.post('/lp/create', creation('V3'))
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(body.message).toMatch(/does not match the computed/)
})

test('another v3 pool in place of the referenced one is refused', async () => {
  const other = devnet.pool('V3', ['MOON', 'WETH'])
  lies.v3Pools = ([head, holdings, pools]) => [
    head,
    holdings,
    pools.map((pool) => ({
      ...pool,
      pool: other.reference,
      token0: other.token0,
      token1: other.token1,
      fee: other.fee,
    })),
  ]
  expect(await lp.post('/lp/create', creation('V3'))).toMatchObject({ status: 503, body: { code: 'unavailable' } })
})

test('a v4 key that does not hash to the id, such as one with a hostile hook, is refused', async () => {
  lies.v4Pools = ([head, holdings, pools]) => [
    head,
    holdings,
    pools.map((pool) => (pool.key.tickSpacing === 0 ? pool : { ...pool, key: { ...pool.key, hooks: HOOK } })),
  ]
  const { status, body } = await lp.post('/lp/create', creation('V4'))
  expect([status, body.code]).toEqual([503, 'unavailable'])
})

test('a v4 position with the key of another pool is refused', async () => {
  lies.v4Positions = ([head, holdings, positions]) => [
    head,
    holdings,
    positions.map((position) => ({ ...position, key: { ...position.key, hooks: HOOK } })),
  ]
  const claim = { ...own('V4'), tokenId: '2' }
  expect(await lp.post('/lp/claim_fees', claim)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
})

type Change = (item: Body) => object

/** Lies about every pool and every position. */
function lieAbout(change: Change): void {
  const changed =
    () =>
    ([head, holdings, items]: readonly [unknown, unknown, readonly unknown[]]) => [
      head,
      holdings,
      items.map((item) => ({ ...(item as object), ...change(item) })),
    ]
  lies = { v3Pools: changed(), v4Pools: changed(), v3Positions: changed(), v4Positions: changed() } as typeof lies
}

const codes = ({ warnings }: Body) => warnings.map(({ code }: Body) => code)
const six = (symbol: string) => `0x${Buffer.from(symbol).toString('hex').padEnd(62, '0')}0${symbol.length}`
const LIES: Record<string, Change> = {
  'a price a fifth too high': ({ sqrtPriceX96 }) => ({ sqrtPriceX96: (sqrtPriceX96 * 1095n) / 1000n }),
  'a price a fifth too low': ({ sqrtPriceX96 }) => ({ sqrtPriceX96: (sqrtPriceX96 * 894n) / 1000n }),
  'other decimals': () => ({
    meta0: { decimals: 24, symbol: six('USDC') },
    meta1: { decimals: 24, symbol: six('USDC') },
  }),
  'another key': ({ key }) => (key ? { key: { ...key, hooks: HOOK } } : { fee: 10_000 }),
}

describe.each(['V3', 'V4'] as const)('when one of two providers lies about a %s pool, nothing is built', (protocol) => {
  test.each(Object.entries(LIES))('from %s', async (_name, change) => {
    lieAbout(change)
    const answer = await ofTwo.post('/lp/create', creation(protocol))
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(JSON.stringify(answer.body.details)).toContain('PROVIDERS_DISAGREE')
  })

  test('from other ticks of a position', async () => {
    lieAbout(({ tickLower, tickUpper }) => ({ tickLower: tickLower + 100_000, tickUpper: tickUpper + 100_000 }))
    const answer = await ofTwo.post('/lp/decrease', withdrawal(protocol))
    expect(JSON.stringify(answer.body.details)).toContain('PROVIDERS_DISAGREE')
  })
})

describe.each(['V3', 'V4'] as const)('an answer from a lone liar about a %s pool carries a warning', (protocol) => {
  test.each(Object.keys(LIES).slice(0, 2))('%s: the transaction is not built, or reverts', async (name) => {
    lieAbout(LIES[name] as Change)
    const { status, body } = await lp.post('/lp/create', { ...creation(protocol), simulateTransaction: false })
    if (status !== 200) return expect([400, 503]).toContain(status)
    expect(codes(body)).toContain('SINGLE_PROVIDER')
    expect((await execute(lp, ACCOUNT, body)).status).toBe('reverted')
  })

  test('other ticks: minima of nothing are stated as such', async () => {
    lieAbout(({ tickLower, tickUpper }) => ({ tickLower: tickLower + 100_000, tickUpper: tickUpper + 100_000 }))
    const { status, body } = await lp.post('/lp/decrease', { ...withdrawal(protocol), simulateTransaction: false })
    if (status !== 200) return expect(status).toBe(503)
    expect(codes(body)).toContain('SINGLE_PROVIDER')
    expect((await execute(lp, OWNER, body)).status).toMatch(/mined|reverted/)
  })

  test('other decimals and a known symbol: the whole address is in the summary', async () => {
    lieAbout(LIES['other decimals'] as Change)
    const { status, body } = await lp.post('/lp/create', creation(protocol))
    if (status !== 200) return expect(status).toBe(503)
    expect(codes(body)).toContain('SINGLE_PROVIDER')
    expect(body.summary).toContain(devnet.token('DUSD').address)
  })
})

test('while the honest provider fails, the answer of the liar is not passed off as that of two', async () => {
  const honest = await startFaultRpc({ upstreams: [httpUpstream(devnet.rpcUrl)] })
  const service = await startTestLp({ devnet, facts: { isOwnNode: false }, rpcUrls: [honest.url, rpc.url] })
  expect(codes(await service.ok('/lp/create', creation('V3')))).not.toContain('SINGLE_PROVIDER')
  honest.set({ faults: { reset: 1 } })
  const { status, body } = await service.post('/lp/create', creation('V3'))
  if (status === 200) expect(codes(body)).toContain('SINGLE_PROVIDER')
  else expect(status).toBe(503)
  await service[Symbol.asyncDispose]()
  await honest.close()
})

test.each([
  ['a price', { sqrtPriceX96: (1n << 160n) - 1n }],
  ['a tick', { tick: 8_000_000 }],
])('%s out of range is refused', async (_name, change) => {
  lieAbout(() => change)
  for (const protocol of ['V3', 'V4'] as const)
    expect(await lp.post('/lp/create', creation(protocol))).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    })
})

test('an answer of the provider that no lens gives is not a failure on our side', async () => {
  const words = Array.from({ length: 12 }, (_, index) => index)
  for (const index of words) {
    const at = 2 + 64 * index
    const thief = devnet.account(6).address.slice(2).padStart(64, '0')
    broken = (result) => `${result.slice(0, at)}${thief}${result.slice(at + 64)}`
    const { status } = await lp.post('/lp/create', creation('V3'))
    expect([200, 400, 404, 503]).toContain(status)
  }
})
