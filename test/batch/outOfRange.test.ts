import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { runBatch, type TestBatch, withFreshBatch } from '../setup/batch.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { Body } from '../setup/liquidity/lp.ts'

/** A position that left its range moves back around the price: a removal and a zap as one batch, as the refusal says. */

const OWNER = 0
const ETHER = 10n ** 18n
const chainId = 4663

let batch: TestBatch
withFreshBatch((started) => {
  batch = started
})

const wallet = () => batch.devnet.account(OWNER).address
const poolOf = (protocol: 'V3' | 'V4') =>
  batch.devnet.pool(protocol, [protocol === 'V4' ? 'ETH' : 'WETH', 'DUSD'], { fee: 500 })

async function positionIn(protocol: 'V3' | 'V4'): Promise<Body> {
  const { body } = await batch.lp.get(`/api/liquidity/positions?owner=${wallet()}&chainId=${chainId}`)
  return body.positions.find(({ poolReference }: Body) => poolReference === poolOf(protocol).reference)
}

async function tickOf(protocol: 'V3' | 'V4'): Promise<number> {
  const query = `chainId=${chainId}&protocol=${protocol}&reference=${poolOf(protocol).reference}`
  return (await batch.lp.get(`/api/liquidity/depth?${query}`)).body.currentTick
}

/** Somebody has deposited around a lower price, and somebody else sells until the position holds ETH alone. */
async function leaveRange(protocol: 'V3' | 'V4'): Promise<Body> {
  const before = await positionIn(protocol)
  const isFirst = poolOf(protocol).token0 !== batch.devnet.token('DUSD').address
  for (let pushes = 0; (await positionIn(protocol)).status === 'IN_RANGE'; pushes += 1) {
    expect(pushes).toBeLessThan(8)
    await swap(batch.lp, poolOf(protocol), [isFirst ? 'token0' : 'token1', 40n * ETHER])
  }
  return before
}

describe.each(['V4', 'V3'] as const)('a %s position out of range', (protocol) => {
  const ask = async () => {
    const { tokenId } = await leaveRange(protocol)
    const { token0, token1, reference } = poolOf(protocol)
    const middle = Math.round((await tickOf(protocol)) / 10) * 10
    const tickBounds = { tickLower: middle - 3000, tickUpper: middle + 3000 }
    const own = { walletAddress: wallet(), chainId, protocol }
    await batch.ok('/lp/claim_fees', { ...own, tokenId }).then(({ claim }) => batch.lp.send(OWNER, claim))
    const refused = await batch.post('/lp/rerange', { ...own, tokenId, tickBounds })
    const alternatives = refused.body.details.filter(({ type }: Body) => type === 'alternative')
    expect([refused.status, refused.body.details[0].type]).toEqual([400, 'RANGE_NEEDS_SWAP'])
    expect(alternatives).toMatchObject([{ value: '/api/batch/prepare with lpDecrease, then lpZapIn' }])
    const removal = {
      ...{ protocol, nftTokenId: tokenId, token0Address: token0, token1Address: token1 },
      liquidityPercentageToDecrease: 100,
    }
    const { limits } = await batch.ok('/lp/decrease', { ...own, ...removal })
    const [paid] = limits.receive.filter(({ atLeast }: Body) => atLeast !== '0')
    const existingPool = { token0Address: token0, token1Address: token1, poolReference: reference }
    const independentToken = { tokenAddress: paid.tokenAddress as Address, amount: paid.atLeast }
    const zap = { protocol, existingPool, independentToken, tickBounds, acceptRisks: ['PRICE_OFF_MARKET'] }
    const operations = [
      { operation: 'lpDecrease', body: removal },
      { operation: 'lpZapIn', body: zap },
    ]
    return batch.ok('/api/batch/prepare', { walletAddress: wallet(), chainId, atomic: true, operations })
  }

  test('is around the price again after one transaction that takes nothing from the wallet', async () => {
    const answer = await ask()
    expect(answer.limits.pay).toEqual([])
    const { status } = await runBatch(batch, answer, OWNER)
    expect(status).toBe('success')
    const { body } = await batch.lp.get(`/api/liquidity/positions?owner=${wallet()}&chainId=${chainId}`)
    const here = body.positions.filter(({ poolReference }: Body) => poolReference === poolOf(protocol).reference)
    expect(here.some((position: Body) => position.status === 'IN_RANGE')).toBe(true)
  })

  test.each(['token0', 'token1'] as const)('stays where it is after a push of %s', async (side) => {
    const answer = await ask()
    const token = poolOf(protocol)[side]
    const amount = token === batch.devnet.token('DUSD').address ? 15_000_000_000n : 5n * ETHER
    await swap(batch.lp, poolOf(protocol), [side, amount])
    const { status, paid } = await runBatch(batch, answer, OWNER)
    expect([status, [...paid.values()].every((change) => change === 0n)]).toEqual(['reverted', true])
  })
})

