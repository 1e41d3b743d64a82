import { describe, expect, test } from 'vitest'
import { FEE_TAKING_HOOK } from '#devnet/addresses.ts'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, ownerOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, mintedBy, openFreshLp, positionIn, units } from '../setup/liquidity/sharedLp.ts'

/** Liquidity that moves to another protocol or pool, executed on the real contracts from the answer alone. */

const OWNER = 0
openFreshLp()

type Protocol = 'V2' | 'V3' | 'V4'
type Place = readonly [protocol: Protocol, symbols: [string, string], fee: number]
const PAIR: Place = ['V2', ['WETH', 'DUSD'], 3000]
const WRAPPED: Place = ['V3', ['WETH', 'DUSD'], 500]
const NATIVE: Place = ['V4', ['ETH', 'DUSD'], 500]
const DYNAMIC = 0x80_00_00

const owner = () => devnet.account(OWNER).address
const poolOf = ([protocol, symbols, fee]: Place) =>
  devnet.pool(protocol, symbols, ...(protocol === 'V2' ? [] : [{ fee }]))

async function request(from: Place, to: Place, more: object = {}) {
  const [source, target] = [poolOf(from), poolOf(to)]
  const { token0: token0Address, token1: token1Address, reference: poolReference } = target
  const named =
    from[0] === 'V2'
      ? { token0Address: source.token0, token1Address: source.token1 }
      : { tokenId: (await positionIn(owner(), source)).tokenId as string }
  return {
    walletAddress: owner(),
    ...{ chainId, protocol: from[0], ...named, targetProtocol: to[0] },
    existingPool: { token0Address, token1Address, poolReference },
    ...(to[0] !== 'V2' && { tickBounds: await rangeIn(to) }),
    ...more,
  }
}

async function rangeIn(place: Place) {
  const { reference, tickSpacing } = poolOf(place)
  const query = `chainId=${chainId}&protocol=${place[0]}&reference=${reference}`
  const { body } = await lp.get(`/api/liquidity/depth?${query}`)
  const round = (tick: number) => Math.round(tick / tickSpacing) * tickSpacing
  return { tickLower: round(body.currentTick - 2400), tickUpper: round(body.currentTick + 3000) }
}

const DEPTH: Record<string, string> = { MOON: '600000', DUSD: '300000' }

/** Moves the price of a pool by a part of it. */
async function push(place: Place, side: 'token0' | 'token1', divisor: bigint): Promise<void> {
  const pool = poolOf(place)
  const symbol = place[1].find((name) => address(name) === pool[side]) ?? ''
  await swap(lp, pool, [side, units(symbol, DEPTH[symbol] ?? '100') / divisor])
}

const CASES: readonly (readonly [Place, Place, number])[] = [
  [PAIR, WRAPPED, 100],
  [PAIR, NATIVE, 60],
  [WRAPPED, PAIR, 100],
  [WRAPPED, NATIVE, 100],
  [NATIVE, PAIR, 100],
  [NATIVE, WRAPPED, 40],
  [['V2', ['MOON', 'DUSD'], 3000], ['V4', ['MOON', 'DUSD'], 3000], 100],
]

