import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poolIdOf } from '#liquidity/pools/findKey.ts'
import { startTestDevnet, type TestDevnet } from './setup/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from './setup/faultRpc.ts'
import { startTestLp, type TestLp } from './setup/lp.ts'

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

test('a node that heeds no filter does not lead into another pool of the same tokens', async () => {
  const key = { currency0: zeroAddress, currency1: devnet.token('DUSD').address, fee: 777, tickSpacing: 7 }
  const unusual = { ...key, hooks: zeroAddress }
  const data = encodeFunctionData({
    abi: parseAbi([
      'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
      'function initialize(Key key, uint160 sqrtPriceX96) returns (int24)',
    ]),
    functionName: 'initialize',
    args: [unusual, 1n << 96n],
  })
  await devnet.send(1, { to: devnet.description.contracts.v4PoolManager, data })
  const { create, tickUpper } = await lp.ok('/lp/create', {
    walletAddress: devnet.account(1).address,
    chainId,
    protocol: 'V4',
    existingPool: {
      token0Address: key.currency0,
      token1Address: key.currency1,
      poolReference: poolIdOf(unusual),
    },
    independentToken: { tokenAddress: key.currency1, amount: '1000000' },
    tickBounds: { tickLower: -70, tickUpper: 70 },
  })
  expect(tickUpper).toBe(70)
  expect(create.data).toContain(`${(777).toString(16).padStart(64, '0')}${(7).toString(16).padStart(64, '0')}`)
})
