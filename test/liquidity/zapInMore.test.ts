import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { startTestExplain } from '../setup/explain.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { liquidityOf, ownerOf, runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, mintedBy, openFreshLp, units } from '../setup/liquidity/sharedLp.ts'

/** Zaps into a position that exists, and from both tokens in any ratio: a swap and a deposit, both through the wallet. */

const OWNER = 0
const THIEF = 5
openFreshLp()

type Protocol = 'V3' | 'V4'
type Paid = readonly [symbol: string, amount: string]
type Entry = { protocol: Protocol; isNew: boolean; paid: readonly [Paid, ...Paid[]] }

const wallet = () => devnet.account(OWNER).address
const poolOf = ({ protocol }: Pick<Entry, 'protocol'>) =>
  devnet.pool(protocol, [protocol === 'V4' ? 'ETH' : 'WETH', 'DUSD'], { fee: 500 })
const sent = ([symbol, amount]: Paid) => ({ tokenAddress: address(symbol), amount: units(symbol, amount).toString() })

async function positionIn(protocol: Protocol): Promise<Body> {
  const { body } = await lp.get(`/api/liquidity/positions?owner=${wallet()}&chainId=${chainId}`)
  const { reference } = poolOf({ protocol })
  return body.positions.find(({ poolReference, status }: Body) => poolReference === reference && status === 'IN_RANGE')
}