describe.each(CASES)('from %j to %j', (from, to, percent) => {
  const ask = async () => lp.ok('/lp/migrate', await request(from, to, { liquidityPercentageToDecrease: percent }))
  const shares = [from, to].filter(([protocol]) => protocol === 'V2').map((place) => () => poolOf(place).reference)
  const isShare = ({ tokenAddress }: Body) => shares.some((share) => share() === tokenAddress)

  test('adds and pays out the stated amounts to the unit, and nothing stays in a contract', async () => {
    const answer = await ask()
    expect(answer.simulation).toEqual({ ok: true })
    expect([answer.transaction, answer.atomicRequired, answer.steps.length]).toEqual([undefined, false, 2])
    expect(answer.reason.code).toBe(`${from[0]}_TO_${to[0]}_THROUGH_WALLET`)
    expect(answer.calls.length).toBe(answer.approvals.length + 2)
    expect(answer.limits.pay.filter((limit: Body) => !isShare(limit))).toEqual([])
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    if (to[0] === 'V2') return
    const id = mintedBy(ran, to[0])
    expect(await liquidityOf(lp, to[0], id)).toBe(BigInt(answer.position.expectedLiquidity))
    expect(await ownerOf(lp, to[0], id)).toBe(owner())
  })

  test.each(['token0', 'token1'] as const)('stops after a push of %s in either pool', async (side) => {
    const answer = await ask()
    let built = await devnet.snapshot()
    for (const place of [from, to]) {
      await push(place, side, 10n)
      expect((await runCalls(lp, OWNER, answer)).status).toBe('reverted')
      await devnet.revert(built)
      built = await devnet.snapshot()
    }
  })

  test('passes after a drift of both pools', async () => {
    const answer = await ask()
    for (const place of [from, to]) await push(place, 'token1', 40_000n)
    expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
  })

  test('a push between the two transactions stops the second, and the wallet keeps everything', async () => {
    const answer = await ask()
    await runCalls(lp, OWNER, { ...answer, calls: answer.calls.slice(0, -1), limits: { pay: [], receive: [] } })
    await push(to, 'token0', 10n)
    const { status, paid } = await runCalls(lp, OWNER, { ...answer, calls: answer.calls.slice(-1) })
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
  })

  test('is explained as stated, and steps that pay a thief are explained so', async () => {
    const answer = await ask()
    const explain = startTestExplain(devnet)
    for (const { transaction, limits } of answer.steps) {
      const honest = await explain.explain({ from: owner(), transaction })
      expect([honest.body.known, honest.body.warnings]).toEqual([true, []])
      const stated = (list: Body[], bound: string) => list.map((limit) => limit[bound]).toSorted()
      const paid = limits.pay.filter((limit: Body) => !isShare(limit))
      const read = honest.body.limits.pay.filter((limit: Body) => !isShare(limit))
      expect(stated(read, 'atMost')).toEqual(stated(paid, 'atMost'))
      const data = transaction.data.replaceAll(owner().slice(2).toLowerCase(), 'aa'.repeat(20))
      if (data === transaction.data) continue
      const lie = await explain.explain({ from: owner(), transaction: { ...transaction, data } })
      expect(lie.body.warnings.map(({ code }: Body) => code)).toContain('OTHER_RECIPIENT')
    }
    explain[Symbol.dispose]()
  })
})

const WITHIN: readonly (readonly [Place, Place, object])[] = [
  [WRAPPED, ['V3', ['WETH', 'DUSD'], 3000], { liquidityPercentageToDecrease: 60 }],
  [['V3', ['WETH', 'DUSD'], 3000], WRAPPED, {}],
  [NATIVE, ['V4', ['ETH', 'DUSD'], DYNAMIC], {}],
  [NATIVE, ['V4', ['ETH', 'DUSD'], DYNAMIC], { liquidityPercentageToDecrease: 50 }],
  [['V4', ['ETH', 'DUSD'], DYNAMIC], NATIVE, {}],
  [['V4', ['ETH', 'MOON'], 3000], ['V4', ['WETH', 'MOON'], 10_000], {}],
  [['V4', ['WETH', 'MOON'], 10_000], ['V4', ['ETH', 'MOON'], 3000], {}],
  [['V4', ['ETH', 'MOON'], 3000], ['V4', ['WETH', 'MOON'], 10_000], { liquidityPercentageToDecrease: 40 }],
]

describe.each(WITHIN)('in one transaction from %j to %j', (from, to, more) => {
  const protocol = to[0] as 'V3' | 'V4'
  const ask = async () => lp.ok('/lp/migrate', await request(from, to, more))

  test('adds and pays out the stated amounts to the unit, and nothing stays in a contract', async () => {
    await lp.trade(poolOf(from), tradesOf(from))
    const answer = await ask()
    expect(answer.simulation).toEqual({ ok: true })
    expect([answer.steps, answer.atomicRequired, answer.limits.pay]).toEqual([undefined, false, []])
    expect(answer.calls.length).toBe(answer.approvals.length + 1)
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    const id = mintedBy(ran, protocol)
    expect(await liquidityOf(lp, protocol, id)).toBe(BigInt(answer.position.expectedLiquidity))
    expect(await ownerOf(lp, protocol, id)).toBe(owner())
  })

  test.each(['token0', 'token1'] as const)(
    'stops after a push of %s in either pool, not after a drift',
    async (side) => {
      const answer = await ask()
      let built = await devnet.snapshot()
      for (const place of [from, to]) {
        await push(place, side, 10n)
        const { status, paid } = await runCalls(lp, OWNER, answer)
        expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
        await devnet.revert(built)
        built = await devnet.snapshot()
      }
      for (const place of [from, to]) await push(place, side, 20_000n)
      expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
    },
  )

  test('is explained as stated, and one that pays a thief is explained so', async () => {
    const { transaction, limits } = await ask()
    const explain = startTestExplain(devnet)
    const honest = await explain.explain({ from: owner(), transaction })
    const hooked = to[2] === DYNAMIC ? ['UNKNOWN_HOOK'] : []
    expect([honest.body.known, honest.body.warnings.map(({ code }: Body) => code)]).toEqual([true, hooked])
    expect(limits.liquidity.enforced).toBe(true)
    const data = transaction.data.replaceAll(owner().slice(2).toLowerCase(), 'aa'.repeat(20))
    const lie = await explain.explain({ from: owner(), transaction: { ...transaction, data } })
    expect(lie.body.warnings.map(({ code }: Body) => code)).toContain('OTHER_RECIPIENT')
    explain[Symbol.dispose]()
  })
})

