import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { DYNAMIC_FEE_HOOK, FEE_TAKING_HOOK } from '#devnet/addresses.ts'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, openFreshLp, units } from '../setup/liquidity/sharedLp.ts'

/** Positions of v2 and v4 that end in one token, by a removal and a swap that both go through the wallet. */

const OWNER = 0
openFreshLp()

type Place = readonly [protocol: 'V2' | 'V4', symbols: [string, string], fee: number]
const NATIVE: Place = ['V4', ['ETH', 'DUSD'], 500]
const TOKENS: Place = ['V4', ['MOON', 'DUSD'], 3000]
const PAIR: Place = ['V2', ['WETH', 'DUSD'], 3000]

const owner = () => devnet.account(OWNER).address
const poolOf = ([protocol, symbols, fee]: Place) =>
  devnet.pool(protocol, symbols, ...(protocol === 'V2' ? [] : [{ fee }]))

async function positionIn(place: Place): Promise<Body> {
  const { reference } = poolOf(place)
  const { body } = await lp.get(`/api/liquidity/positions?owner=${owner()}&chainId=${chainId}`)
  return body.positions.find(({ poolReference }: Body) => poolReference === reference)
}

async function request(place: Place, out: string, percent = 100) {
  const [protocol] = place
  const { token0, token1 } = poolOf(place)
  const named =
    protocol === 'V2'
      ? { token0Address: token0, token1Address: token1 }
      : { tokenId: (await positionIn(place)).tokenId as string }
  const base = { walletAddress: owner(), chainId, protocol, ...named }
  return { ...base, tokenOutAddress: address(out), liquidityPercentageToDecrease: percent }
}

const DEPTH: Record<string, string> = { ETH: '100', WETH: '100', MOON: '600000', DUSD: '300000' }

/** Moves the price by a part of the pool. */
async function push(place: Place, side: 'token0' | 'token1', divisor: bigint): Promise<void> {
  const pool = poolOf(place)
  const symbol = place[1].find((name) => address(name) === pool[side]) ?? ''
  await swap(lp, pool, [side, units(symbol, DEPTH[symbol] ?? '1') / divisor])
}

const CASES: readonly (readonly [string, Place, string, number])[] = [
  ['v4 with native ETH in its token', NATIVE, 'DUSD', 100],
  ['v4 with native ETH in ETH', NATIVE, 'ETH', 100],
  ['v4 with tokens', TOKENS, 'DUSD', 40],
  ['v2 in its token', PAIR, 'DUSD', 100],
  ['v2 in native ETH', PAIR, 'ETH', 100],
  ['v2 in wrapped ETH', PAIR, 'WETH', 25],
]

