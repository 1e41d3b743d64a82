import { type Address, encodeFunctionData, parseAbi, toFunctionSelector, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { FEE_TAKING_HOOK } from '#devnet/addresses.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { type Body, mintedId } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, ownerOf, runCalls } from '../setup/liquidity/recipes.ts'
import { chainId, devnet, lp, openFreshLp, units } from '../setup/liquidity/sharedLp.ts'

/** Claims of many positions, compounding and moving, executed on the real contracts from the answer alone. */

const OWNER = 0
openFreshLp()

type Symbols = [string, string]
type Place = readonly ['V3' | 'V4', Symbols, number]

const owner = () => devnet.account(OWNER).address
const poolOf = ([protocol, symbols, fee]: Place) => devnet.pool(protocol, symbols, { fee })
const own = (protocol: string) => ({ walletAddress: owner(), chainId, protocol })

async function listed(): Promise<Body[]> {
  const found: Body[] = []
  let cursor = ''
  do {
    const query = `owner=${owner()}&chainId=${chainId}${cursor && `&cursor=${cursor}`}`
    const { body } = await lp.get(`/api/liquidity/positions?${query}`)
    found.push(...body.positions)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  return found
}

async function positionIn(place: Place): Promise<Body> {
  const { reference } = poolOf(place)
  return (await listed()).find(({ poolReference }) => poolReference === reference)
}

/** Trades in both directions, so that the position has fees of both tokens. */
async function earn(place: Place): Promise<void> {
  const pool = poolOf(place)
  const [first, second] = [pool.token0, pool.token1].map((token) => symbolOf(token))
  await lp.trade(pool, [amountOf(first), amountOf(second)])
}

const symbolOf = (address: string) =>
  address === zeroAddress ? 'ETH' : (devnet.description.tokens.find((token) => token.address === address)?.symbol ?? '')
const WORTH: Record<string, string> = { ETH: '2', WETH: '2', DUSD: '6000', MOON: '12000', USDX: '6000' }
const amountOf = (symbol = '') => units(symbol, WORTH[symbol] ?? '1')

/** Moves the price by a part of the pool: a tenth moves it by about a fifth. */
async function push(place: Place, side: 'token0' | 'token1', part: number): Promise<void> {
  const pool = poolOf(place)
  const whole = units(
    symbolOf(pool[side]),
    { ETH: '100', WETH: '100', MOON: '600000' }[symbolOf(pool[side])] ?? '300000',
  )
  await swap(lp, pool, [side, (whole * BigInt(Math.round(part * 1e6))) / 1_000_000n])
}

const PLACES: readonly (readonly [string, Place, object])[] = [
  ['v4 with native ETH', ['V4', ['ETH', 'DUSD'], 500], {}],
  ['v4 with tokens', ['V4', ['MOON', 'DUSD'], 3000], {}],
  ['v3', ['V3', ['WETH', 'DUSD'], 500], {}],
  ['v3 by way of native ETH', ['V3', ['WETH', 'DUSD'], 500], { collectAsWeth: false }],
]

describe.each(PLACES)('compounding %s', (_name, place, extra) => {
  const [protocol] = place
  const ask = async (more: object = {}) => {
    const { tokenId } = await positionIn(place)
    return lp.ok('/lp/compound', { ...own(protocol), tokenId, ...extra, ...more })
  }

  test('turns fees into the stated liquidity, and pays out the stated rest to the unit', async () => {
    await earn(place)
    const { tokenId, uncollectedFees } = await positionIn(place)
    const before = await liquidityOf(lp, protocol, BigInt(tokenId))
    const answer = await ask()
    expect(answer.simulation).toEqual({ ok: true })
    expect(answer.limits.pay).toEqual([])
    expect(answer.atomicRequired).toBe(false)
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    const gained = (await liquidityOf(lp, protocol, BigInt(tokenId))) - before
    expect(gained).toBe(BigInt(answer.position.expectedLiquidity))
    expect(gained).toBeGreaterThanOrEqual(BigInt(answer.limits.liquidity.atLeast))
    const worth = (list: Body[], token: string) => BigInt(list.find((one) => one.tokenAddress === token)?.amount ?? 0)
    const held = answer.spent.map(({ tokenAddress }: Body) => tokenAddress)
    for (const [index, side] of ['token0', 'token1'].entries()) {
      const total = worth(answer.spent, held[index]) + worth(answer.received, held[index])
      expect(total).toBe(BigInt(uncollectedFees[side].amount))
    }
  })

  test.each(['token0', 'token1'] as const)('reverts after a push of %s, and passes a drift', async (side) => {
    await earn(place)
    const answer = await ask()
    const built = await devnet.snapshot()
    await push(place, side, 0.05)
    const { status, paid } = await runCalls(lp, OWNER, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
    await devnet.revert(built)
    await push(place, side, 0.0002)
    expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
  })

  test('reverts where the fees are gone, and takes nothing from the wallet in their place', async () => {
    await earn(place)
    const answer = await ask()
    const { tokenId } = await positionIn(place)
    const { claim } = await lp.ok('/lp/claim_fees', { ...own(protocol), tokenId })
    await lp.send(OWNER, claim)
    const { status, paid } = await runCalls(lp, OWNER, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
  })
})

test('a position without fees is not compounded, and claim_fees is named', async () => {
  const place: Place = ['V4', ['ETH', 'DUSD'], 500]
  const { tokenId } = await positionIn(place)
  await lp.send(OWNER, (await lp.ok('/lp/claim_fees', { ...own('V4'), tokenId })).claim)
  const { status, body } = await lp.post('/lp/compound', { ...own('V4'), tokenId })
  expect([status, body.code, body.details[0].type]).toEqual([400, 'failed_precondition', 'NOTHING_TO_COMPOUND'])
  expect(body.message).toContain('/lp/claim_fees')
})

test.each(['/lp/compound', '/lp/rerange'])('%s refuses a hook that can change the amounts', async (path) => {
  const pool = devnet.pool('V4', ['MOON', 'DUSD'], { hooks: FEE_TAKING_HOOK })
  const { tokenId } = (await listed()).find(({ poolReference }) => poolReference === pool.reference)
  const range = path === '/lp/rerange' ? { tickBounds: { tickLower: -600, tickUpper: 600 } } : {}
  const { status, body } = await lp.post(path, { ...own('V4'), tokenId, ...range })
  expect([status, body.code, body.details?.[0].type]).toEqual([400, 'failed_precondition', 'HOOK_CHANGES_AMOUNTS'])
})

test.each(['/lp/compound', '/lp/rerange'])('%s of another’s position is refused', async (path) => {
  const { tokenId } = await positionIn(['V4', ['ETH', 'DUSD'], 500])
  const range = path === '/lp/rerange' ? { tickBounds: { tickLower: -198000, tickUpper: -190000 } } : {}
  const walletAddress = devnet.account(7).address
  const { status, body } = await lp.post(path, { ...own('V4'), walletAddress, tokenId, ...range })
  expect([status, body.code]).toEqual([403, 'permission_denied'])
})

const RANGES = [
  ['a wider one', -4000, 4000],
  ['a narrower one', -600, 900],
  ['one above the price', 1200, 2400],
] as const

describe.each(PLACES.slice(0, 3))('moving %s', (_name, place) => {
  const [protocol] = place
  const ask = async ([lower, upper]: readonly [number, number], more: object = {}) => {
    const { tokenId, tickLower, tickUpper } = await positionIn(place)
    const middle = Math.round((tickLower + tickUpper) / 2)
    const tickBounds = { tickLower: middle + lower, tickUpper: middle + upper }
    return lp.ok('/lp/rerange', { ...own(protocol), tokenId, tickBounds, ...more })
  }
  const manager = () => devnet.description.contracts[protocol === 'V4' ? 'v4PositionManager' : 'v3PositionManager']

  test.each(RANGES)('to %s mints the stated liquidity and pays out the rest to the unit', async (_to, lower, upper) => {
    await earn(place)
    const { tokenId } = await positionIn(place)
    const answer = await ask([lower, upper])
    expect(answer.simulation).toEqual({ ok: true })
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    const minted = BigInt(mintedId({ logs: mints(ran.logs) } as Body, manager()))
    expect(await liquidityOf(lp, protocol, minted)).toBe(BigInt(answer.position.expectedLiquidity))
    expect(await ownerOf(lp, protocol, minted)).toBe(owner())
    if (protocol === 'V3') expect(await liquidityOf(lp, protocol, BigInt(tokenId))).toBe(0n)
  })

  test.each(['token0', 'token1'] as const)('reverts after a push of %s, and passes a drift', async (side) => {
    const answer = await ask([-4000, 4000])
    const built = await devnet.snapshot()
    await push(place, side, 0.05)
    const { status, paid } = await runCalls(lp, OWNER, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
    await devnet.revert(built)
    await push(place, side, 0.0002)
    expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
  })

  test('in part leaves the rest of its liquidity where it is', async () => {
    await earn(place)
    const { tokenId, liquidity } = await positionIn(place)
    const answer = await ask([-4000, 4000], { liquidityPercentageToDecrease: 30 })
    expect(answer.simulation).toEqual({ ok: true })
    if (protocol === 'V4') expect(answer.limits.pay).toEqual([])
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    const minted = BigInt(mintedId({ logs: mints(ran.logs) } as Body, manager()))
    expect(await liquidityOf(lp, protocol, minted)).toBe(BigInt(answer.position.expectedLiquidity))
    const left = BigInt(liquidity) - (BigInt(liquidity) * 30n) / 100n
    expect(await liquidityOf(lp, protocol, BigInt(tokenId))).toBe(left)
  })

  test.each([
    ['tickLower', -3000],
    ['tickUpper', 3000],
  ] as const)('around the price with one chosen tick (%s) keeps both tokens at work', async (name, distance) => {
    await earn(place)
    const { tokenId, tickLower, tickUpper } = await positionIn(place)
    const keepRatio = { [name]: Math.round((tickLower + tickUpper) / 2) + distance }
    const answer = await lp.ok('/lp/rerange', { ...own(protocol), tokenId, keepRatio })
    expect(answer.simulation).toEqual({ ok: true })
    expect(answer.warnings.map(({ code }: Body) => code)).not.toContain('LARGE_REST')
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
  })

  test('with a chosen tick on the wrong side of the price is refused', async () => {
    const { tokenId, tickUpper } = await positionIn(place)
    const request = { ...own(protocol), tokenId, keepRatio: { tickLower: tickUpper + 6000 } }
    const { status, body } = await lp.post('/lp/rerange', request)
    expect([status, body.message]).toEqual([400, expect.stringContaining('Send another tick, or tickBounds')])
  })

  test.each(['token0', 'token1'] as const)('in part reverts after a push of %s', async (side) => {
    const answer = await ask([-4000, 4000], { liquidityPercentageToDecrease: 30 })
    await push(place, side, 0.05)
    const { status, paid } = await runCalls(lp, OWNER, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
  })

  test('to its own range is refused', async () => {
    const { tokenId, tickLower, tickUpper } = await positionIn(place)
    const request = { ...own(protocol), tokenId, tickBounds: { tickLower, tickUpper } }
    expect(await lp.post('/lp/rerange', request)).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
  })

  test('out of its range to one around the price needs a swap, and the answer says so', async () => {
    await push(place, 'token0', 0.3)
    const { tokenId, tickLower, tickUpper } = await positionIn(place)
    const { claim } = await lp.ok('/lp/claim_fees', { ...own(protocol), tokenId })
    await lp.send(OWNER, claim)
    const tickBounds = { tickLower: tickLower - 8000, tickUpper }
    const { status, body } = await lp.post('/lp/rerange', { ...own(protocol), tokenId, tickBounds })
    expect([status, body.details?.[0].type], JSON.stringify(body)).toEqual([400, 'RANGE_NEEDS_SWAP'])
  })
})

/** The logs of new positions; a burn has a transfer too. */
function mints(logs: readonly Body[]): Body[] {
  return logs.filter(({ topics }) => topics.length === 4 && BigInt(topics[1]) === 0n)
}

/** A subscriber that accepts every call but the notice of a change. */
async function refusingSubscriber(): Promise<Address> {
  const address = '0x7a4b0000000000000000000000000000000000aa'
  const selector = toFunctionSelector('function notifyModifyLiquidity(uint256,int256,int256)').slice(2)
  await devnet.client.setCode({ address, bytecode: `0x60003560e01c63${selector}14601057005b60006000fd` })
  return address
}

describe('claiming many', () => {
  const all = async () =>
    (await listed())
      .filter(({ protocol, isPermissioned }) => protocol !== 'V2' && !isPermissioned)
      .map(({ protocol, tokenId }) => ({ protocol, tokenId }))

  test.each([true, false])('collects every fee to the unit (collectAsWeth %s)', async (collectAsWeth) => {
    for (const [, place] of PLACES) await earn(place)
    const positions = await all()
    const answer = await lp.ok('/lp/claim_many', { walletAddress: owner(), chainId, positions, collectAsWeth })
    const claimed = answer.groups.flatMap(({ tokenIds, protocol }: Body) => tokenIds.map((id: string) => protocol + id))
    const left = answer.leftOut.map(({ tokenId, protocol }: Body) => protocol + tokenId)
    expect([...claimed, ...left].sort()).toEqual(positions.map(({ protocol, tokenId }) => protocol + tokenId).sort())
    expect(claimed.length).toBeGreaterThan(4)
    const paid = new Map<string, bigint>()
    for (const group of answer.groups) {
      expect(group.simulation).toEqual({ ok: true })
      const ran = await runCalls(lp, OWNER, { ...group, calls: [group.transaction] })
      expect(ran.status).toBe('mined')
      for (const [token, amount] of ran.paid) paid.set(token, (paid.get(token) ?? 0n) + amount)
    }
    expectReceived(answer, { status: 'mined', paid, logs: [] })
    const tokens = answer.received.map(({ tokenAddress }: Body) => tokenAddress)
    expect(tokens.includes(devnet.token('WETH').address)).toBe(collectAsWeth)
  })

  test('isolates positions that cannot be collected, and names the reasons', async () => {
    const refusing = await positionIn(['V4', ['MOON', 'DUSD'], 3000])
    const good = await positionIn(['V4', ['ETH', 'DUSD'], 500])
    const subscriber = await refusingSubscriber()
    const abi = parseAbi(['function subscribe(uint256 id, address subscriber, bytes data)'])
    const args = [BigInt(refusing.tokenId), subscriber, '0x'] as const
    const to = devnet.description.contracts.v4PositionManager
    await devnet.send(OWNER, { to, data: encodeFunctionData({ abi, functionName: 'subscribe', args }) })
    for (const [, place] of PLACES) await earn(place)
    const positions = [
      { protocol: 'V4', tokenId: refusing.tokenId },
      { protocol: 'V4', tokenId: good.tokenId },
      { protocol: 'V4', tokenId: '1' },
      { protocol: 'V4', tokenId: '999999' },
      { protocol: 'V3', tokenId: '2' },
    ]
    const answer = await lp.ok('/lp/claim_many', { walletAddress: owner(), chainId, positions })
    const codes = Object.fromEntries(answer.leftOut.map(({ tokenId, code }: Body) => [tokenId, code]))
    expect(codes).toEqual({ [refusing.tokenId]: 'SUBSCRIBER_REFUSES', 1: 'NOT_APPROVED', 999999: 'NOT_FOUND' })
    expect(answer.groups.flatMap(({ tokenIds }: Body) => tokenIds).sort()).toEqual([good.tokenId, '2'].sort())
    for (const group of answer.groups) {
      expect((await runCalls(lp, OWNER, { ...group, calls: [group.transaction] })).status).toBe('mined')
    }
  })

  test('of nothing is refused with every reason', async () => {
    const positions = [{ protocol: 'V3', tokenId: '999999' }]
    const { status, body } = await lp.post('/lp/claim_many', { walletAddress: owner(), chainId, positions })
    expect([status, body.code, body.details]).toEqual([
      400,
      'failed_precondition',
      [{ type: 'NOT_FOUND', value: '999999' }],
    ])
  })

  test('refuses a position that is named twice', async () => {
    const one = { protocol: 'V3', tokenId: '2' }
    const { status, body } = await lp.post('/lp/claim_many', { walletAddress: owner(), chainId, positions: [one, one] })
    expect([status, body.message]).toEqual([400, expect.stringContaining('positions must not name a position twice')])
  })
})
