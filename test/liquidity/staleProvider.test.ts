import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

const MINUTES = 60_000
let devnet: TestDevnet
let lp: TestLp
let ageMs = 0

beforeAll(async () => {
  devnet = await startTestDevnet()
  const clock = { now: () => performance.now(), date: () => Date.now() + ageMs, random: Math.random }
  lp = await startTestLp({ devnet, clock, facts: { headAgeMaxMs: 30 * MINUTES } })
})
afterAll(async () => {
  await lp[Symbol.asyncDispose]()
  await devnet[Symbol.asyncDispose]()
})

test.each(['V2', 'V3', 'V4'])('%s transactions are not built from a block that is 35 minutes old', async (protocol) => {
  const request = createRequest(protocol)
  ageMs = 0
  await lp.ok(...request)
  ageMs = 35 * MINUTES
  const { status, body } = await lp.post(...request)
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { code: 'unavailable', details: [{ type: 'chainId' }, { type: 'reason', value: 'STALE_BLOCK' }] },
  })
})

function createRequest(protocol: string): [path: string, body: object] {
  const walletAddress = devnet.account(0).address
  if (protocol === 'V2') {
    const { token0, token1 } = devnet.pool('V2', ['WETH', 'MOON'])
    return [
      '/lp/create_classic',
      {
        walletAddress,
        poolParameters: { token0Address: token0, token1Address: token1, chainId: 4663 },
        independentToken: { tokenAddress: token0, amount: '1000000000000000' },
      },
    ]
  }
  const { token0, token1, reference } = devnet.pool(protocol as 'V3', ['DUSD', 'USDX'])
  const body = {
    walletAddress,
    chainId: 4663,
    protocol,
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token0, amount: '1000000' },
    tickBounds: { tickLower: -887_200, tickUpper: 887_200 },
  }
  return ['/lp/create', body]
}