describe.each(CASES)('%s', (_name, place, out, percent) => {
  const ask = async () => lp.ok('/lp/zap_out', await request(place, out, percent))

  test('pays the stated amounts to the unit, and nothing stays in a contract', async () => {
    const [, [first, second]] = place
    await lp.trade(poolOf(place), tradesOf(place, first, second))
    const { tokenId } = await positionIn(place)
    const before = tokenId && (await liquidityOf(lp, 'V4', BigInt(tokenId)))
    const answer = await ask()
    expect(answer.simulation).toEqual({ ok: true })
    expect([answer.transaction, answer.atomicRequired, answer.steps.length]).toEqual([undefined, false, 2])
    expect(answer.reason.code).toBe(`${place[0]}_EXIT_CANNOT_SWAP`)
    expect(answer.calls.length).toBe(answer.approvals.length + 2)
    const own = answer.limits.pay.filter(({ tokenAddress }: Body) => tokenAddress !== poolOf(place).reference)
    expect(own).toEqual([])
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    if (before) {
      expect(await liquidityOf(lp, 'V4', BigInt(tokenId))).toBe(before - (before * BigInt(percent)) / 100n)
    }
  })

  test.each(['token0', 'token1'] as const)('stops after a push of %s, but not after a drift', async (side) => {
    const answer = await ask()
    const built = await devnet.snapshot()
    await push(place, side, 20n)
    const { status, paid } = await runCalls(lp, OWNER, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
    await devnet.revert(built)
    await push(place, side, 20_000n)
    expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
  })

  test('a push between the two transactions stops the second, and the wallet keeps both tokens', async () => {
    const answer = await ask()
    const swapped = answer.swap.tokenIn === poolOf(place).token0 ? 'token0' : 'token1'
    await runCalls(lp, OWNER, { ...answer, calls: answer.calls.slice(0, -1), limits: { pay: [], receive: [] } })
    await push(place, swapped, 10n)
    const { status, paid } = await runCalls(lp, OWNER, { ...answer, calls: answer.calls.slice(-1) })
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
  })

  test('is explained as stated, and a swap that pays a thief is explained so', async () => {
    const answer = await ask()
    const explain = startTestExplain(devnet)
    for (const { transaction, limits } of answer.steps) {
      const honest = await explain.explain({ from: owner(), transaction })
      expect([honest.body.known, honest.body.warnings]).toEqual([true, []])
      const paid = honest.body.limits.receive.map(({ atLeast }: Body) => atLeast)
      expect(paid.toSorted()).toEqual(limits.receive.map(({ atLeast }: Body) => atLeast).toSorted())
    }
    const { transaction } = answer.steps[1]
    const data = transaction.data.replaceAll(owner().slice(2).toLowerCase(), 'aa'.repeat(20))
    const lie = await explain.explain({ from: owner(), transaction: { ...transaction, data } })
    expect(lie.body.warnings.map(({ code }: Body) => code)).toContain('OTHER_RECIPIENT')
    explain[Symbol.dispose]()
  })
})

/** Amounts of both tokens in the order of the pool. */
function tradesOf(place: Place, first: string, second: string): [bigint, bigint] {
  const worth = (symbol: string) => units(symbol, { ETH: '2', WETH: '2', MOON: '12000' }[symbol] ?? '6000')
  const isFirst = address(first) === poolOf(place).token0
  return isFirst ? [worth(first), worth(second)] : [worth(second), worth(first)]
}

test('approvals are exact, and those at Permit2 end within the hour', async () => {
  const answer = await lp.ok('/lp/zap_out', await request(TOKENS, 'DUSD'))
  const explain = startTestExplain(devnet)
  const granted: Body[] = []
  for (const { transaction } of answer.approvals) {
    granted.push(...(await explain.explain({ from: owner(), transaction })).body.approvals)
  }
  explain[Symbol.dispose]()
  expect(granted.length).toBeGreaterThan(0)
  expect(granted.map(({ amount }) => amount)).toEqual(granted.map(() => answer.swap.amountIn))
  for (const { until } of granted.filter((grant) => grant.until !== null)) {
    expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() + 3_600_000)
  }
})

test.each([
  ['takes a share', ['MOON', 'DUSD'], FEE_TAKING_HOOK],
  ['sets the fee', ['ETH', 'DUSD'], DYNAMIC_FEE_HOOK],
] as const)('a pool whose hook %s is refused', async (_name, symbols, hooks) => {
  const pool = devnet.pool('V4', [...symbols], { hooks })
  const { body: list } = await lp.get(`/api/liquidity/positions?owner=${owner()}&chainId=${chainId}`)
  const held = list.positions.find(({ poolReference }: Body) => poolReference === pool.reference)
  const asked = { walletAddress: owner(), chainId, protocol: 'V4', tokenOutAddress: address('DUSD') }
  const { status, body } = await lp.post('/lp/zap_out', { ...asked, tokenId: held.tokenId })
  expect([status, body.details?.[0].type], JSON.stringify(body)).toEqual([400, 'HOOK_CHANGES_AMOUNTS'])
})

test.each([
  [{ protocol: 'V4' }, 'tokenId is required for V4'],
  [{ protocol: 'V2' }, 'token0Address is required for V2'],
])('%o is asked for the fields it lacks', async (sent, message) => {
  const asked = { walletAddress: owner(), chainId, tokenOutAddress: zeroAddress, ...sent }
  const { status, body } = await lp.post('/lp/zap_out', asked)
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})
