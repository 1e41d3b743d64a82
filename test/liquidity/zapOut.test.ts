import { encodeFunctionData, parseAbi, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { type Body, startTestLp } from '../setup/liquidity/lp.ts'
import { expectReceived, liquidityOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, openFreshLp } from '../setup/liquidity/sharedLp.ts'

/** Positions that end in one token, executed on the real router from the answer alone. */

const OWNER = 0
openFreshLp()

const pool = () => devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
const owner = () => devnet.account(OWNER).address

async function positionId(): Promise<string> {
  const { body } = await lp.get(`/api/liquidity/positions?owner=${owner()}&chainId=${chainId}`)
  return body.positions.find(({ poolReference }: Body) => poolReference === pool().reference).tokenId
}

async function request(out: string, more: object = {}) {
  const base = { walletAddress: owner(), chainId, protocol: 'V3', tokenId: await positionId() }
  return { ...base, tokenOutAddress: address(out), ...more }
}

async function push(side: 'token0' | 'token1', divisor: bigint): Promise<void> {
  const isWeth = pool()[side] === address('WETH')
  const depth = isWeth ? parseUnits('100', 18) : parseUnits('300000', devnet.token('DUSD').decimals)
  await swap(lp, pool(), [side, depth / divisor])
}

const OUTS = [
  ['DUSD', 100],
  ['WETH', 100],
  ['ETH', 100],
  ['DUSD', 25],
] as const

describe.each(OUTS)('a v3 position in %s alone, %i percent of it', (out, percent) => {
  const ask = async () => lp.ok('/lp/zap_out', await request(out, { liquidityPercentageToDecrease: percent }))

  test('pays the stated amount to the unit, and nothing stays in the router', async () => {
    await lp.trade(pool(), [parseUnits('2', 18), parseUnits('6000', devnet.token('DUSD').decimals)])
    const id = BigInt(await positionId())
    const before = await liquidityOf(lp, 'V3', id)
    const answer = await ask()
    expect(answer.simulation).toEqual({ ok: true })
    expect(answer.limits.pay).toEqual([])
    expect(answer.calls.length).toBe(2)
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    expect(await liquidityOf(lp, 'V3', id)).toBe(before - (before * BigInt(percent)) / 100n)
    expect(await holdingsOf(devnet.description.contracts.universalRouter)).toEqual([0n, 0n, 0n])
  })

  test.each(['token0', 'token1'] as const)('reverts after a push of %s, and pays after a drift', async (side) => {
    const answer = await ask()
    const built = await devnet.snapshot()
    await push(side, 20n)
    const { status, paid } = await runCalls(lp, OWNER, answer)
    expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
    await devnet.revert(built)
    await push(side, 5_000n)
    expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
  })
})

describe.each(['DUSD', 'WETH', 'ETH'])('the fees of a v3 position in %s alone', (out) => {
  const earn = () => lp.trade(pool(), [parseUnits('2', 18), parseUnits('6000', devnet.token('DUSD').decimals)])
  const ask = async () => lp.ok('/lp/zap_out', await request(out, { liquidityPercentageToDecrease: 0 }))

  test('arrive to the unit, and its liquidity stays', async () => {
    await earn()
    const id = BigInt(await positionId())
    const before = await liquidityOf(lp, 'V3', id)
    const answer = await ask()
    expect([answer.simulation, answer.limits.pay]).toEqual([{ ok: true }, []])
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    expectReceived(answer, ran)
    expect(await liquidityOf(lp, 'V3', id)).toBe(before)
    expect(await holdingsOf(devnet.description.contracts.universalRouter)).toEqual([0n, 0n, 0n])
  })

  // A push pays fees to the position as well, and the minimum holds for the sum.
  test.each(['token0', 'token1'] as const)('pay the stated minimum or nothing after a push of %s', async (side) => {
    await earn()
    const answer = await ask()
    await push(side, 20n)
    await runCalls(lp, OWNER, answer)
  })

  test('are swapped only where they are still there', async () => {
    await earn()
    const answer = await ask()
    const own = { walletAddress: owner(), chainId, protocol: 'V3', tokenId: await positionId() }
    await lp.send(OWNER, (await lp.ok('/lp/claim_fees', own)).claim)
    const ran = await runCalls(lp, OWNER, answer)
    expect([ran.status, [...ran.paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
  })

  test('are explained as stated, and those that go to a thief are explained so', async () => {
    await earn()
    const { transaction } = await ask()
    const explain = startTestExplain(devnet)
    const honest = await explain.explain({ from: owner(), transaction })
    const data = transaction.data.replaceAll(owner().slice(2).toLowerCase(), 'aa'.repeat(20))
    const lie = await explain.explain({ from: owner(), transaction: { ...transaction, data } })
    explain[Symbol.dispose]()
    expect([honest.body.known, honest.body.warnings]).toEqual([true, []])
    expect(lie.body.warnings.map(({ code }: Body) => code)).toContain('OTHER_RECIPIENT')
  })
})

test.each(['V2', 'V4'])('fees alone of %s are refused with another way', async (protocol) => {
  const tokens = { token0Address: pool().token0, token1Address: pool().token1 }
  const asked = await request('DUSD', { protocol, ...tokens, liquidityPercentageToDecrease: 0 })
  const { status, body } = await lp.post('/lp/zap_out', asked)
  expect([status, body.message]).toEqual([400, expect.stringContaining('must be from 1 to 100')])
})

async function holdingsOf(account: `0x${string}`): Promise<bigint[]> {
  const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] })
  const tokens = await Promise.all(
    ['DUSD', 'WETH'].map(async (symbol) => BigInt((await devnet.client.call({ to: address(symbol), data })).data ?? 1)),
  )
  return [...tokens, await devnet.client.getBalance({ address: account })]
}

test('the approval is of one position, and gives a stranger nothing', async () => {
  const answer = await lp.ok('/lp/zap_out', await request('DUSD'))
  const explain = startTestExplain(devnet)
  const approval = await explain.explain({ from: owner(), transaction: answer.approvals[0].transaction })
  const main = await explain.explain({ from: owner(), transaction: answer.transaction })
  explain[Symbol.dispose]()
  expect(approval.body.approvals).toMatchObject([{ positionId: await positionId() }])
  expect([main.body.known, main.body.warnings]).toEqual([true, []])
  expect(main.body.limits.receive).toMatchObject([{ atLeast: answer.limits.receive[0].atLeast }])
  const { to, data } = answer.approvals[0].transaction
  await devnet.send(OWNER, { to, data })
  const stolen = await devnet.submit(7, { to: answer.transaction.to, data: answer.transaction.data })
  expect(stolen.status).toBe('reverted')
  expect((await lp.ok('/lp/zap_out', await request('DUSD'))).approvals).toEqual([])
})

test.each([
  ['pays a stranger', (data: string, own: string) => data.replaceAll(own, 'aa'.repeat(20)), 'OTHER_RECIPIENT'],
  [
    'leaves the money in the router',
    (data: string, own: string) => data.replaceAll(own, '2'.padStart(40, '0')),
    'REST_NOT_RETURNED',
  ],
])('calldata that %s is read as such', async (_name, change, code) => {
  const { transaction } = await lp.ok('/lp/zap_out', await request('DUSD'))
  const data = change(transaction.data, owner().slice(2).toLowerCase())
  expect(data).not.toBe(transaction.data)
  const explain = startTestExplain(devnet)
  const { body } = await explain.explain({ from: owner(), transaction: { ...transaction, data } })
  explain[Symbol.dispose]()
  expect(body.warnings.map((warning: Body) => warning.code)).toContain(code)
})

test('a token of another pool is refused with the two to choose from', async () => {
  const { status, body } = await lp.post('/lp/zap_out', await request('MOON'))
  expect([status, body.code]).toEqual([400, 'invalid_argument'])
  expect(body.message).toContain(address('DUSD'))
})

test('another’s position is refused', async () => {
  const { status, body } = await lp.post(
    '/lp/zap_out',
    await request('DUSD', { walletAddress: devnet.account(7).address }),
  )
  expect([status, body.code]).toEqual([403, 'permission_denied'])
})

test('a position that pays out this token alone needs no swap', async () => {
  const { token0 } = pool()
  await push('token1', 2n)
  const { tokenId } = await request('DUSD')
  await lp.send(
    OWNER,
    (await lp.ok('/lp/claim_fees', { walletAddress: owner(), chainId, protocol: 'V3', tokenId })).claim,
  )
  const out = token0 === address('WETH') ? 'DUSD' : 'WETH'
  const { status, body } = await lp.post('/lp/zap_out', await request(out))
  expect([status, body.details?.[0].type], JSON.stringify(body)).toEqual([400, 'NO_SWAP'])
})

test('a router whose version was not tried is not used', async () => {
  const { uniswap } = devnetDeployment(devnet.description)
  const universalRouter = { address: devnet.description.contracts.universalRouter, version: '1.2' }
  await using other = await startTestLp({ devnet, facts: { uniswap: { ...uniswap, universalRouter } } })
  const { status, body } = await other.post('/lp/zap_out', await request('DUSD'))
  expect([status, body.details?.[0].type]).toEqual([400, 'ROUTER_NOT_PROBED'])
})
