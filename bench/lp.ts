import { isDeepStrictEqual } from 'node:util'
import type { Address, Hex } from 'viem'
import { createChains } from '#chain/createChains.ts'
import { readV4 } from '#liquidity/endpoints/create/readV4.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import * as Tick from '#uniswap/Tick.ts'
import { devnetDeployment } from '../src/app/devnetDeployment.ts'
import { startTestDevnet, type TestDevnet } from '../test/setup/chain/devnet.ts'
import type { Row } from './Row.ts'
import { createLpApp } from './setup/lpServer.ts'
import { RECIPES } from './setup/recipeBuilds.ts'
import { type BuildRequest, DEADLINE, sdkV3, sdkV4, token0, token1, WALLET } from './setup/sdkBuilds.ts'
import { type Load, sideBySide, startServer } from './setup/sideBySide.ts'

const SERVER = new URL('./setup/lpServer.ts', import.meta.url).pathname
const SDK_SERVER = new URL('./setup/sdkServer.ts', import.meta.url).pathname

const NATIVE = '0x0000000000000000000000000000000000000000'
const TARGET = 100
const RECIPES_MIN = 10_000
const WARM_SECONDS = 8

/** Builds per second from loaded pool state to identical calldata, ours and the SDKs', in the same run. */
export async function run(): Promise<Row[]> {
  const requests = Array.from({ length: 1024 }, (_, index) => buildRequest(index))
  for (const one of requests) {
    if (oursV3(one) !== sdkV3(one)) throw new Error(`The v3 calldata differ: ${oursV3(one)} and ${sdkV3(one)}`)
    if (oursV4(one) !== sdkV4(one)) throw new Error(`The v4 calldata differ: ${oursV4(one)} and ${sdkV4(one)}`)
  }
  return [
    compare(
      'create v3, state in hand, next to the SDK with the same calldata',
      rate(requests, oursV3),
      rate(requests, sdkV3),
    ),
    compare(
      'create v4 native, state in hand, next to the SDK with the same calldata',
      rate(requests, oursV4),
      rate(requests, sdkV4),
    ),
    ...RECIPES.map(([name, build]) => recipeRow(name, rate(requests, build))),
    ...(await overHttp()),
  ]
}

function recipeRow(name: string, ours: number): Row {
  const target = `≥ ${RECIPES_MIN.toLocaleString('en')}/s`
  return { name: `${name}, state in hand`, ours, unit: 'builds/s', target, ok: ours >= RECIPES_MIN }
}

/** The whole endpoint next to a bare SDK service, and the cost of a cold request beyond its round trip to the node. */
async function overHttp(): Promise<Row[]> {
  await using devnet = await startTestDevnet()
  const deadline = Math.floor(Date.now() / 1000) + 3600
  const body = JSON.stringify({ ...request(devnet, devnet.account(1).address), deadline })
  const cold = await coldCost(devnet)
  const lp = await startServer(SERVER, ['lp', devnet.rpcUrl])
  const sdk = await startServer(SDK_SERVER, [devnet.rpcUrl])
  const headers = { 'content-type': 'application/json', 'x-api-key': 'bench' }
  const create = { path: '/lp/create', method: 'POST', headers, body } as const
  requireSame(await answerOf(lp.url, create), await answerOf(sdk.url, create))
  const [rate = 0, peer = 1] = await sideBySide([lp.url, sdk.url], [create, create], WARM_SECONDS)
  lp.child.kill()
  sdk.child.kill()
  const ratio = rate / peer
  return [
    {
      name: 'POST /lp/create, warm, next to a bare Hono service with the SDK that gives the same answer',
      ours: rate,
      peer,
      unit: 'req/s',
      ratio,
      target: '≥ 10×',
      ok: ratio >= 10,
    },
    {
      name: 'POST /lp/create, cold, beyond its one round trip',
      ours: cold,
      unit: 'ms',
      target: '≤ 2 ms',
      ok: cold <= 2,
    },
  ]
}