/** Amounts of both tokens in the order of the pool. */
function tradesOf(place: Place): [bigint, bigint] {
  const { token0 } = poolOf(place)
  const [eth, dusd] = [units('ETH', '2'), units('DUSD', '6000')]
  return token0 === address('DUSD') ? [dusd, eth] : [eth, dusd]
}

test('approvals are exact, and those at Permit2 end within the hour', async () => {
  const answer = await lp.ok('/lp/migrate', await request(PAIR, NATIVE))
  const explain = startTestExplain(devnet)
  const granted: Body[] = []
  for (const { transaction } of answer.approvals) {
    granted.push(...(await explain.explain({ from: owner(), transaction })).body.approvals)
  }
  explain[Symbol.dispose]()
  const [removal, deposit] = answer.steps
  const most = deposit.limits.pay.find(({ tokenAddress }: Body) => tokenAddress === address('DUSD')).atMost
  const exact = [removal.limits.pay[0].atMost, most]
  expect(granted.length).toBeGreaterThan(0)
  for (const { amount, until } of granted) {
    expect(exact).toContain(amount)
    if (until !== null) expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() + 3_600_000)
  }
})

test.each([
  ['takes a share', ['MOON', 'DUSD'], FEE_TAKING_HOOK],
  ['takes a share, as the target', ['MOON', 'DUSD'], FEE_TAKING_HOOK],
] as const)('a pool whose hook %s is refused', async (name, symbols, hooks) => {
  const hooked = devnet.pool('V4', [...symbols], { hooks })
  const plain = devnet.pool('V3', [...symbols])
  const [from, to] = name.includes('target') ? [plain, hooked] : [hooked, plain]
  const asked = { walletAddress: owner(), chainId, protocol: from.protocol, targetProtocol: to.protocol }
  const existingPool = { token0Address: to.token0, token1Address: to.token1, poolReference: to.reference }
  const { tokenId } = await positionIn(owner(), from)
  const tickBounds = { tickLower: -60_000, tickUpper: 60_000 }
  const { status, body } = await lp.post('/lp/migrate', { ...asked, tokenId, existingPool, tickBounds })
  expect([status, body.details?.[0].type], JSON.stringify(body)).toEqual([400, 'HOOK_CHANGES_AMOUNTS'])
})

test.each([
  ['the pool that it is in', WRAPPED, WRAPPED, {}, 'is the pool that the position is in'],
  ['v2 in v2', PAIR, PAIR, {}, 'two tokens have one V2 pair'],
  ['a pool of other tokens', WRAPPED, ['V4', ['MOON', 'DUSD'], 3000], {}, 'has other tokens'],
  ['no position', WRAPPED, NATIVE, { tokenId: undefined }, 'tokenId is required for V3'],
  ['a v2 pair with a range', NATIVE, PAIR, { tickBounds: { tickLower: 0, tickUpper: 60 } }, 'has no range'],
] as const)('%s is refused in words', async (_name, from, to, more, message) => {
  const { status, body } = await lp.post('/lp/migrate', await request(from, to as unknown as Place, more))
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})

test('a stranger cannot move a position', async () => {
  const asked = { ...(await request(WRAPPED, NATIVE)), walletAddress: devnet.account(7).address }
  const { status, body } = await lp.post('/lp/migrate', asked)
  expect([status, body.code]).toEqual([403, 'permission_denied'])
})

test('a range that needs a token which the position does not pay is refused with the way out', async () => {
  for (let pushes = 0; pushes < 3; pushes += 1) await push(WRAPPED, 'token0', 1n)
  const { status } = await positionIn(owner(), poolOf(WRAPPED))
  expect(status).toBe('OUT_OF_RANGE')
  for (const to of [NATIVE, PAIR, ['V3', ['WETH', 'DUSD'], 3000] as const]) {
    const { body } = await lp.post('/lp/migrate', await request(WRAPPED, to as Place))
    expect(body.details.map(({ type }: Body) => type)).toEqual(['RANGE_NEEDS_SWAP', 'alternative'])
  }
})
