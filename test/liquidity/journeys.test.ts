import { type Address, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DYNAMIC_FEE_HOOK, FEE_TAKING_HOOK, PERMISSIONED_HOOK } from '#devnet/addresses.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import { HOOK_RISKS, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { type Journey, travel } from '../setup/liquidity/lpJourney.ts'

let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp({ acceptRisks: [...HOOK_RISKS, 'FEE_ON_TRANSFER', 'PRICE_OFF_MARKET'] })
})
afterAll(() => lp[Symbol.asyncDispose]())

type Case = Omit<Journey, 'pool' | 'start'> & {
  protocol: 'V2' | 'V3' | 'V4'
  pair: [string, string]
  fee?: number
  hooks?: Address
  /** Makes a new pool: tick spacing, and the whole amounts of both tokens that are worth the same. */
  fresh?: { tickSpacing: number; worth: [string, string] }
}

const cases: [string, Case][] = [
  ['v2, existing pair', { protocol: 'V2', pair: ['MOON', 'DUSD'], amount: ['MOON', '1000'] }],
  ['v2, existing pair, native ETH', { protocol: 'V2', pair: ['WETH', 'DUSD'], native: true, amount: ['ETH', '1'] }],
  ['v2, existing pair, wrapped ETH', { protocol: 'V2', pair: ['WETH', 'MOON'], amount: ['MOON', '500'] }],
  [
    'v2, new pair',
    { protocol: 'V2', pair: ['MOON', 'USDX'], amount: ['MOON', '1500'], fresh: { tickSpacing: 0, worth: ['2', '1'] } },
  ],
  [
    'v2, new pair, native ETH',
    {
      protocol: 'V2',
      pair: ['WETH', 'USDX'],
      native: true,
      amount: ['ETH', '2'],
      fresh: { tickSpacing: 0, worth: ['1', '3000'] },
    },
  ],
  ['v2, USDT-like token', { protocol: 'V2', pair: ['DUSD', 'USDX'], amount: ['USDX', '100'] }],
  [
    'v2, fee on transfer, wrapped ETH',
    { protocol: 'V2', pair: ['WETH', 'BURN'], amount: ['BURN', '300'], taxed: true },
  ],
  [
    'v2, fee on transfer, native ETH',
    { protocol: 'V2', pair: ['WETH', 'BURN'], native: true, amount: ['BURN', '300'], taxed: true },
  ],
  ['v3, existing pool', { protocol: 'V3', pair: ['MOON', 'DUSD'], fee: 10_000, amount: ['MOON', '700'] }],
  [
    'v3, existing pool, native ETH',
    { protocol: 'V3', pair: ['WETH', 'DUSD'], fee: 500, native: true, amount: ['ETH', '1'] },
  ],
  [
    'v3, existing pool, native ETH as the second token',
    { protocol: 'V3', pair: ['MOON', 'WETH'], fee: 3000, native: true, amount: ['MOON', '1000'] },
  ],
  ['v3, existing pool, wrapped ETH', { protocol: 'V3', pair: ['WETH', 'DUSD'], fee: 3000, amount: ['DUSD', '900'] }],
  ['v3, USDT-like token', { protocol: 'V3', pair: ['DUSD', 'USDX'], fee: 100, amount: ['USDX', '250'] }],
  [
    'v3, new pool',
    {
      protocol: 'V3',
      pair: ['MOON', 'USDX'],
      fee: 3000,
      amount: ['MOON', '2000'],
      fresh: { tickSpacing: 60, worth: ['2', '1'] },
    },
  ],
  [
    'v3, new pool, native ETH',
    {
      protocol: 'V3',
      pair: ['WETH', 'USDX'],
      fee: 500,
      native: true,
      amount: ['ETH', '1'],
      fresh: { tickSpacing: 10, worth: ['1', '3000'] },
    },
  ],
  ['v4, existing pool', { protocol: 'V4', pair: ['MOON', 'DUSD'], fee: 3000, amount: ['DUSD', '500'] }],
  ['v4, existing pool, native ETH', { protocol: 'V4', pair: ['ETH', 'DUSD'], fee: 500, amount: ['ETH', '1'] }],
  [
    'v4, existing pool, wrapped ETH',
    { protocol: 'V4', pair: ['WETH', 'MOON'], fee: 10_000, amount: ['WETH', '1'], permitAsTransaction: true },
  ],
  [
    'v4, existing pool without a mint, native ETH',
    { protocol: 'V4', pair: ['ETH', 'USDX'], fee: 3000, amount: ['ETH', '1'] },
  ],
  ['v4, USDT-like token', { protocol: 'V4', pair: ['DUSD', 'USDX'], fee: 100, amount: ['DUSD', '300'] }],
  [
    'v4, new pool',
    {
      protocol: 'V4',
      pair: ['MOON', 'USDX'],
      fee: 3000,
      amount: ['USDX', '800'],
      fresh: { tickSpacing: 60, worth: ['2', '1'] },
    },
  ],
  [
    'v4, new pool, native ETH',
    {
      protocol: 'V4',
      pair: ['ETH', 'MOON'],
      fee: 250,
      amount: ['ETH', '1'],
      fresh: { tickSpacing: 5, worth: ['1', '6000'] },
    },
  ],
  [
    'v4, hook with dynamic fee, native ETH',
    { protocol: 'V4', pair: ['ETH', 'DUSD'], hooks: DYNAMIC_FEE_HOOK, amount: ['ETH', '1'] },
  ],
  [
    'v4, hook that takes a share',
    { protocol: 'V4', pair: ['MOON', 'DUSD'], hooks: FEE_TAKING_HOOK, amount: ['MOON', '1000'] },
  ],
  [
    'v4, new pool with a hook that takes a share',
    {
      protocol: 'V4',
      pair: ['MOON', 'USDX'],
      fee: 500,
      hooks: FEE_TAKING_HOOK,
      amount: ['MOON', '1000'],
      fresh: { tickSpacing: 10, worth: ['2', '1'] },
    },
  ],
  [
    'v4, new pool with a hook, native ETH',
    {
      protocol: 'V4',
      pair: ['ETH', 'MOON'],
      fee: 0x800000,
      hooks: DYNAMIC_FEE_HOOK,
      amount: ['ETH', '1'],
      fresh: { tickSpacing: 10, worth: ['1', '6000'] },
    },
  ],
  [
    'v4, permissioned token',
    { protocol: 'V4', pair: ['KYC', 'DUSD'], hooks: PERMISSIONED_HOOK, amount: ['KYC', '10'], permissioned: true },
  ],
]