async function request(entry: Entry): Promise<Body> {
  const { protocol, isNew, paid } = entry
  const { tokenId, tickLower, tickUpper } = await positionIn(protocol)
  const pool = poolOf(entry)
  const existingPool = { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
  return {
    ...{ walletAddress: wallet(), chainId, protocol, independentToken: sent(paid[0]) },
    ...(paid[1] && { dependentToken: sent(paid[1]) }),
    ...(isNew ? { existingPool, tickBounds: { tickLower, tickUpper } } : { tokenId }),
  }
}

async function push(entry: Entry, side: 'token0' | 'token1', divisor: bigint): Promise<void> {
  const pool = poolOf(entry)
  const depth = pool[side] === address('DUSD') ? units('DUSD', '300000') : units('WETH', '100')
  await swap(lp, pool, [side, depth / divisor])
}

const ENTRIES: readonly (readonly [string, Entry])[] = [
  ['more of a v4 position from a token', { protocol: 'V4', isNew: false, paid: [['DUSD', '3000']] }],
  ['more of a v4 position from native ETH', { protocol: 'V4', isNew: false, paid: [['ETH', '1']] }],
  ['more of a v3 position from a token', { protocol: 'V3', isNew: false, paid: [['DUSD', '3000']] }],
  ['more of a v3 position from native ETH', { protocol: 'V3', isNew: false, paid: [['ETH', '1']] }],
  [
    'a v4 position from much of one and little of the other',
    {
      protocol: 'V4',
      isNew: true,
      paid: [
        ['DUSD', '3000'],
        ['ETH', '0.1'],
      ],
    },
  ],
  [
    'a v4 position from little of one and much of the other',
    {
      protocol: 'V4',
      isNew: true,
      paid: [
        ['DUSD', '100'],
        ['ETH', '2'],
      ],
    },
  ],
  [
    'a v3 position from both tokens',
    {
      protocol: 'V3',
      isNew: true,
      paid: [
        ['DUSD', '6000'],
        ['WETH', '0.5'],
      ],
    },
  ],
  [
    'more of a v4 position from both tokens',
    {
      protocol: 'V4',
      isNew: false,
      paid: [
        ['ETH', '2'],
        ['DUSD', '900'],
      ],
    },
  ],
]

describe.each(ENTRIES)('%s', (_name, entry) => {
  const { protocol, isNew, paid } = entry

  test('adds the stated liquidity, takes no more than was sent, and nothing stays in a contract', async () => {
    const { tokenId } = await positionIn(protocol)
    const before = await liquidityOf(lp, protocol, BigInt(tokenId))
    const answer = await lp.ok('/lp/zap_in', await request(entry))
    expect(answer.simulation).toEqual({ ok: true })
    expect([answer.transaction, answer.atomicRequired, answer.steps.length]).toEqual([undefined, false, 2])
    for (const { tokenAddress, atMost } of answer.limits.pay) {
      const own = paid.find(([symbol]) => address(symbol) === tokenAddress) as Paid
      expect(BigInt(atMost)).toBeLessThanOrEqual(units(...own))
    }
    const ran = await runCalls(lp, OWNER, answer)
    expect(ran.status).toBe('mined')
    const id = isNew ? mintedBy(ran, protocol) : BigInt(tokenId)
    const gained = (await liquidityOf(lp, protocol, id)) - (isNew ? 0n : before)
    expect(gained).toBe(BigInt(answer.position.expectedLiquidity))
    expect(await ownerOf(lp, protocol, id)).toBe(wallet())
    expect(answer.position.tokenId).toBe(isNew ? undefined : tokenId)
  })

  test.each(['token0', 'token1'] as const)('stops after a push of %s, but not after a drift', async (side) => {
    const answer = await lp.ok('/lp/zap_in', await request(entry))
    const built = await devnet.snapshot()
    await push(entry, side, 20n)
    expect((await runCalls(lp, OWNER, answer)).status).toBe('reverted')
    await devnet.revert(built)
    await push(entry, side, 20_000n)
    expect((await runCalls(lp, OWNER, answer)).status).toBe('mined')
  })

  test('has approvals of exactly what it takes, and is explained as stated', async () => {
    const answer = await lp.ok('/lp/zap_in', await request(entry))
    const explain = startTestExplain(devnet)
    for (const { transaction } of [...answer.approvals, ...answer.steps]) {
      const { body } = await explain.explain({ from: wallet(), transaction })
      expect([body.known, body.warnings]).toEqual([true, []])
      for (const { token, amount } of body.approvals as Body[]) {
        const own = paid.find(([symbol]) => address(symbol) === token?.address)
        if (own) expect(BigInt(amount)).toBeLessThanOrEqual(units(...own))
      }
    }
    explain[Symbol.dispose]()
  })
})

test('a zap that pays one token only returns all of the other that its swap buys and the position does not take', async () => {
  const answer = await lp.ok('/lp/zap_in', await request({ protocol: 'V3', isNew: false, paid: [['DUSD', '3000']] }))
  const ran = await runCalls(lp, OWNER, answer)
  const rest = answer.received.find(({ tokenAddress }: Body) => tokenAddress === address('WETH'))?.amount ?? '0'
  expect(ran.paid.get(address('WETH'))).toBe(-BigInt(rest))
})

test.each(ENTRIES.filter(([, { protocol, isNew }]) => protocol === 'V4' && !isNew))(
  '%s: every amount is exact to the unit, also the fees that the position earns from its own swap',
  async (_name, entry) => {
    const pool = poolOf(entry)
    await lp.trade(pool, [units('ETH', '2'), units('DUSD', '6000')])
    const { uncollectedFees } = await positionIn('V4')
    const answer = await lp.ok('/lp/zap_in', await request(entry))
    const { paid } = await runCalls(lp, OWNER, answer)
    const amountIn = (list: Body[], token: string) =>
      BigInt(list.find(({ tokenAddress }) => tokenAddress === token)?.amount ?? '0')
    const { tokenIn, tokenOut, amountIn: swapped, expectedOut } = answer.swap
    const fees = amountIn([uncollectedFees.token0, uncollectedFees.token1], tokenOut)
    const earned = amountIn(answer.received, tokenIn)
    expect(paid.get(tokenIn)).toBe(BigInt(swapped) + amountIn(answer.spent, tokenIn) - earned)
    expect(paid.get(tokenOut)).toBe(amountIn(answer.spent, tokenOut) - BigInt(expectedOut) - fees)
    expect(earned).toBeGreaterThan(amountIn([uncollectedFees.token0, uncollectedFees.token1], tokenIn))
    const rest = BigInt(expectedOut) + fees - amountIn(answer.spent, tokenOut)
    expect(amountIn(answer.received, tokenOut)).toBe(rest > 0n ? rest : 0n)
  },
)

test('nobody is made to add to the position of another, also not by its approval', async () => {
  const asked = await request({ protocol: 'V4', isNew: false, paid: [['DUSD', '3000']] })
  const victim = { ...asked, walletAddress: devnet.account(THIEF).address }
  const { status, body } = await lp.post('/lp/zap_in', victim)
  expect([status, body.code]).toEqual([403, 'permission_denied'])
})

const V2_WITH_BOTH = {
  ...{ protocol: 'V2', tickBounds: undefined },
  dependentToken: { tokenAddress: zeroAddress, amount: '1000' },
}

test.each([
  ['both a pool and a position', { isNew: true }, { tokenId: '1' }, 'existingPool'],
  ['a position and a range', { isNew: false }, { tickBounds: { tickLower: -600, tickUpper: 600 } }, 'tickBounds'],
  ['v2 with a position', { isNew: false }, { protocol: 'V2' }, 'tokenId'],
  [
    'v2 with both tokens',
    { isNew: true },
    V2_WITH_BOTH,
    'use /lp/create_classic for both, then /lp/zap_in for the rest',
  ],
] as const)('%s is refused, and the field is named', async (_name, { isNew }, also, field) => {
  const asked = await request({ protocol: 'V4', isNew, paid: [['DUSD', '3000']] })
  const { status, body } = await lp.post('/lp/zap_in', { ...asked, ...also })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
})

test('native currency next to a swap that pays its wrapped form is refused on v3, and the message says what to send', async () => {
  const asked = await request({
    protocol: 'V3',
    isNew: true,
    paid: [
      ['DUSD', '6000'],
      ['ETH', '0.1'],
    ],
  })
  const { status, body } = await lp.post('/lp/zap_in', asked)
  expect([status, body.details[0]]).toEqual([400, { type: 'NEEDS_WRAPPING', value: address('WETH') }])
})
