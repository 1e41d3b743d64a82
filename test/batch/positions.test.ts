import { describe, expect, test } from 'vitest'
import { runBatch, type TestBatch, withFreshBatch } from '../setup/batch.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { Body } from '../setup/liquidity/lp.ts'

/** Changes of positions that take several operations: merged, compounded with a swap, and moved with the rest as an order. */

const OWNER = 0
const ETHER = 10n ** 18n
const chainId = 4663

let batch: TestBatch
withFreshBatch((started) => {
  batch = started
})

type Protocol = 'V3' | 'V4'
const wallet = () => batch.devnet.account(OWNER).address
const poolOf = (protocol: Protocol) =>
  batch.devnet.pool(protocol, [protocol === 'V4' ? 'ETH' : 'WETH', 'DUSD'], { fee: 500 })

async function positionsIn(protocol: Protocol): Promise<Body[]> {
  const { body } = await batch.lp.get(`/api/liquidity/positions?owner=${wallet()}&chainId=${chainId}`)
  return body.positions.filter(({ poolReference }: Body) => poolReference === poolOf(protocol).reference)
}

const tokensOf = (protocol: Protocol) => ({
  token0Address: poolOf(protocol).token0,
  token1Address: poolOf(protocol).token1,
})
const existingPool = (protocol: Protocol) => ({ ...tokensOf(protocol), poolReference: poolOf(protocol).reference })

async function prepare(operations: readonly object[]): Promise<Body> {
  return batch.ok('/api/batch/prepare', { walletAddress: wallet(), chainId, atomic: true, operations })
}

const removal = (protocol: Protocol, { tokenId }: Body) => ({
  operation: 'lpDecrease',
  body: { protocol, nftTokenId: tokenId, ...tokensOf(protocol), liquidityPercentageToDecrease: 100 },
})

async function least(protocol: Protocol, position: Body): Promise<[bigint, bigint]> {
  const own = { walletAddress: wallet(), chainId }
  const { limits } = await batch.ok('/lp/decrease', { ...own, ...removal(protocol, position).body })
  const of = (token: string) =>
    BigInt(limits.receive.find(({ tokenAddress }: Body) => tokenAddress === token)?.atLeast ?? 0)
  return [of(poolOf(protocol).token0), of(poolOf(protocol).token1)]
}

