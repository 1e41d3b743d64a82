import { getCreate2Address, type Hex, keccak256, parseUnits, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAINS } from '#chain/chains.ts'
import { startTestDevnet, type TestDevnet, withQuickSends } from '../setup/chain/devnet.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { liquidityOf, runCalls } from '../setup/liquidity/recipes.ts'
import { type Bound, routerCode, startLpWith, VERSIONS, type Version } from '../setup/liquidity/routers.ts'

/** One calldata for every version of the Universal Router, executed on the code that public chains have. */

const OWNER = 0
const chainId = 4663
const owned = new AsyncDisposableStack()
let devnet: TestDevnet
let lp: TestLp
let others: Record<Version, TestLp>
let snapshot: Hex

beforeAll(async () => {
  devnet = withQuickSends(owned.use(await startTestDevnet()))
  lp = owned.use(await startTestLp({ devnet }))
  const started: [Version, TestLp][] = []
  for (const version of VERSIONS) started.push([version, owned.use(await startLpWith(devnet, version))])
  others = Object.fromEntries(started) as Record<Version, TestLp>
  await lp.trade(v3(), [parseUnits('2', 18), parseUnits('6000', 6)])
  snapshot = await devnet.snapshot()
})
afterAll(() => owned.disposeAsync())

const v3 = () => devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
const native = () => devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
const tokens = () => devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 })
type Pool = ReturnType<typeof v3>

const wallet = () => devnet.account(OWNER).address
const fieldsOf = ({ token0, token1, reference }: Pool) => {
  return { token0Address: token0, token1Address: token1, poolReference: reference }
}
const paying = (symbol: string, amount: string) => ({
  tokenAddress: symbol === 'ETH' ? zeroAddress : devnet.token(symbol).address,
  amount,
})

async function intoNew(pool: Pool, more: object) {
  const { protocol, reference, tickSpacing } = pool
  const { body } = await lp.get(`/api/liquidity/depth?chainId=${chainId}&protocol=${protocol}&reference=${reference}`)
  const round = (tick: number) => Math.round(tick / tickSpacing) * tickSpacing
  const tickBounds = { tickLower: round(body.currentTick - 2400), tickUpper: round(body.currentTick + 3000) }
  return { protocol, existingPool: fieldsOf(pool), tickBounds, ...more }
}

async function positionOf({ protocol, reference }: Pool, more: object) {
  const { body } = await lp.get(`/api/liquidity/positions?owner=${wallet()}&chainId=${chainId}`)
  const { tokenId } = body.positions.find(({ poolReference }: Body) => poolReference === reference)
  return { protocol, tokenId, ...more }
}

const ETHER = '1000000000000000000'
const DOLLARS = '3000000000'
const out = (symbol: string, percent = 100) => {
  const tokenOutAddress = symbol === 'ETH' ? zeroAddress : devnet.token(symbol).address
  return { tokenOutAddress, liquidityPercentageToDecrease: percent }
}

const RECIPES: readonly (readonly [name: string, path: string, ask: () => Promise<object>])[] = [
  ['a v4 position from ETH', '/lp/zap_in', () => intoNew(native(), { independentToken: paying('ETH', ETHER) })],
  ['a v4 position from a token', '/lp/zap_in', () => intoNew(native(), { independentToken: paying('DUSD', DOLLARS) })],
  [
    'a v4 position from a token outside its pool',
    '/lp/zap_in',
    () => intoNew(tokens(), { independentToken: paying('ETH', ETHER), swapPool: fieldsOf(native()) }),
  ],
  [
    'a zap into a v4 position from both tokens',
    '/lp/zap_in',
    () =>
      positionOf(native(), { independentToken: paying('DUSD', DOLLARS), dependentToken: paying('ETH', `1${ETHER}`) }),
  ],
  ['a v3 position from a token', '/lp/zap_in', () => intoNew(v3(), { independentToken: paying('DUSD', DOLLARS) })],
  ['a v3 position from ETH', '/lp/zap_in', () => intoNew(v3(), { independentToken: paying('ETH', ETHER) })],
  ['a v3 position in one token', '/lp/zap_out', () => positionOf(v3(), out('DUSD'))],
  ['a part of a v3 position in ETH', '/lp/zap_out', () => positionOf(v3(), out('ETH', 40))],
  ['the fees of a v3 position in one token', '/lp/zap_out', () => positionOf(v3(), out('DUSD', 0))],
  ['a v4 position in its token', '/lp/zap_out', () => positionOf(native(), out('DUSD'))],
  ['a v4 position in ETH', '/lp/zap_out', () => positionOf(native(), out('ETH'))],
]