async function answerOf(url: string, { path, ...load }: Load): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}${path}`, load as RequestInit)
  if (answer.status !== 200) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, unknown>
}

// The answers may differ only in request id, time and block; the peer signs no statement and lists no approvals.
function requireSame(ours: Record<string, unknown>, peers: Record<string, unknown>): void {
  const own = new Set(['requestId', 'expiresAt', 'blockNumber', 'statement', 'calls', 'atomicRequired', 'approvals'])
  const compared = Object.keys({ ...ours, ...peers }).filter((field) => !own.has(field))
  const other = compared.filter((field) => !isDeepStrictEqual(ours[field], peers[field]))
  const shown = (field: string) => `${field}: ${JSON.stringify(ours[field])} and ${JSON.stringify(peers[field])}`
  if (other.length > 0) throw new Error(`The two answers differ. ${other.map(shown).join('; ')}`)
}

function request({ pool }: Pick<TestDevnet, 'pool'>, walletAddress: Address) {
  const { token0, token1, reference } = pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  return {
    walletAddress,
    chainId: 4663,
    protocol: 'V4',
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token0, amount: '10000000000000000' },
    tickBounds: { tickLower: -198260, tickUpper: -194260 },
    simulateTransaction: false,
  }
}

// Two clients of one node take turns, one only reading, the other running the whole endpoint; reports the median difference.
async function coldCost(devnet: TestDevnet): Promise<number> {
  const deployments = { 4663: { ...devnetDeployment(devnet.description), blockTimeMs: 0 } }
  const app = createLpApp(devnet.rpcUrl, deployments)
  const chains = createChains({ rpcUrls: { 4663: [devnet.rpcUrl] }, deployments })
  const chain = chains.get(4663)
  const wallet = devnet.account(1).address
  const body = JSON.stringify(request(devnet, wallet))
  const { token0, token1, reference } = devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  const tokenPair = { token0, token1, native: 'token0' } as const
  const pool = { id: reference as Hex, hasPermit: false }
  const costs: number[] = []
  for (let turn = 0; turn < 600; turn++) {
    const alone = await timed(() => readV4(chain, pool, { wallet, tokenPair, stated: undefined }))
    const whole = await timed(() =>
      app.fetch(
        new Request('http://127.0.0.1/lp/create', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
          body,
        }),
      ),
    )
    if (turn >= 300) costs.push(whole - alone)
  }
  chains.close()
  return costs.sort((a, b) => a - b)[costs.length >> 1] ?? 0
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function compare(name: string, ours: number, peer: number): Row {
  const ratio = ours / peer
  return { name, ours, peer, unit: 'builds/s', ratio, target: `≥ ${TARGET}×`, ok: ratio >= TARGET }
}

// Every request is different, so that no cache serves two of them. On narrower ranges our tolerance adapts, which the SDK
// does not do.
function buildRequest(index: number): BuildRequest {
  const tick = -200_000 + ((index * 7919) % 400_000)
  const width = 60 * (10 + ((index * 31) % 500))
  return {
    tick,
    tickLower: Tick.snap(tick - width, 60),
    tickUpper: Tick.snap(tick + width + 60, 60),
    amount: 10n ** 15n + BigInt(index) * 1_234_567_891n,
  }
}

function oursV3({ tick, tickLower, tickUpper, amount }: BuildRequest): string {
  return V3.create({
    pool: {
      token0: token0.address as Address,
      token1: token1.address as Address,
      fee: 3000,
      sqrtRatioX96: Tick.toSqrtRatio(tick),
    },
    offer: { side: 'token0', amount },
    tickLower,
    tickUpper,
    slippage: 50_000_000n,
    deadline: DEADLINE,
    wallet: WALLET,
    initialise: false,
  }).payload.data
}

function oursV4({ tick, tickLower, tickUpper, amount }: BuildRequest): string {
  const key = {
    currency0: NATIVE,
    currency1: token1.address as Address,
    fee: 3000,
    tickSpacing: 60,
    hooks: NATIVE,
  } as const
  const request = {
    pool: { key, sqrtRatioX96: Tick.toSqrtRatio(tick) },
    offer: { side: 'token0', amount },
    tickLower,
    tickUpper,
    slippage: 50_000_000n,
    deadline: DEADLINE,
    target: { owner: WALLET, initialise: false },
  } as const
  return V4.encodeDeposit(request, V4.planDeposit(request)).data
}

function rate(requests: readonly BuildRequest[], build: (request: BuildRequest) => string): number {
  measure(requests, build, 500)
  return measure(requests, build, 2000)
}

function measure(requests: readonly BuildRequest[], build: (request: BuildRequest) => string, forMs: number): number {
  const start = performance.now()
  let built = 0
  let length = 0
  let elapsed = 0
  while (elapsed < forMs) {
    for (let step = 0; step < 64; step++) {
      const next = requests[built++ % requests.length]
      if (next) length += build(next).length
    }
    elapsed = performance.now() - start
  }
  if (length === 0) throw new Error('Nothing was built.')
  return (built * 1000) / elapsed
}