describe.each(['V4', 'V3'] as const)('%s positions', (protocol) => {
  const isFirst = () => poolOf(protocol).token0 !== batch.devnet.token('DUSD').address
  const ethSide = () => (isFirst() ? 'token0' : 'token1')

  const second = async () => {
    const [first] = await positionsIn(protocol)
    const tickBounds = { tickLower: first.tickLower - 1000, tickUpper: first.tickUpper + 1000 }
    const body = { walletAddress: wallet(), chainId, protocol, existingPool: existingPool(protocol), tickBounds }
    const independentToken = { tokenAddress: poolOf(protocol)[ethSide()], amount: (2n * ETHER).toString() }
    const answer = await batch.ok('/lp/create', { ...body, independentToken })
    for (const { to, data, value } of answer.calls) await batch.lp.send(OWNER, { to, data, value })
    return positionsIn(protocol)
  }

  const merge = async () => {
    const [first, other] = await second()
    const [a, b] = [await least(protocol, first), await least(protocol, other)]
    const [token0, token1] = [poolOf(protocol).token0, poolOf(protocol).token1]
    const deposit = {
      ...{ protocol, existingPool: existingPool(protocol) },
      tickBounds: { tickLower: first.tickLower, tickUpper: first.tickUpper },
      independentToken: { tokenAddress: token0, amount: (((a[0] + b[0]) * 95n) / 100n).toString() },
      dependentToken: { tokenAddress: token1, amount: (a[1] + b[1]).toString() },
    }
    const operations = [removal(protocol, first), removal(protocol, other), { operation: 'lpCreate', body: deposit }]
    return prepare(operations)
  }

  test('become one in a transaction that takes nothing from the wallet', async () => {
    const answer = await merge()
    expect(answer.limits.pay).toEqual([])
    expect((await runBatch(batch, answer, OWNER)).status).toBe('success')
    const held = (await positionsIn(protocol)).filter(({ liquidity }) => liquidity !== '0')
    expect(held).toHaveLength(1)
  })

  test.each(['token0', 'token1'] as const)('stay apart after a push of %s', async (side) => {
    const answer = await merge()
    await swap(batch.lp, poolOf(protocol), [side, side === ethSide() ? 5n * ETHER : 15_000_000_000n])
    const { status, paid } = await runBatch(batch, answer, OWNER)
    expect([status, [...paid.values()].every((change) => change === 0n)]).toEqual(['reverted', true])
  })

  /** The position moves to a wider range, and the wallet adds two ETH and as many dollars as go with them. */
  const moveWithMore = async () => {
    const [position] = await positionsIn(protocol)
    const [first, other] = await least(protocol, position)
    const [ether, dollars] = isFirst() ? [first, other] : [other, first]
    const [ethToken, dollarToken] = isFirst()
      ? [poolOf(protocol).token0, poolOf(protocol).token1]
      : [poolOf(protocol).token1, poolOf(protocol).token0]
    const deposit = {
      ...{ protocol, existingPool: existingPool(protocol) },
      tickBounds: { tickLower: position.tickLower - 1000, tickUpper: position.tickUpper + 1000 },
      independentToken: { tokenAddress: ethToken, amount: (ether + 2n * ETHER).toString() },
      dependentToken: { tokenAddress: dollarToken, amount: (dollars + 12_000_000_000n).toString() },
    }
    const answer = await prepare([removal(protocol, position), { operation: 'lpCreate', body: deposit }])
    return {
      answer,
      position,
      most: new Map([[ethToken, 2n * ETHER] as const, [dollarToken, 12_000_000_000n] as const]),
    }
  }

  test('move with fresh money, of which no more leaves the wallet than is stated', async () => {
    const { answer, position, most } = await moveWithMore()
    expect(answer.limits.pay.length).toBeGreaterThan(0)
    for (const { tokenAddress, atMost } of answer.limits.pay) {
      expect([tokenAddress, BigInt(atMost) <= ((most.get(tokenAddress) ?? 0n) * 102n) / 100n]).toEqual([
        tokenAddress,
        true,
      ])
    }
    const { status, paid } = await runBatch(batch, answer, OWNER)
    expect(status).toBe('success')
    const pays = answer.limits.pay.map(
      ({ tokenAddress, atMost }: Body) => (paid.get(tokenAddress) ?? 0n) <= BigInt(atMost),
    )
    expect(pays.every(Boolean)).toBe(true)
    const held = (await positionsIn(protocol)).filter(({ liquidity }) => liquidity !== '0')
    expect(held).toMatchObject([{ status: 'IN_RANGE', tickLower: position.tickLower - 1000 }])
    const ethOf = ({ amounts }: Body) => BigInt((isFirst() ? amounts.token0 : amounts.token1).amount)
    expect(ethOf(held[0])).toBeGreaterThan(ethOf(position))
  })

  test.each(['token0', 'token1'] as const)('do not move with fresh money after a push of %s', async (side) => {
    const { answer } = await moveWithMore()
    await swap(batch.lp, poolOf(protocol), [side, side === ethSide() ? 5n * ETHER : 15_000_000_000n])
    const { status, paid } = await runBatch(batch, answer, OWNER)
    expect([status, [...paid.values()].every((change) => change === 0n)]).toEqual(['reverted', true])
  })

  test('add fees of one token to their liquidity by a swap', async () => {
    const [position] = await positionsIn(protocol)
    await swap(batch.lp, poolOf(protocol), [ethSide(), 3n * ETHER])
    const { tokenId } = position
    const claim = { protocol, tokenId }
    const { limits } = await batch.ok('/lp/claim_fees', { walletAddress: wallet(), chainId, ...claim })
    const paid = limits.receive.find(({ tokenAddress }: Body) => tokenAddress === poolOf(protocol)[ethSide()])
    expect(BigInt(paid.atLeast)).toBeGreaterThan(0n)
    const independentToken = { tokenAddress: paid.tokenAddress, amount: paid.atLeast }
    const answer = await prepare([
      { operation: 'lpClaimFees', body: claim },
      { operation: 'lpZapIn', body: { ...claim, independentToken } },
    ])
    expect((await runBatch(batch, answer, OWNER)).status).toBe('success')
    const after = (await positionsIn(protocol)).find((one) => one.tokenId === tokenId)
    expect(BigInt(after?.liquidity)).toBeGreaterThan(BigInt(position.liquidity))
  })

  test('move, and their rest waits as a range order', async () => {
    const [{ tokenId, tickLower, tickUpper }] = (await positionsIn(protocol)) as [Body]
    const middle = Math.round((tickLower + tickUpper) / 20) * 10
    const move = { protocol, tokenId, tickBounds: { tickLower: middle - 600, tickUpper: middle + 3000 } }
    const { received } = await batch.ok('/lp/rerange', { walletAddress: wallet(), chainId, ...move })
    const rest = received.toSorted((a: Body, b: Body) => Number(BigInt(b.amount) - BigInt(a.amount)))
    const dusd = batch.devnet.token('DUSD').address
    const isDusd = received.find(({ tokenAddress }: Body) => tokenAddress === dusd)
    const placed = isDusd && BigInt(isDusd.amount) > 1_000_000n ? isDusd : rest[0]
    const isToken0 = placed.tokenAddress === poolOf(protocol).token0
    const query = `chainId=${chainId}&protocol=${protocol}&reference=${poolOf(protocol).reference}`
    const { currentTick } = (await batch.lp.get(`/api/liquidity/depth?${query}`)).body
    const at = Math.floor(currentTick / 10) * 10
    const tickBounds = isToken0
      ? { tickLower: at + 20, tickUpper: at + 30 }
      : { tickLower: at - 30, tickUpper: at - 20 }
    const amount = ((BigInt(placed.amount) * 9n) / 10n).toString()
    const order = { protocol, existingPool: existingPool(protocol), tickBounds }
    const answer = await prepare([
      { operation: 'lpRerange', body: move },
      { operation: 'lpCreate', body: { ...order, independentToken: { tokenAddress: placed.tokenAddress, amount } } },
    ])
    expect((await runBatch(batch, answer, OWNER)).status).toBe('success')
    const held = (await positionsIn(protocol)).filter(({ liquidity }) => liquidity !== '0')
    expect(held.map(({ status }) => status).toSorted()).toEqual(['IN_RANGE', 'OUT_OF_RANGE'])
  })
})
