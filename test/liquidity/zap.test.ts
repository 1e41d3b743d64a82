import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { DYNAMIC_FEE_HOOK, FEE_TAKING_HOOK } from '#devnet/addresses.ts'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, ownerOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, mintedBy, openFreshLp, units } from '../setup/liquidity/sharedLp.ts'

/** Positions from one token, executed on the real router and managers from the answer alone. */

const WALLET = 5
openFreshLp()

type Zap = readonly [symbols: [string, string], fee: number, paid: string, amount: string]
const wallet = () => devnet.account(WALLET).address

async function request([symbols, fee, paid, amount]: Zap, [lower, upper]: readonly [number, number] = [-2400, 3000]) {
  const pool = devnet.pool('V4', symbols, { fee })
  const { body } = await lp.get(`/api/liquidity/depth?chainId=${chainId}&protocol=V4&reference=${pool.reference}`)
  const round = (tick: number) => Math.round(tick / pool.tickSpacing) * pool.tickSpacing
  return {
    walletAddress: wallet(),
    chainId,
    protocol: 'V4',
    existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
    independentToken: { tokenAddress: address(paid), amount: units(paid, amount).toString() },
    tickBounds: { tickLower: round(body.currentTick + lower), tickUpper: round(body.currentTick + upper) },
  }
}

const ZAPS: readonly (readonly [string, Zap])[] = [
  ['native ETH', [['ETH', 'DUSD'], 500, 'ETH', '1']],
  ['a token in a pool with native ETH', [['ETH', 'DUSD'], 500, 'DUSD', '3000']],
  ['a token', [['MOON', 'DUSD'], 3000, 'MOON', '5000']],
  ['the other token, over several segments', [['MOON', 'DUSD'], 3000, 'DUSD', '60000']],
]

const QUOTER = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Single { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint256 gasEstimate)',
])

async function quote([symbols, fee]: Zap, { tokenIn, amountIn }: Body): Promise<bigint> {
  const { token0, token1, tickSpacing } = devnet.pool('V4', symbols, { fee })
  const poolKey = { currency0: token0, currency1: token1, fee, tickSpacing, hooks: zeroAddress }
  const params = { poolKey, zeroForOne: tokenIn === token0, exactAmount: BigInt(amountIn), hookData: '0x' as const }
  const call = { address: devnet.description.contracts.v4Quoter, abi: QUOTER, args: [params] as const }
  const { result } = await devnet.client.simulateContract({ ...call, functionName: 'quoteExactInputSingle' })
  return result[0]
}

