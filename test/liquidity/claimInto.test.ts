import { describe, expect, test } from 'vitest'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, openFreshLp, positionIn, units } from '../setup/liquidity/sharedLp.ts'

/** Fees of many v3 positions that become one token, executed on the real router from the answer alone. */

const OWNER = 0
openFreshLp()

type Place = readonly [symbols: [string, string], fee: number]
const LOW: Place = [['WETH', 'DUSD'], 500]
const MEDIUM: Place = [['WETH', 'DUSD'], 3000]
const DOLLARS: Place = [['DUSD', 'USDX'], 100]
const MOON: Place = [['MOON', 'WETH'], 3000]
const UNTRADED: Place = [['MOON', 'DUSD'], 10_000]
const TRADED: Record<string, string> = { WETH: '2', DUSD: '6000', USDX: '6000', MOON: '12000' }

const owner = () => devnet.account(OWNER).address
const poolOf = ([symbols, fee]: Place) => devnet.pool('V3', symbols, { fee })

async function earn(place: Place): Promise<void> {
  for (const side of ['token0', 'token1'] as const) await trade(place, side, 1n)
}

async function trade(place: Place, side: 'token0' | 'token1', divisor: bigint): Promise<void> {
  const pool = poolOf(place)
  const symbol = place[0].find((name) => address(name) === pool[side]) ?? ''
  await swap(lp, pool, [side, units(symbol, TRADED[symbol] ?? '0') / divisor])
}

async function asked(places: readonly Place[]) {
  const found = await Promise.all(places.map((place) => positionIn(owner(), poolOf(place))))
  return found.map(({ tokenId }) => ({ protocol: 'V3', tokenId }))
}

async function request(places: readonly Place[], out: string, more: object = {}) {
  return { walletAddress: owner(), chainId, positions: await asked(places), tokenOutAddress: address(out), ...more }
}

/** The answer as one that `runCalls` takes: it has one group. */
async function ask(places: readonly Place[], out: string): Promise<Body> {
  const answer = await lp.ok('/lp/claim_many', await request(places, out))
  expect(answer.groups).toHaveLength(1)
  const [group] = answer.groups
  expect(group.simulation).toEqual({ ok: true })
  return { ...group, approvals: answer.approvals, calls: answer.calls, leftOut: answer.leftOut }
}

const INTO = [
  ['DUSD', [LOW, MEDIUM, DOLLARS]],
  ['WETH', [LOW, MEDIUM, MOON]],
  ['ETH', [LOW, MEDIUM, MOON]],
] as const

