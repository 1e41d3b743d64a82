import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { DYNAMIC_FEE_HOOK } from '#devnet/addresses.ts'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, ownerOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, mintedBy, openFreshLp, positionIn, units } from '../setup/liquidity/sharedLp.ts'

/** Positions from a token that their pool does not hold: two swaps and a mint in one transaction of the router. */

const WALLET = 0
openFreshLp()

type Pool = readonly [symbols: [string, string], fee: number]
type Zap = { paid: string; amount: string; through: Pool; into: Pool }
const ETH_DUSD: Pool = [['ETH', 'DUSD'], 500]
const ETH_MOON: Pool = [['ETH', 'MOON'], 3000]
const DUSD_USDX: Pool = [['DUSD', 'USDX'], 100]
const MOON_DUSD: Pool = [['MOON', 'DUSD'], 3000]

const wallet = () => devnet.account(WALLET).address
const poolOf = ([symbols, fee]: Pool) => devnet.pool('V4', symbols, { fee })
function fieldsOf(pool: { token0: string; token1: string; reference: string }) {
  return { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
}

async function request({ paid, amount, through, into }: Zap) {
  const pool = poolOf(into)
  const { body } = await lp.get(`/api/liquidity/depth?chainId=${chainId}&protocol=V4&reference=${pool.reference}`)
  const round = (tick: number) => Math.round(tick / pool.tickSpacing) * pool.tickSpacing
  return {
    ...{ walletAddress: wallet(), chainId, protocol: 'V4' },
    existingPool: fieldsOf(pool),
    swapPool: fieldsOf(poolOf(through)),
    independentToken: { tokenAddress: address(paid), amount: units(paid, amount).toString() },
    tickBounds: { tickLower: round(body.currentTick - 2400), tickUpper: round(body.currentTick + 3000) },
  }
}

const NATIVE_BETWEEN: Zap = { paid: 'DUSD', amount: '3000', through: ETH_DUSD, into: ETH_MOON }
const ZAPS: readonly (readonly [string, Zap])[] = [
  ['a token, through native ETH', NATIVE_BETWEEN],
  ['native ETH, into a pool of two tokens', { paid: 'ETH', amount: '1', through: ETH_DUSD, into: MOON_DUSD }],
  ['a token, through another one', { paid: 'MOON', amount: '5000', through: MOON_DUSD, into: ETH_DUSD }],
]

/** Moves the price of a pool by a part of its depth. */
async function push(place: Pool, side: 'token0' | 'token1', divisor: bigint): Promise<void> {
  const pool = poolOf(place)
  const symbol = place[0].find((name) => address(name) === pool[side]) ?? ''
  const depth = units(symbol, { ETH: '100', MOON: '600000' }[symbol] ?? '300000')
  await swap(lp, pool, [side, depth / divisor])
}

describe.each(ZAPS)('a position from %s', (_name, zap) => {
  test('has the stated liquidity, and the rest comes back to the unit', async () => {
    const answer = await lp.ok('/lp/zap_in', await request(zap))
    expect(answer.simulation).toEqual({ ok: true })
    expect([answer.steps, answer.atomicRequired, answer.calls.length]).toEqual([
      undefined,
      false,
      answer.approvals.length + 1,
    ])
    expect(answer.limits.pay).toEqual([
      { tokenAddress: address(zap.paid), atMost: units(zap.paid, zap.amount).toString(), enforced: true },
    ])
    expect(answer.firstSwap.tokenOut).toBe(answer.swap.tokenIn)
    const ran = await runCalls(lp, WALLET, answer)
    expect(ran.status).toBe('mined')
    const { tokenAddress, atMost } = answer.limits.pay[0]
    const paid = new Map(ran.paid).set(tokenAddress, (ran.paid.get(tokenAddress) ?? 0n) - BigInt(atMost))
    expectReceived(answer, { ...ran, paid })
    const id = mintedBy(ran, 'V4')
    expect(await liquidityOf(lp, 'V4', id)).toBe(BigInt(answer.position.expectedLiquidity))
    expect(await ownerOf(lp, 'V4', id)).toBe(wallet())
  })

  test.each(['token0', 'token1'] as const)(
    'no push of %s in either pool breaks a limit; a drift passes',
    async (side) => {
      const answer = await lp.ok('/lp/zap_in', await request(zap))
      for (const place of [zap.through, zap.into]) {
        const built = await devnet.snapshot()
        await push(place, side, 20n)
        const { status, paid } = await runCalls(lp, WALLET, answer)
        const isBetter = place === zap.through && address(zap.paid) !== poolOf(place)[side]
        expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(
          isBetter ? ['mined', false] : ['reverted', true],
        )
        await devnet.revert(built)
      }
      for (const place of [zap.through, zap.into]) await push(place, side, 20_000n)
      expect((await runCalls(lp, WALLET, answer)).status).toBe('mined')
    },
  )

  test('is explained as stated, and one that pays a thief is explained so', async () => {
    const { transaction, approvals, limits } = await lp.ok('/lp/zap_in', await request(zap))
    const explain = startTestExplain(devnet)
    const honest = await explain.explain({ from: wallet(), transaction })
    expect([honest.body.known, honest.body.warnings]).toEqual([true, []])
    const data = transaction.data.replaceAll(wallet().slice(2).toLowerCase(), 'aa'.repeat(20))
    const lie = await explain.explain({ from: wallet(), transaction: { ...transaction, data } })
    expect(lie.body.warnings.map(({ code }: Body) => code)).toContain('OTHER_RECIPIENT')
    for (const { transaction: approval } of approvals) {
      const { body } = await explain.explain({ from: wallet(), transaction: approval })
      expect(body.approvals.map(({ amount }: Body) => amount)).toEqual([limits.pay[0].atMost])
    }
    explain[Symbol.dispose]()
  })
})

test('a pool that was pushed off the market must be accepted as the first one', async () => {
  for (let pushes = 0; pushes < 2; pushes += 1) await push(ETH_DUSD, 'token1', 5n)
  const { status, body } = await lp.post('/lp/zap_in', await request(NATIVE_BETWEEN))
  expect([status, body.details?.map(({ type }: Body) => type)]).toEqual([400, ['field', 'PRICE_OFF_MARKET']])
})

test('a first pool whose hook sets the fee is refused', async () => {
  const swapPool = fieldsOf(devnet.pool('V4', ['ETH', 'DUSD'], { hooks: DYNAMIC_FEE_HOOK }))
  const { status, body } = await lp.post('/lp/zap_in', { ...(await request(NATIVE_BETWEEN)), swapPool })
  expect([status, body.details?.[0].type]).toEqual([400, 'HOOK_CHANGES_AMOUNTS'])
})

test('a token that is not trusted is refused, as the payment and between the pools', async () => {
  const moon = { paid: 'MOON', amount: '5000', through: ETH_MOON, into: ETH_DUSD }
  const facts = { listedTokens: [address('DUSD')] }
  await using strict = await startTestLp({ devnet, facts })
  const between = { paid: 'ETH', amount: '1', through: ETH_MOON, into: MOON_DUSD }
  for (const zap of [moon, between]) {
    const { status, body } = await strict.post('/lp/zap_in', await request(zap))
    expect([status, body.details?.[0]]).toEqual([400, { type: 'UNLISTED_TOKEN', value: address('MOON') }])
  }
})

const SWAP_FIRST = 'a swap, then /lp/zap_in'
const NEW_V4 = '/lp/zap_in with protocol V4, existingPool, swapPool and a range'

test.each([
  ['without a pool to swap in', { swapPool: undefined }, ['/lp/zap_in with swapPool', SWAP_FIRST]],
  ['with a second token', { dependentToken: { tokenAddress: zeroAddress, amount: '1' } }, [SWAP_FIRST, NEW_V4]],
  ['on v3', { protocol: 'V3' }, [SWAP_FIRST, NEW_V4]],
  ['on v2', { protocol: 'V2', tickBounds: undefined }, [SWAP_FIRST, NEW_V4]],
  ['into a position', { tokenId: true, existingPool: undefined, tickBounds: undefined }, [SWAP_FIRST, NEW_V4]],
])('a token outside the pool %s is refused with the ways that there are', async (_name, more, alternatives) => {
  const { tokenId } = await positionIn(wallet(), poolOf(ETH_MOON))
  const asked = { ...(await request(NATIVE_BETWEEN)), ...more, ...('tokenId' in more && { tokenId }) }
  const { status, body } = await lp.post('/lp/zap_in', asked)
  const ways = alternatives.map((value) => ({ type: 'alternative', value }))
  const outside = { type: 'TOKEN_OUTSIDE_POOL', value: address('DUSD') }
  expect([status, body.details], JSON.stringify(body)).toEqual([400, [outside, ...ways]])
})

test.each([
  ['for a token of the pool', { swapPool: MOON_DUSD, paid: 'ETH', into: ETH_DUSD }, 'must be left out'],
  ['without a token of the pool', { swapPool: DUSD_USDX, paid: 'DUSD', into: ETH_MOON }, 'and a token of existingPool'],
  ['that does not hold the token', { swapPool: ETH_MOON, paid: 'DUSD', into: ETH_MOON }, 'must be a token of the pool'],
])('a first pool %s is refused in words', async (_name, { swapPool, paid, into }, message) => {
  const asked = await request({ paid, amount: '1', through: swapPool as Pool, into: into as Pool })
  const { status, body } = await lp.post('/lp/zap_in', asked)
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})