test.each(cases)('%s', async (name, wanted) => {
  const index = cases.findIndex(([other]) => other === name)
  await travel(lp, journeyOf(wanted), 1 + (index % 8))
})

test('every protocol has a journey with and without native ETH', () => {
  expect(
    new Set(cases.map(([, { protocol, pair, native }]) => `${protocol} ${native || pair.includes('ETH')}`)).size,
  ).toBe(6)
})

function journeyOf({ protocol, pair, fee, hooks, fresh, ...rest }: Case): Journey {
  const filter = { ...(fee !== undefined && { fee }), ...(hooks && { hooks }) }
  if (!fresh) {
    const pool = lp.devnet.pool(protocol, pair, filter)
    return { ...rest, pool, start: { reference: pool.reference } }
  }
  const [first, second] = pair.map((symbol, i) => ({ ...tokenOf(symbol), worth: fresh.worth[i] ?? '1' })) as [
    Worth,
    Worth,
  ]
  const [a, b] = first.address.toLowerCase() < second.address.toLowerCase() ? [first, second] : [second, first]
  const initialPrice = SqrtPrice.fromRatio(parseUnits(b.worth, b.decimals), parseUnits(a.worth, a.decimals))
  const pool = {
    protocol,
    token0: a.address,
    token1: b.address,
    fee: fee ?? 3000,
    tickSpacing: fresh.tickSpacing,
    ...(hooks && { hooks }),
  }
  return { ...rest, pool, start: { initialPrice } }
}

type Worth = { address: Address; decimals: number; worth: string }

function tokenOf(symbol: string): { address: Address; decimals: number } {
  return symbol === 'ETH' ? { address: zeroAddress, decimals: 18 } : lp.devnet.token(symbol)
}