/** All that the execution of an answer changes, and its calls without the address of the router. */
async function resultOf(service: TestLp, path: string, asked: object) {
  await devnet.revert(snapshot)
  snapshot = await devnet.snapshot()
  const { timestamp } = await devnet.client.getBlock()
  const deadline = Number(timestamp) + 86_400
  const answer = await service.ok(path, { walletAddress: wallet(), chainId, deadline, ...asked })
  expect(answer.simulation).toEqual({ ok: true })
  const { status, paid, logs } = await runCalls(service, OWNER, answer)
  expect(status).toBe('mined')
  const router = service.devnet.description.contracts.universalRouter
  const withoutRouter = (text: string) => text.toLowerCase().replaceAll(router.slice(2).toLowerCase(), 'router')
  const own = answer.transaction ? [answer.transaction] : answer.steps.map(({ transaction }: Body) => transaction)
  const { tokenId, protocol } = asked as { tokenId?: string; protocol: string }
  return {
    paid,
    calls: own.map(({ to, data, value }: Body) => [withoutRouter(to), withoutRouter(data), value]),
    received: answer.received,
    limits: answer.limits,
    expected: answer.position?.expectedLiquidity,
    events: logs.length,
    liquidity: tokenId && (await liquidityOf(service, protocol, BigInt(tokenId))),
  }
}

describe.each(RECIPES)('%s', (_name, path, ask) => {
  test('is one calldata with one result on every version of the router', async () => {
    const asked = await ask()
    const expected = await resultOf(lp, path, asked)
    expect(expected.calls.flat().some((text: string) => text === '0xrouter')).toBe(true)
    for (const version of VERSIONS)
      expect([version, await resultOf(others[version], path, asked)]).toEqual([version, expected])
  })
})

// A router that was deployed through the deterministic deployer has an address that only its own code gives.
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const NO_CONTRACT = '0x8bcEaA40B9AcdfAedF85AdF4FF01F5Ad6517937f'
type Deployed = { version: Version; id: number; bound: Partial<Bound>; address?: string }
const PUBLIC: readonly Deployed[] = [
  { version: '2.0', id: 1, bound: {}, address: '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af' },
  { version: '2.1.0', id: 4326, bound: { spokePool: '0xd6145b2D3F379919E8CdEda7B97e37c4b2Ca9c40' } },
  { version: '2.1.1', id: 4663, bound: { spokePool: '0x7332D11BD10d18A04B119Cd4671a96f3148002c4' } },
  { version: '2.1.1', id: 5042, bound: { wrappedNative: NO_CONTRACT, spokePool: NO_CONTRACT } },
]

test.each(PUBLIC)('the router $version is the one of chain $id', ({ version, id, bound, address }) => {
  const facts = CHAINS.find((chain) => chain.id === id)
  const listed = facts?.uniswap.universalRouter
  const bytecodeHash = keccak256(routerCode(version, { ...facts, ...bound } as Bound))
  const deployed = getCreate2Address({ from: DEPLOYER, salt: zeroHash, bytecodeHash })
  expect([version, deployed]).toEqual(address ? [version, address] : [listed?.version, listed?.address])
})