describe.each(ZAPS)('a position from %s', (_name, zap) => {
  test('has the stated liquidity, and the rest comes back to the unit', async () => {
    const answer = await lp.ok('/lp/zap_in', await request(zap))
    expect(answer.simulation).toEqual({ ok: true })
    expect(BigInt(answer.swap.expectedOut)).toBe(await quote(zap, answer.swap))
    expect(answer.calls.length).toBe(answer.approvals.length + 1)
    const ran = await runCalls(lp, WALLET, answer)
    expect(ran.status).toBe('mined')
    const { tokenAddress, atMost } = answer.limits.pay[0]
    const paid = new Map(ran.paid).set(tokenAddress, (ran.paid.get(tokenAddress) ?? 0n) - BigInt(atMost))
    expectReceived(answer, { ...ran, paid })
    const id = mintedBy(ran, 'V4')
    expect(await liquidityOf(lp, 'V4', id)).toBe(BigInt(answer.position.expectedLiquidity))
    expect(await ownerOf(lp, 'V4', id)).toBe(wallet())
  })

  test.each(['token0', 'token1'] as const)('reverts after a push of %s, and passes after a drift', async (side) => {
    const answer = await lp.ok('/lp/zap_in', await request(zap))
    const [symbols, fee] = zap
    const pool = devnet.pool('V4', symbols, { fee })
    const symbol = symbols.find((name) => address(name) === pool[side]) ?? ''
    const depth = units(symbol, { ETH: '100', MOON: '600000' }[symbol] ?? '300000')
    const built = await devnet.snapshot()
    await swap(lp, pool, [side, depth / 20n])
    const { status, paid } = await runCalls(lp, WALLET, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
    await devnet.revert(built)
    await swap(lp, pool, [side, depth / 20_000n])
    expect((await runCalls(lp, WALLET, answer)).status).toBe('mined')
  })
})

test('the approvals of a zap are exact and end within the hour', async () => {
  const { approvals, limits } = await lp.ok('/lp/zap_in', await request(ZAPS[2]?.[1] as Zap))
  const explain = startTestExplain(devnet)
  const granted: Body[] = []
  for (const { transaction } of approvals) {
    const { body } = await explain.explain({ from: wallet(), transaction })
    granted.push(...body.approvals)
  }
  explain[Symbol.dispose]()
  expect(granted.map(({ amount }) => amount)).toEqual(granted.map(() => limits.pay[0].atMost))
  const until = granted.map((grant) => grant.until).filter((end) => end !== null)
  expect(until).toHaveLength(1)
  expect(Date.parse(until[0])).toBeLessThanOrEqual(Date.now() + 3_600_000)
})

test('a position that would belong to the router is read as one, and warned of', async () => {
  const { transaction } = await lp.ok('/lp/zap_in', await request(ZAPS[0]?.[1] as Zap))
  const own = wallet().slice(2).toLowerCase()
  const given = transaction.data.replaceAll(own, '1'.padStart(40, '0'))
  expect(given).not.toBe(transaction.data)
  const explain = startTestExplain(devnet)
  const honest = await explain.explain({ from: wallet(), transaction })
  const lie = await explain.explain({ from: wallet(), transaction: { ...transaction, data: given } })
  explain[Symbol.dispose]()
  expect([honest.body.known, honest.body.warnings]).toEqual([true, []])
  expect(lie.body.warnings.map(({ code }: Body) => code)).toContain('OTHER_RECIPIENT')
})

test.each([
  ['takes a share', ['MOON', 'DUSD'], FEE_TAKING_HOOK],
  ['sets the fee', ['ETH', 'DUSD'], DYNAMIC_FEE_HOOK],
] as const)('a pool whose hook %s is refused', async (_name, symbols, hooks) => {
  const pool = devnet.pool('V4', [...symbols], { hooks })
  const asked = await request(ZAPS[symbols[0] === 'ETH' ? 0 : 2]?.[1] as Zap)
  const existingPool = { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
  const { status, body } = await lp.post('/lp/zap_in', { ...asked, existingPool })
  expect([status, body.details?.[0].type], JSON.stringify(body)).toEqual([400, 'HOOK_CHANGES_AMOUNTS'])
})

test('a range that needs no swap is for create', async () => {
  const asked = await request(ZAPS[0]?.[1] as Zap, [1200, 2400])
  const { status, body } = await lp.post('/lp/zap_in', asked)
  expect([status, body.details?.[0].type]).toEqual([400, 'NO_SWAP'])
})

test('a router whose version was not tried is not used', async () => {
  const { uniswap } = devnetDeployment(devnet.description)
  const universalRouter = { address: devnet.description.contracts.universalRouter, version: '1.2' }
  await using other = await startTestLp({ devnet, facts: { uniswap: { ...uniswap, universalRouter } } })
  const { status, body } = await other.post('/lp/zap_in', await request(ZAPS[0]?.[1] as Zap))
  expect([status, body.details?.[0].type]).toEqual([400, 'ROUTER_NOT_PROBED'])
})

test('nothing that a stranger could sweep lies in the contracts after a zap', async () => {
  const answer = await lp.ok('/lp/zap_in', await request(ZAPS[1]?.[1] as Zap))
  await runCalls(lp, WALLET, answer)
  const manager = devnet.description.contracts.v4PositionManager
  const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])
  for (const symbol of ['DUSD', 'MOON', 'WETH']) {
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [manager] })
    expect(BigInt((await devnet.client.call({ to: address(symbol), data })).data ?? 1)).toBe(0n)
  }
  expect(await devnet.client.getBalance({ address: manager })).toBe(0n)
})
