import { encodeFunctionData, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { launch, rpcAt } from '../setup/web/seedLaunches.ts'

/** Pools that no position manager knows are looked up in the logs of a node, which may answer with others. */

const chainId = 4663
let devnet: TestDevnet
let rpc: FaultRpc
let lp: TestLp

beforeAll(async () => {
  devnet = await startTestDevnet()
  const pass = httpUpstream(devnet.rpcUrl)
  const upstream: typeof pass = (method, params) => {
    if (method !== 'eth_getLogs') return pass(method, params)
    const [filter] = params as [{ topics: string[] }]
    return pass(method, [{ ...filter, topics: filter.topics.slice(0, 1) }])
  }
  rpc = await startFaultRpc({ upstreams: [upstream] })
  lp = await startTestLp({ devnet, rpcUrl: () => rpc.url })
})
afterAll(async () => {
  await lp[Symbol.asyncDispose]()
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

const ABI = parseAbi([
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function initialize(Key key, uint160 sqrtPriceX96) returns (int24)',
])

/** A pool without any mint. */
async function initialised(fee: number) {
  const key = {
    currency0: zeroAddress,
    currency1: devnet.token('DUSD').address,
    fee,
    tickSpacing: 7,
    hooks: zeroAddress,
  }
  const data = encodeFunctionData({ abi: ABI, functionName: 'initialize', args: [key, 1n << 96n] })
  await devnet.send(1, { to: devnet.description.contracts.v4PoolManager, data })
  return key
}

test('many such pools cost one query of logs', async () => {
  const keys = [await initialised(701), await initialised(702), await initialised(703)]
  rpc.reset()
  const poolReferences = keys.map((key) => ({ referenceIdentifier: poolIdOf(key) }))
  const { pools } = await lp.ok('/lp/pool_info', { protocol: 'V4', chainId, poolReferences })
  expect(pools.map(({ fee, tokenDecimalsB }: Body) => [fee, tokenDecimalsB])).toEqual([
    [701, '6'],
    [702, '6'],
    [703, '6'],
  ])
  expect(rpc.count.methods['eth_getLogs']).toBe(1)
  expect(rpc.count.exchanges).toBe(3)
})

test('a node that ignores the filter does not lead to another pool of the same tokens', async () => {
  const key = await initialised(777)
  const { create, tickUpper } = await lp.ok('/lp/create', {
    walletAddress: devnet.account(1).address,
    chainId,
    protocol: 'V4',
    existingPool: { token0Address: key.currency0, token1Address: key.currency1, poolReference: poolIdOf(key) },
    independentToken: { tokenAddress: key.currency1, amount: '1000000' },
    tickBounds: { tickLower: -70, tickUpper: 70 },
    acceptRisks: ['PRICE_OFF_MARKET'],
  })
  expect(tickUpper).toBe(70)
  expect(create.data).toContain(`${(777).toString(16).padStart(64, '0')}${(7).toString(16).padStart(64, '0')}`)
})

test('a node that serves no logs leaves the usual pools and those of launches, and the answer says what may be missing', async () => {
  const node = httpUpstream(devnet.rpcUrl)
  const refusal = { code: -32005, message: 'block range too large' }
  const deafRpc = await startFaultRpc({
    upstreams: [(method, params) => (method === 'eth_getLogs' ? Promise.reject(refusal) : node(method, params))],
  })
  const deaf = await startTestLp({ devnet, rpcUrl: () => deafRpc.url })
  const poolParameters = { tokenAddressA: zeroAddress, tokenAddressB: devnet.token('DUSD').address }
  const { pools, incomplete } = await deaf.ok('/lp/pool_info', { protocol: 'V4', chainId, poolParameters })
  expect(incomplete).toMatch(/does not serve logs.*send fee, tickSpacing and hookAddress/)
  expect(pools.map(({ fee }: Body) => fee)).toContain(500)
  const { launchpad } = devnet.description.contracts
  const at = { factory: launchpad, from: devnet.account(3).address }
  const launched = await launch(rpcAt(devnet.rpcUrl), at, { name: 'Lugger', symbol: 'LUGR', value: parseEther('4') })
  const graduated = await deaf.ok('/lp/pool_info', {
    protocol: 'V4',
    chainId,
    poolParameters: { tokenAddressA: zeroAddress, tokenAddressB: launched },
  })
  expect(graduated.pools.map(({ hookAddress }: Body) => hookAddress)).toEqual([launchpad])
  await deaf[Symbol.asyncDispose]()
  await deafRpc.close()
})

test('of more than a hundred pools of one pair the newest are shown in addition to the usual ones, and the answer says so', async () => {
  const fees = Array.from({ length: 101 }, (_, index) => 2001 + index)
  for (const fee of fees) await initialised(fee)
  const poolParameters = { tokenAddressA: zeroAddress, tokenAddressB: devnet.token('DUSD').address }
  const found: Body[] = []
  for (const currentPage of [1, 2]) {
    const page = await lp.ok('/lp/pool_info', { protocol: 'V4', chainId, poolParameters, pageSize: 100, currentPage })
    expect(page.incomplete).toMatch(/pools of these tokens were initialised.*only the newest 100/)
    found.push(...page.pools)
  }
  const shown = found.map(({ fee }) => fee)
  expect(shown).toContain(500)
  expect(shown).toContain(fees.at(-1))
  expect(shown).not.toContain(fees[0])
})
