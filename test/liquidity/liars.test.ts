import { encodeFunctionResult, type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LENS_ABI, LENS_CODE } from '#liquidity/lens.generated.ts'
import * as lens from '#liquidity/lens.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** A provider that lies about a pool: everything that can be computed without it is. */

const ACCOUNT = 5
const chainId = 4663
const HOOK = '0x7a4b000000000000000000000000000000000503'
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

let devnet: TestDevnet
let rpc: FaultRpc
let lp: TestLp
/** The lie of the next test, by lens. */
let lies: { [Name in lens.LensName]?: (answer: lens.LensAnswer<Name>) => unknown } = {}

beforeAll(async () => {
  devnet = await startTestDevnet()
  const pass = httpUpstream(devnet.rpcUrl)
  const upstream: typeof pass = async (method, params) => {
    const result = await pass(method, params)
    const data = method === 'eth_call' ? (params[0] as { data?: Hex }).data : undefined
    const name = (Object.keys(LENS_CODE) as lens.LensName[]).find((one) => data?.startsWith(LENS_CODE[one]))
    return name && lies[name] ? lie(name, result) : result
  }
  rpc = await startFaultRpc({ upstreams: [upstream] })
  lp = await startTestLp({ devnet, rpcUrl: () => rpc.url })
})
beforeEach(() => {
  lies = {}
})
afterAll(async () => {
  await lp[Symbol.asyncDispose]()
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

function lie(name: lens.LensName, result: unknown): unknown {
  const distort = lies[name] as ((answer: unknown) => unknown) | undefined
  if (typeof result !== 'string' || !distort) return result
  const distorted = distort(structuredClone(lens.decode(name, result as Hex)))
  return encodeFunctionResult({ abi: LENS_ABI, functionName: name, result: distorted } as never)
}

const own = (protocol: string) => ({ walletAddress: devnet.account(ACCOUNT).address, chainId, protocol })

function creation(protocol: 'V3' | 'V4') {
  const tokens = protocol === 'V3' ? (['WETH', 'DUSD'] as const) : (['ETH', 'DUSD'] as const)
  const { token0, token1, reference } = devnet.pool(protocol, [...tokens], { fee: 500 })
  return {
    ...own(protocol),
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: devnet.token('DUSD').address, amount: parseUnits('10', 6).toString() },
    tickBounds: { tickLower: -887_270, tickUpper: 887_270 },
  }
}

test('the same requests are built while the provider is honest', async () => {
  await lp.ok('/lp/create', creation('V3'))
  await lp.ok('/lp/create', creation('V4'))
})

test('a v3 pool with the fee of another one is refused', async () => {
  lies.v3Pools = ([head, holdings, pools]) => [head, holdings, pools.map((pool) => ({ ...pool, fee: 10_000 }))]
  const { status, body } = await lp.post('/lp/create', creation('V3'))
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(body.message).toMatch(/does not match the computed/)
})

test('another v3 pool in place of the referenced one is refused', async () => {
  const other = devnet.pool('V3', ['MOON', 'WETH'])
  lies.v3Pools = ([head, holdings, pools]) => [
    head,
    holdings,
    pools.map((pool) => ({
      ...pool,
      pool: other.reference,
      token0: other.token0,
      token1: other.token1,
      fee: other.fee,
    })),
  ]
  expect(await lp.post('/lp/create', creation('V3'))).toMatchObject({ status: 503, body: { code: 'unavailable' } })
})

test('a v4 key that does not hash to the id, such as one with a hostile hook, is refused', async () => {
  lies.v4Pools = ([head, holdings, pools]) => [
    head,
    holdings,
    pools.map((pool) => (pool.key.tickSpacing === 0 ? pool : { ...pool, key: { ...pool.key, hooks: HOOK } })),
  ]
  const { status, body } = await lp.post('/lp/create', creation('V4'))
  expect([status, body.code]).toEqual([503, 'unavailable'])
})

test('a v4 position with the key of another pool is refused', async () => {
  lies.v4Positions = ([head, holdings, positions]) => [
    head,
    holdings,
    positions.map((position) => ({ ...position, key: { ...position.key, hooks: HOOK } })),
  ]
  const claim = { ...own('V4'), tokenId: '2' }
  expect(await lp.post('/lp/claim_fees', claim)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
})