describe.each(INTO)('the fees of v3 positions in three pools, in %s alone', (out, places) => {
  test('arrive to the unit, their liquidity stays, and nothing stays in a contract', async () => {
    for (const place of places) await earn(place)
    const ids = await asked(places)
    const before = await Promise.all(ids.map(({ tokenId }) => liquidityOf(lp, 'V3', BigInt(tokenId))))
    const answer = await ask(places, out)
    expect([answer.limits.pay, answer.swaps.length, answer.approvals.length, answer.calls.length]).toEqual([
      [],
      3,
      3,
      4,
    ])
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    expect(answer.received.map(({ tokenAddress }: Body) => tokenAddress)).toEqual([address(out)])
    expect(await Promise.all(ids.map(({ tokenId }) => liquidityOf(lp, 'V3', BigInt(tokenId))))).toEqual(before)
  })

  // A push pays fees to the positions as well; the limits are asserted by every run.
  test.each(['token0', 'token1'] as const)(
    'pay at least the stated minimum or nothing after a push of %s',
    async (side) => {
      for (const place of places) await earn(place)
      const answer = await ask(places, out)
      const built = await devnet.snapshot()
      for (const divisor of [4000n, 1n]) {
        for (const place of places) await trade(place, side, divisor)
        const { status, paid } = await runCalls(lp, OWNER, answer)
        const moved = [...paid.values()].some((amount) => amount !== 0n)
        expect([divisor, moved]).toEqual([divisor, status === 'mined'])
        await devnet.revert(built)
      }
    },
  )

  test('are swapped only where all of them are still there', async () => {
    for (const place of places) await earn(place)
    const answer = await ask(places, out)
    const [first] = await asked(places)
    const { claim } = await lp.ok('/lp/claim_fees', { walletAddress: owner(), chainId, ...first })
    await lp.send(OWNER, claim)
    const { status, paid } = await runCalls(lp, OWNER, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
  })
})

test('fees of a token that had none before also reach the wallet', async () => {
  const dollars = poolOf(DOLLARS)
  const positions = await asked([DOLLARS])
  await lp.send(OWNER, (await lp.ok('/lp/claim_fees', { walletAddress: owner(), chainId, ...positions[0] })).claim)
  const side = dollars.token0 === address('DUSD') ? 'token0' : 'token1'
  await trade(DOLLARS, side, 1n)
  await earn(LOW)
  const answer = await ask([LOW, DOLLARS], 'DUSD')
  expect(answer.swaps).toHaveLength(1)
  await trade(DOLLARS, side === 'token0' ? 'token1' : 'token0', 1n)
  const before = await lp.balance(address('USDX'), owner())
  expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
  expect(await lp.balance(address('USDX'), owner())).toBeGreaterThan(before)
})

test('a stranger gains nothing by the approvals or by the calldata', async () => {
  await earn(LOW)
  const answer = await ask([LOW, MEDIUM], 'DUSD')
  for (const { transaction } of answer.approvals) await devnet.send(OWNER, transaction)
  const { to, data } = answer.transaction
  expect((await devnet.submit(7, { to, data })).status).toBe('reverted')
  const again = await ask([LOW, MEDIUM], 'DUSD')
  expect(again.approvals).toEqual([])
})

test.each([
  ['pay a thief', 'aa'.repeat(20), 'OTHER_RECIPIENT'],
  ['stay in the router', '2'.padStart(40, '0'), 'REST_NOT_RETURNED'],
])('fees that %s are explained so, and honest ones as stated', async (_name, recipient, code) => {
  await earn(LOW)
  const { transaction } = await ask([LOW, MEDIUM], 'DUSD')
  const data = transaction.data.replaceAll(owner().slice(2).toLowerCase(), recipient)
  expect(data).not.toBe(transaction.data)
  const explain = startTestExplain(devnet)
  const honest = await explain.explain({ from: owner(), transaction })
  const lie = await explain.explain({ from: owner(), transaction: { ...transaction, data } })
  explain[Symbol.dispose]()
  expect([honest.body.known, honest.body.warnings]).toEqual([true, []])
  expect(lie.body.warnings.map((warning: Body) => warning.code)).toContain(code)
})

test('positions that cannot be swapped are left out with the reason, and the others are collected', async () => {
  await earn(LOW)
  const v4 = await positionIn(owner(), devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 }))
  const positions = [...(await asked([LOW, MOON, UNTRADED])), { protocol: 'V4', tokenId: v4.tokenId }]
  const answer = await lp.ok('/lp/claim_many', { ...(await request([], 'DUSD')), positions })
  const codes = answer.leftOut.map(({ code }: Body) => code)
  expect(codes.sort()).toEqual(['NOTHING_TO_CLAIM', 'TOKEN_OUTSIDE_POOL', 'V4_EXIT_CANNOT_SWAP'])
  expect(answer.groups.flatMap(({ tokenIds }: Body) => tokenIds)).toEqual([positions[0]?.tokenId])
  expect((await runCalls(lp, OWNER, { ...answer.groups[0], calls: answer.calls })).status).toBe('mined')
})

test('where none can be swapped the refusal has every reason', async () => {
  const { status, body } = await lp.post('/lp/claim_many', await request([MOON], 'DUSD'))
  expect([status, body.details?.[0].type]).toEqual([400, 'TOKEN_OUTSIDE_POOL'])
  expect(body.message).toContain('Leave tokenOutAddress out')
})

test.each([
  ['slippageTolerance', { slippageTolerance: 1, tokenOutAddress: undefined }, 'is only for tokenOutAddress'],
  ['collectAsWeth', { collectAsWeth: false }, 'cannot be combined with tokenOutAddress'],
])('%s is refused where it has no meaning', async (_field, more, message) => {
  const { status, body } = await lp.post('/lp/claim_many', await request([LOW], 'DUSD', more))
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})

test('a router whose version was not tried is not used', async () => {
  const { uniswap } = devnetDeployment(devnet.description)
  const universalRouter = { address: devnet.description.contracts.universalRouter, version: '1.2' }
  await using other = await startTestLp({ devnet, facts: { uniswap: { ...uniswap, universalRouter } } })
  const { status, body } = await other.post('/lp/claim_many', await request([LOW], 'DUSD'))
  expect([status, body.details?.[0].type]).toEqual([400, 'ROUTER_NOT_PROBED'])
})