/** A new pool at the price of the one that is left, and what of it the refused migration asks for. */
async function intoNew(protocol: 'V3' | 'V4') {
  const { token0, token1, reference: referenceIdentifier } = poolOf(protocol)
  const poolReferences = [{ protocol, chainId, referenceIdentifier }]
  const { pools } = await batch.ok('/lp/pool_info', { protocol, poolReferences })
  const spacing = protocol === 'V3' ? 200 : 10
  const middle = Math.round(pools[0].currentTick / spacing) * spacing
  const [fee, initialPrice] = [protocol === 'V3' ? 10_000 : 777, pools[0].sqrtRatioX96]
  return {
    newPool: { token0Address: token0, token1Address: token1, fee, tickSpacing: spacing, initialPrice },
    tickBounds: { tickLower: middle - 3000, tickUpper: middle + 3000 },
  }
}

describe.each([
  ['V4', 'V4'],
  ['V3', 'V3'],
  ['V4', 'V3'],
  ['V3', 'V4'],
] as const)('a %s position out of range that is to open a %s pool', (protocol, targetProtocol) => {
  test('is refused, because a new pool has nothing to swap in, with the way that there is', async () => {
    const { tokenId } = await leaveRange(protocol)
    const own = { walletAddress: wallet(), chainId, protocol }
    await batch.ok('/lp/claim_fees', { ...own, tokenId }).then(({ claim }) => batch.lp.send(OWNER, claim))
    const target = await intoNew(targetProtocol)
    const like = await intoNew(protocol)
    const newPool = { ...target.newPool, initialPrice: like.newPool.initialPrice }
    const tickBounds = roundedTo(target, like)
    const request = { ...own, tokenId, targetProtocol, newPool, tickBounds, acceptRisks: ['PRICE_OFF_MARKET'] }
    const { status, body } = await batch.post('/lp/migrate', request)
    const details = Object.fromEntries(body.details.map(({ type, value }: Body) => [type, value]))
    expect([status, details]).toMatchObject([
      400,
      { reason: 'NEW_POOL_CANNOT_SWAP', alternative: '/api/batch/prepare with lpZapOut, lpDecrease, then lpCreate' },
    ])
  })
})

function roundedTo({ newPool: { tickSpacing } }: Body, { tickBounds }: Body) {
  const round = (tick: number) => Math.round(tick / tickSpacing) * tickSpacing
  return { tickLower: round(tickBounds.tickLower), tickUpper: round(tickBounds.tickUpper) }
}

describe.each(['V4', 'V3'] as const)('a %s position out of range, by the way that the refusal names', (protocol) => {
  const ask = async () => {
    const { tokenId } = await leaveRange(protocol)
    const own = { walletAddress: wallet(), chainId }
    await batch.ok('/lp/claim_fees', { ...own, protocol, tokenId }).then(({ claim }) => batch.lp.send(OWNER, claim))
    const target = await intoNew(protocol)
    const { token0Address, token1Address } = target.newPool
    const dusd = batch.devnet.token('DUSD').address
    const zap = { protocol, tokenId, tokenOutAddress: dusd, liquidityPercentageToDecrease: 50 }
    const removal = { protocol, nftTokenId: tokenId, token0Address, token1Address }
    const swapped = await batch.ok('/lp/zap_out', { ...own, ...zap })
    const half = await batch.ok('/lp/decrease', { ...own, ...removal, liquidityPercentageToDecrease: 50 })
    const ether = half.limits.receive.find(({ atLeast }: Body) => atLeast !== '0')
    const dollars = swapped.limits.receive.find(({ tokenAddress }: Body) => tokenAddress === dusd)
    const part = ({ tokenAddress, atLeast }: Body) => ({
      tokenAddress,
      amount: ((BigInt(atLeast) * 9n) / 10n).toString(),
    })
    const deposit = { protocol, ...target, independentToken: part(ether), dependentToken: part(dollars) }
    const operations = [
      { operation: 'lpZapOut', body: zap },
      { operation: 'lpDecrease', body: { ...removal, liquidityPercentageToDecrease: 100 } },
      { operation: 'lpCreate', body: { ...deposit, acceptRisks: ['PRICE_OFF_MARKET'] } },
    ]
    return batch.ok('/api/batch/prepare', { ...own, atomic: true, operations })
  }

  test('is in a new pool around the price after one transaction that takes nothing from the wallet', async () => {
    const answer = await ask()
    expect(answer.limits.pay).toEqual([])
    const { status } = await runBatch(batch, answer, OWNER)
    expect(status).toBe('success')
    const { body } = await batch.lp.get(`/api/liquidity/positions?owner=${wallet()}&chainId=${chainId}`)
    const fee = protocol === 'V3' ? 10_000 : 777
    const there = body.positions.filter(
      (one: Body) => one.protocol === protocol && one.fee === fee && one.liquidity !== '0',
    )
    expect(there.some((one: Body) => one.status === 'IN_RANGE')).toBe(true)
  })

  // A push the other way makes its swap pay more; every run asserts the limits.
  test.each([
    ['sells', 'stays where it is'],
    ['buys', 'gets its limits'],
  ])('after a push of the token that it %s, it %s', async (which) => {
    const answer = await ask()
    const dusd = batch.devnet.token('DUSD').address
    const side = (poolOf(protocol).token0 === dusd) === (which === 'buys') ? 'token0' : 'token1'
    await swap(batch.lp, poolOf(protocol), [side, which === 'buys' ? 15_000_000_000n : 5n * ETHER])
    const { status, paid } = await runBatch(batch, answer, OWNER)
    const isMoved = [...paid.values()].some((change) => change !== 0n)
    expect([status, isMoved]).toEqual(which === 'buys' ? ['success', true] : ['reverted', false])
  })
})
