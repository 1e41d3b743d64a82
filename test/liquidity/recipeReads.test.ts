import { zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** The reads of every recipe: how often a request asks the node, and none while the state is in hand. */

const chainId = 4663
const OWNER = 0
let devnet: TestDevnet
let rpc: FaultRpc
let lp: TestLp
let keeping: TestLp

beforeAll(async () => {
  devnet = await startTestDevnet()
  rpc = await startFaultRpc({ upstreams: [httpUpstream(devnet.rpcUrl)] })
  const rpcUrl = () => rpc.url
  lp = await startTestLp({ devnet, rpcUrl })
  // The clock does not advance, so cached reads stay fresh on a slow machine.
  const clock = { now: () => 0, date: Date.now, random: Math.random }
  keeping = await startTestLp({ devnet, rpcUrl, clock, facts: { blockTimeMs: 1000 } })
  for (const [symbols, protocol] of [
    [['ETH', 'DUSD'], 'V4'],
    [['WETH', 'DUSD'], 'V3'],
  ] as const)
    await lp.trade(devnet.pool(protocol, [...symbols], { fee: 500 }), [2n * 10n ** 18n, 6_000_000_000n])
  // The first request also asks which chain it is, and measures the transfers of tokens.
  for (const service of [lp, keeping]) for (const [, , path, body] of RECIPES) await service.ok(path, body())
})
beforeEach(() => rpc.reset())
afterAll(async () => {
  for (const service of [lp, keeping]) await service[Symbol.asyncDispose]()
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

const base = () => ({ walletAddress: devnet.account(OWNER).address, chainId, simulateTransaction: false })
const dusd = () => devnet.token('DUSD').address
const tickBounds = { tickLower: -200_250, tickUpper: -192_250 }
const held = (protocol: 'V2' | 'V3' | 'V4') => {
  const { token0, token1 } = poolOf(protocol)
  return protocol === 'V2' ? { protocol, token0Address: token0, token1Address: token1 } : { protocol, tokenId: '2' }
}
const poolOf = (protocol: 'V2' | 'V3' | 'V4') =>
  protocol === 'V2'
    ? devnet.pool('V2', ['WETH', 'DUSD'])
    : devnet.pool(protocol, [protocol === 'V4' ? 'ETH' : 'WETH', 'DUSD'], { fee: 500 })
const into = (protocol: 'V2' | 'V3' | 'V4') => {
  const { token0, token1, reference } = poolOf(protocol)
  const existingPool = { token0Address: token0, token1Address: token1, poolReference: reference }
  return { existingPool, ...(protocol !== 'V2' && { tickBounds }) }
}
const from = (protocol: 'V2' | 'V3' | 'V4') => () => ({
  ...base(),
  protocol,
  ...into(protocol),
  independentToken: { tokenAddress: zeroAddress, amount: String(10n ** 17n) },
})
const out = (protocol: 'V2' | 'V3' | 'V4') => () => ({
  ...base(),
  ...held(protocol),
  tokenOutAddress: dusd(),
  liquidityPercentageToDecrease: 20,
})
const move = (protocol: 'V2' | 'V3' | 'V4', targetProtocol: 'V2' | 'V3' | 'V4') => () => ({
  ...base(),
  ...held(protocol),
  targetProtocol,
  ...into(targetProtocol),
  liquidityPercentageToDecrease: 20,
})

type Recipe = readonly [name: string, reads: number, path: string, body: () => object]

/** Pool, position, ticks, market and measured transfers; some of them at the same time. */
const RECIPES: readonly Recipe[] = [
  ['compound v3', 3, '/lp/compound', () => ({ ...base(), ...held('V3') })],
  ['compound v4', 2, '/lp/compound', () => ({ ...base(), ...held('V4') })],
  ['re-range v3', 3, '/lp/rerange', () => ({ ...base(), ...held('V3'), tickBounds })],
  ['re-range v4', 2, '/lp/rerange', () => ({ ...base(), ...held('V4'), tickBounds })],
  ['zap in v2', 3, '/lp/zap_in', from('V2')],
  ['zap in v3', 6, '/lp/zap_in', from('V3')],
  ['zap in v4', 4, '/lp/zap_in', from('V4')],
  ['zap out v2', 4, '/lp/zap_out', out('V2')],
  ['zap out v3', 5, '/lp/zap_out', out('V3')],
  ['zap out v4', 6, '/lp/zap_out', out('V4')],
  ['migrate v2 to v4', 6, '/lp/migrate', move('V2', 'V4')],
  ['migrate v3 to v4', 6, '/lp/migrate', move('V3', 'V4')],
  ['migrate v4 to v3', 6, '/lp/migrate', move('V4', 'V3')],
]

test.each(RECIPES)('%s takes at most %i reads, and none while the state of its block is in hand', async (...recipe) => {
  const [, reads, path, body] = recipe
  await lp.ok(path, body())
  expect(rpc.count.exchanges).toBeLessThanOrEqual(reads)
  await keeping.ok(path, body())
  rpc.reset()
  const { blockNumber } = await keeping.ok(path, body())
  expect(rpc.count.exchanges).toBe(0)
  expect(blockNumber).toBe((await keeping.ok(path, body())).blockNumber)
})

test('claims of many positions ask again only for their simulations', async () => {
  const request = { ...base(), positions: [held('V3'), held('V4')] }
  const { simulateTransaction: _, ...claims } = request
  await keeping.ok('/lp/claim_many', claims)
  rpc.reset()
  const { groups } = await keeping.ok('/lp/claim_many', claims)
  expect(rpc.count.exchanges).toBe(groups.length)
})
