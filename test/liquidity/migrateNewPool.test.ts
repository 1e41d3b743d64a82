import { decodeFunctionData, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { startTestExplain } from '../setup/explain.ts'
import { CALLING_HOOK } from '../setup/liquidity/hostilePools.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, ownerOf, runCalls } from '../setup/liquidity/recipes.ts'
import { chainId, devnet, lp, mintedBy, openFreshLp, positionIn } from '../setup/liquidity/sharedLp.ts'

/** Liquidity that moves to a pool which the same transaction opens, before any money moves. */

const OWNER = 0
const THIEF = 7
openFreshLp()

type Protocol = 'V2' | 'V3' | 'V4'
type Place = readonly [protocol: Protocol, symbols: [string, string], fee: number]
type Target = readonly [like: Place, fee: number, tickSpacing: number]
const PAIR: Place = ['V2', ['WETH', 'DUSD'], 3000]
const WRAPPED: Place = ['V3', ['WETH', 'DUSD'], 500]
const NATIVE: Place = ['V4', ['ETH', 'DUSD'], 500]
const MOON: Place = ['V4', ['ETH', 'MOON'], 3000]
const WRAPPED_MOON: Place = ['V4', ['WETH', 'MOON'], 10_000]

const owner = () => devnet.account(OWNER).address
const poolOf = ([protocol, symbols, fee]: Place) =>
  devnet.pool(protocol, symbols, ...(protocol === 'V2' ? [] : [{ fee }]))

/** A pool that is not there yet, at the price of one that is. */
async function newPool([like, fee, tickSpacing]: Target) {
  const { token0, token1, reference: referenceIdentifier } = poolOf(like)
  const poolReferences = [{ protocol: like[0], chainId, referenceIdentifier }]
  const { pools } = await lp.ok('/lp/pool_info', { protocol: like[0], poolReferences })
  const { sqrtRatioX96: initialPrice, currentTick } = pools[0]
  const round = (tick: number) => Math.round(tick / tickSpacing) * tickSpacing
  const tickBounds = { tickLower: round(currentTick - 2400), tickUpper: round(currentTick + 3000) }
  return { newPool: { token0Address: token0, token1Address: token1, fee, tickSpacing, initialPrice }, tickBounds }
}

async function request(from: Place, to: Target, more: object = {}): Promise<Body> {
  const source = poolOf(from)
  const named =
    from[0] === 'V2'
      ? { token0Address: source.token0, token1Address: source.token1 }
      : { tokenId: (await positionIn(owner(), source)).tokenId as string }
  const asked = { walletAddress: owner(), chainId, protocol: from[0], ...named, targetProtocol: to[0][0] }
  return { ...asked, ...(await newPool(to)), ...more }
}

const INITIALISE = parseAbi([
  'function createAndInitializePoolIfNecessary(address, address, uint24, uint160) payable',
  'function initializePool((address, address, uint24, int24, address) key, uint160) payable',
])

const MULTICALL = parseAbi(['function multicall(bytes[]) payable'])

/** A stranger opens the pool first, at a multiple of its price in thousandths. */
async function openFirst(asked: Body, thousandths: bigint): Promise<void> {
  const { token0Address, token1Address, fee, tickSpacing, initialPrice } = asked.newPool
  const price = (BigInt(initialPrice) * thousandths) / 1000n
  const { v3PositionManager, v4PositionManager } = devnet.description.contracts
  const isV3 = asked.targetProtocol === 'V3'
  const key = [token0Address, token1Address, fee, tickSpacing, zeroAddress] as const
  const data = isV3
    ? encodeFunctionData({
        abi: INITIALISE,
        functionName: 'createAndInitializePoolIfNecessary',
        args: [token0Address, token1Address, fee, price],
      })
    : encodeFunctionData({ abi: INITIALISE, functionName: 'initializePool', args: [key, price] })
  const { status } = await devnet.submit(THIEF, { to: isV3 ? v3PositionManager : v4PositionManager, data, value: 0n })
  expect(status).toBe('success')
}

const CASES: readonly (readonly [Place, Target, object])[] = [
  [PAIR, [NATIVE, 777, 10], {}],
  [PAIR, [WRAPPED, 10_000, 200], {}],
  [WRAPPED, [NATIVE, 777, 10], {}],
  [NATIVE, [WRAPPED, 10_000, 200], { liquidityPercentageToDecrease: 40 }],
  [WRAPPED, [WRAPPED, 10_000, 200], {}],
  [NATIVE, [NATIVE, 777, 10], {}],
  [NATIVE, [NATIVE, 777, 10], { liquidityPercentageToDecrease: 50 }],
  [MOON, [WRAPPED_MOON, 777, 60], {}],
  [WRAPPED_MOON, [MOON, 777, 60], {}],
]

describe.each(CASES)('from %j to a new pool like %j, %j', (from, to, more) => {
  const protocol = to[0][0] as 'V3' | 'V4'
  const isWithin = from[0] === protocol

  test.each([['first', undefined] as const, ['behind a stranger at the same price', 1000n] as const])(
    'adds and pays out the stated amounts to the unit, opening it %s',
    async (_name, thousandths) => {
      const asked = await request(from, to, more)
      const answer = await lp.ok('/lp/migrate', asked)
      expect(answer.simulation).toEqual({ ok: true })
      expect([answer.atomicRequired, answer.steps?.length]).toEqual([false, isWithin ? undefined : 2])
      expect(answer.warnings.map(({ code }: Body) => code)).not.toContain('PRICE_OFF_MARKET')
      if (thousandths) await openFirst(asked, thousandths)
      const ran = await runCalls(lp, OWNER, answer)
      expect(ran.status).toBe('mined')
      expectReceived(answer, ran)
      const id = mintedBy(ran, protocol)
      expect(await liquidityOf(lp, protocol, id)).toBe(BigInt(answer.position.expectedLiquidity))
      expect(await ownerOf(lp, protocol, id)).toBe(owner())
    },
  )

  test.each([500n, 1100n])('stops if a stranger opens it at %i thousandths of the root', async (thousandths) => {
    const asked = await request(from, to, more)
    const answer = await lp.ok('/lp/migrate', asked)
    const last = isWithin ? answer : { ...answer, calls: answer.calls.slice(-1) }
    if (!isWithin) {
      const limits = { pay: [], receive: [] }
      await runCalls(lp, OWNER, { ...answer, calls: answer.calls.slice(0, -1), limits })
    }
    await openFirst(asked, thousandths)
    const { status, paid } = await runCalls(lp, OWNER, last)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
  })

  test('is explained as stated, and the pool is opened before anything else', async () => {
    const answer = await lp.ok('/lp/migrate', await request(from, to, more))
    const explain = startTestExplain(devnet)
    for (const { transaction } of answer.steps ?? [answer]) {
      const { body } = await explain.explain({ from: owner(), transaction })
      expect([body.known, body.warnings]).toEqual([true, []])
    }
    explain[Symbol.dispose]()
    const { data } = isWithin ? answer.transaction : answer.steps[1].transaction
    const { args } = decodeFunctionData({ abi: MULTICALL, data })
    const first = decodeFunctionData({ abi: INITIALISE, data: args[0][0] ?? '0x' })
    expect(first.functionName).toBe(protocol === 'V3' ? 'createAndInitializePoolIfNecessary' : 'initializePool')
  })
})

test('a new pool off the market must be accepted', async () => {
  const asked = await request(NATIVE, [NATIVE, 777, 10])
  const initialPrice = ((BigInt(asked.newPool.initialPrice) * 11n) / 10n).toString()
  const off = { ...asked, newPool: { ...asked.newPool, initialPrice } }
  const { status, body } = await lp.post('/lp/migrate', off)
  expect([status, body.details?.map(({ type }: Body) => type)]).toEqual([400, ['field', 'PRICE_OFF_MARKET']])
  expect((await lp.ok('/lp/migrate', { ...off, acceptRisks: ['PRICE_OFF_MARKET'] })).simulation).toEqual({ ok: true })
})

test.each([[NATIVE], [WRAPPED]])(
  'a new pool with a hook is refused from %j, with the transaction that opens it',
  async (from) => {
    const asked = await request(from, [NATIVE, 777, 10])
    const hooked = { ...asked, newPool: { ...asked.newPool, hooks: CALLING_HOOK } }
    const { status, body } = await lp.post('/lp/migrate', hooked)
    expect([status, body.details?.map(({ type }: Body) => type)]).toEqual([400, ['poolReference', 'to', 'data']])
  },
)

test.each([
  ['a pool that exists', [NATIVE, 500, 10], {}, 'already exists'],
  ['both pools', [NATIVE, 777, 10], { existingPool: poolFields }, 'must be sent, or newPool instead'],
  ['neither', [NATIVE, 777, 10], { newPool: undefined }, 'must be sent, or newPool instead'],
  [
    'a v2 pair',
    [NATIVE, 777, 10],
    { targetProtocol: 'V2', tickBounds: undefined },
    'Use /lp/decrease, then /lp/create_classic',
  ],
  ['a fee that v3 does not have', [WRAPPED, 777, 10], {}, 'is not enabled for V3 pools'],
] as const)('%s is refused in words', async (_name, to, more, message) => {
  const also = Object.fromEntries(
    Object.entries(more).map(([field, value]) => [field, typeof value === 'function' ? value() : value]),
  )
  const { status, body } = await lp.post('/lp/migrate', await request(WRAPPED, to as unknown as Target, also))
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})

function poolFields() {
  const { token0, token1, reference } = poolOf(NATIVE)
  return { token0Address: token0, token1Address: token1, poolReference: reference }
}
