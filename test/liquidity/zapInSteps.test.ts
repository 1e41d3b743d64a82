import { describe, expect, test } from 'vitest'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { liquidityOf, ownerOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, mintedBy, openFreshLp, units } from '../setup/liquidity/sharedLp.ts'

/** Positions of v2 and v3 from one token, by a swap and a deposit that both go through the wallet. */

const WALLET = 5
openFreshLp()

type Zap = readonly [protocol: 'V2' | 'V3', paid: string, amount: string]
const wallet = () => devnet.account(WALLET).address
const poolOf = ([protocol]: Zap) =>
  devnet.pool(protocol, ['WETH', 'DUSD'], ...(protocol === 'V2' ? [] : [{ fee: 500 }]))

async function request(zap: Zap) {
  const [protocol, paid, amount] = zap
  const pool = poolOf(zap)
  const base = {
    walletAddress: wallet(),
    chainId,
    protocol,
    existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
    independentToken: { tokenAddress: address(paid), amount: units(paid, amount).toString() },
  }
  if (protocol === 'V2') return base
  const { body } = await lp.get(`/api/liquidity/depth?chainId=${chainId}&protocol=V3&reference=${pool.reference}`)
  const round = (tick: number) => Math.round(tick / pool.tickSpacing) * pool.tickSpacing
  const tickBounds = { tickLower: round(body.currentTick - 2400), tickUpper: round(body.currentTick + 3000) }
  return { ...base, tickBounds }
}

async function push(zap: Zap, side: 'token0' | 'token1', divisor: bigint): Promise<void> {
  const pool = poolOf(zap)
  const depth = pool[side] === address('WETH') ? units('WETH', '100') : units('DUSD', '300000')
  await swap(lp, pool, [side, depth / divisor])
}

const ZAPS: readonly (readonly [string, Zap])[] = [
  ['a v3 position from a token', ['V3', 'DUSD', '6000']],
  ['a v3 position from native ETH', ['V3', 'ETH', '2']],
  ['v2 liquidity from a token', ['V2', 'DUSD', '6000']],
  ['v2 liquidity from native ETH', ['V2', 'ETH', '2']],
]

describe.each(ZAPS)('%s', (_name, zap) => {
  const [protocol, symbol] = zap

  test('takes and returns the stated amounts to the unit, and nothing stays in a contract', async () => {
    const answer = await lp.ok('/lp/zap_in', await request(zap))
    expect(answer.simulation).toEqual({ ok: true })
    expect([answer.transaction, answer.atomicRequired, answer.steps.length]).toEqual([undefined, false, 2])
    expect(answer.reason.code).toBe(`${protocol}_DEPOSIT_CANNOT_SWAP`)
    const paidToken = address(symbol)
    expect(answer.limits.pay.map(({ tokenAddress }: Body) => tokenAddress)).toEqual([paidToken])
    expect(BigInt(answer.limits.pay[0].atMost)).toBeLessThanOrEqual(units(symbol, zap[2]))
    const ran = await runCalls(lp, WALLET, answer)
    expect(ran.status).toBe('mined')
    const held = symbol === 'ETH' ? address('WETH') : paidToken
    const added = answer.spent.find(({ tokenAddress }: Body) => tokenAddress === held).amount
    expect(ran.paid.get(paidToken)).toBe(BigInt(answer.swap.amountIn) + BigInt(added))
    const other = answer.swap.tokenOut
    const rest = answer.received.find(({ tokenAddress }: Body) => tokenAddress === other)?.amount ?? '0'
    expect(ran.paid.get(other)).toBe(-BigInt(rest))
    if (protocol === 'V2') return
    const id = mintedBy(ran, 'V3')
    expect(await liquidityOf(lp, 'V3', id)).toBe(BigInt(answer.position.expectedLiquidity))
    expect(await ownerOf(lp, 'V3', id)).toBe(wallet())
  })

  test.each(['token0', 'token1'] as const)('stops after a push of %s, but not after a drift', async (side) => {
    const answer = await lp.ok('/lp/zap_in', await request(zap))
    const built = await devnet.snapshot()
    await push(zap, side, 20n)
    const { status } = await runCalls(lp, WALLET, answer)
    expect(status).toBe('reverted')
    await devnet.revert(built)
    await push(zap, side, 20_000n)
    expect((await runCalls(lp, WALLET, answer)).status).toBe('mined')
  })

  test('is explained as stated, approvals included, and a swap that pays a thief is explained so', async () => {
    const answer = await lp.ok('/lp/zap_in', await request(zap))
    const explain = startTestExplain(devnet)
    for (const { transaction } of [...answer.approvals, ...answer.steps]) {
      const { body } = await explain.explain({ from: wallet(), transaction })
      expect([body.known, body.warnings]).toEqual([true, []])
    }
    const { transaction } = answer.steps[0]
    const data = transaction.data.replaceAll(wallet().slice(2).toLowerCase(), 'aa'.repeat(20))
    const lie = await explain.explain({ from: wallet(), transaction: { ...transaction, data } })
    explain[Symbol.dispose]()
    expect(lie.body.warnings.map(({ code }: Body) => code)).toContain('OTHER_RECIPIENT')
  })
})

test('a value that is wrapped and not swapped is explained as left behind', async () => {
  const { steps } = await lp.ok('/lp/zap_in', await request(['V3', 'ETH', '2']))
  const { transaction } = steps[0]
  const explain = startTestExplain(devnet)
  const value = `0x${(BigInt(transaction.value) + 1n).toString(16)}`
  const { body } = await explain.explain({ from: wallet(), transaction: { ...transaction, value } })
  explain[Symbol.dispose]()
  expect(body.warnings.map(({ code }: Body) => code)).toContain('REST_NOT_RETURNED')
})

test('the pair of a v2 zap must be the one of its tokens, and has no range', async () => {
  const asked = await request(['V2', 'DUSD', '6000'])
  const existingPool = { ...asked.existingPool, poolReference: poolOf(['V3', '', '']).reference }
  expect(await lp.post('/lp/zap_in', { ...asked, existingPool })).toMatchObject({ status: 400 })
  const ranged = { ...asked, tickBounds: { tickLower: -600, tickUpper: 600 } }
  const { status, body } = await lp.post('/lp/zap_in', ranged)
  expect([status, body.message]).toEqual([400, expect.stringContaining('is for V3 and V4 only')])
})
