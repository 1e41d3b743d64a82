import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Body, startTestLp, type TestLp } from './lp.ts'

/** Good bodies of every endpoint, and tables of what spoils them. */

let lp: TestLp

export const chainId = 4663
export const stranger = '0x00000000000000000000000000000000000000AA'
export const address = (symbol: string) => lp.devnet.token(symbol).address
export const wallet = () => lp.devnet.account(1).address
const holder = () => lp.devnet.account(0).address
export const amount = (symbol: string, value: string) => ({ tokenAddress: address(symbol), amount: value })

export const bodies: Record<string, () => Body> = {
  '/lp/check_approval': () => ({
    walletAddress: wallet(),
    protocol: 'V3',
    chainId,
    lpTokens: [amount('WETH', '1'), amount('DUSD', '1')],
    action: 'CREATE',
  }),
  '/lp/create': () => {
    const { token0, token1, reference } = lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
    return {
      walletAddress: wallet(),
      chainId,
      protocol: 'V3',
      independentToken: amount('WETH', '1000000000000000'),
      existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
      priceBounds: { minPrice: '0.000000002', maxPrice: '0.000000004', quotedTokenAddress: token1 },
    }
  },
  '/lp/create_classic': () => ({
    walletAddress: wallet(),
    poolParameters: { token0Address: address('MOON'), token1Address: address('DUSD'), chainId },
    independentToken: amount('DUSD', '1000000'),
  }),
  '/lp/increase': () => ({
    walletAddress: holder(),
    chainId,
    protocol: 'V3',
    token0Address: address('WETH'),
    token1Address: address('DUSD'),
    independentToken: amount('DUSD', '1000000'),
    nftTokenId: '2',
  }),
  '/lp/decrease': () => ({
    walletAddress: holder(),
    chainId,
    protocol: 'V3',
    token0Address: address('WETH'),
    token1Address: address('DUSD'),
    nftTokenId: '2',
    liquidityPercentageToDecrease: 50,
  }),
  '/lp/claim_fees': () => ({ walletAddress: holder(), chainId, protocol: 'V3', tokenId: '2' }),
  '/lp/pool_info': () => ({
    protocol: 'V3',
    chainId,
    poolParameters: { tokenAddressA: address('WETH'), tokenAddressB: address('DUSD') },
  }),
}

export const v4Pool = () => {
  const { token0, token1, reference } = lp.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  return {
    protocol: 'V4',
    priceBounds: undefined,
    tickBounds: { tickLower: -198260, tickUpper: -194260 },
    independentToken: amount('DUSD', '1000000'),
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
  }
}

export const fresh = (changes: object = {}) => ({
  existingPool: undefined,
  priceBounds: undefined,
  tickBounds: { tickLower: -600, tickUpper: 600 },
  independentToken: { tokenAddress: address('MOON'), amount: '1000000000' },
  newPool: {
    token0Address: address('MOON'),
    token1Address: address('USDX'),
    fee: 3000,
    tickSpacing: 60,
    initialPrice: (1n << 96n).toString(),
    ...changes,
  },
})

/** Changes to a good body, and what must come of them. */
export type Row = [name: string, path: string, changes: () => object, status: number, code: string, message: RegExp]

/** Starts the service for the tests of a file. */
export function withService(): { lp: () => TestLp } {
  beforeAll(async () => {
    lp = await startTestLp()
  })
  afterAll(() => lp[Symbol.asyncDispose]())
  return { lp: () => lp }
}

/** Tries every row. */
export function tryRows(rows: readonly Row[]): void {
  test.each(rows)('%s (%s)', async (_name, path, changes, status, code, message) => {
    const answer = await lp.post(path, { ...bodies[path]?.(), ...changes() })
    expect(answer, JSON.stringify(answer)).toMatchObject({ status, body: { code } })
    expect(answer.body.message).toMatch(message)
    expectErrorShape(answer)
  })
}

export function expectErrorShape({ body }: Answer): void {
  expect(Object.keys(body).every((key) => ['code', 'message', 'details'].includes(key))).toBe(true)
  expect(typeof body.message).toBe('string')
  for (const detail of body.details ?? [])
    expect(detail).toEqual({ type: expect.any(String), value: expect.any(String) })
}

/** A permit that is well formed and worth nothing. */
export function permit() {
  return {
    domain: { name: 'Permit2', chainId: 'ROBINHOOD', verifyingContract: lp.devnet.description.contracts.permit2 },
    values: {
      details: [{ token: address('DUSD'), amount: '1', expiration: '1', nonce: '0' }],
      spender: lp.devnet.description.contracts.v4PositionManager,
      sigDeadline: '1',
    },
  }
}
