import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** The defaults of absent fields. */

const chainId = 4663
const WHOLE = { tickLower: -887272, tickUpper: 887272 }
const NATIVE = { tokenAddress: zeroAddress, amount: '1000000000000000' }
let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp()
})
afterAll(() => lp[Symbol.asyncDispose]())

const address = (symbol: string) => lp.devnet.token(symbol).address
const holder = () => lp.devnet.account(0).address
/** The gas differs from block to block. */
const withoutGas = ({ chainId: chain, from, to, data, value }: Body) => ({ chain, from, to, data, value })
const later = () => Math.floor(Date.now() / 1000) + 1000

function creation(protocol: 'V3' | 'V4', symbols: [string, string], fee: number) {
  const { token0, token1, reference } = lp.devnet.pool(protocol, symbols, { fee })
  return {
    walletAddress: holder(),
    chainId,
    protocol,
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: address('DUSD'), amount: '1000000' },
    tickBounds: WHOLE,
  }
}

describe('the tolerance', () => {
  test.each([
    ['V3', '/lp/create', () => creation('V3', ['WETH', 'DUSD'], 500), 0.5],
    [
      'V3 paid native',
      '/lp/create',
      () => ({ ...creation('V3', ['WETH', 'DUSD'], 500), independentToken: NATIVE }),
      0.5,
    ],
    ['V4', '/lp/create', () => creation('V4', ['MOON', 'DUSD'], 3000), 0.5],
    ['V4 with native ETH', '/lp/create', () => creation('V4', ['ETH', 'DUSD'], 500), 0.05],
    [
      'V2',
      '/lp/create_classic',
      () => ({
        walletAddress: holder(),
        poolParameters: { token0Address: zeroAddress, token1Address: address('DUSD'), chainId },
        independentToken: NATIVE,
      }),
      0.5,
    ],
  ])('of a deposit, %s', async (_name, path, body, percent) => {
    const request = { ...body(), deadline: later() }
    const unsaid = await lp.ok(path, request)
    const said = await lp.ok(path, { ...request, slippageTolerance: percent })
    expect(unsaid.slippage).toBe(percent)
    expect(withoutGas(unsaid.create)).toEqual(withoutGas(said.create))
  })

  test.each([
    ['V2', ['WETH', 'DUSD'], 0.5],
    ['V3', ['WETH', 'DUSD'], 0.5],
    ['V4', ['ETH', 'DUSD'], 0.05],
  ] as const)('of a withdrawal, %s', async (protocol, [symbol, other], percent) => {
    const request = {
      walletAddress: holder(),
      chainId,
      protocol,
      token0Address: symbol === 'ETH' ? zeroAddress : address(symbol),
      token1Address: address(other),
      ...(protocol !== 'V2' && { nftTokenId: '2' }),
      liquidityPercentageToDecrease: 10,
      deadline: later(),
    }
    const built = async (tolerance: object) =>
      withoutGas((await lp.ok('/lp/decrease', { ...request, ...tolerance })).decrease)
    const unsaid = await built({})
    expect(unsaid).toEqual(await built({ slippageTolerance: percent }))
    expect(unsaid).not.toEqual(await built({ slippageTolerance: 1 }))
  })
})

describe('the tolerance within v4', () => {
  const DYNAMIC = 0x80_00_00
  const held = async (symbol: string, fee: number) => {
    const { reference } = lp.devnet.pool('V4', [symbol, 'DUSD'], { fee })
    const { body } = await lp.get(`/api/liquidity/positions?owner=${holder()}&chainId=${chainId}`)
    const { tokenId } = body.positions.find(({ poolReference }: Body) => poolReference === reference)
    return { walletAddress: holder(), chainId, protocol: 'V4', tokenId, tickBounds: WHOLE }
  }
  const moved = async () => {
    const { existingPool } = creation('V4', ['ETH', 'DUSD'], DYNAMIC)
    return { ...(await held('ETH', 500)), targetProtocol: 'V4', existingPool }
  }

  test.each([
    ['with native ETH', '/lp/rerange', () => held('ETH', 500), 0.05],
    ['with native ETH', '/lp/migrate', moved, 0.05],
    ['without', '/lp/rerange', () => held('MOON', 3000), 0.5],
  ] as const)('%s, %s', async (_name, path, body, percent) => {
    const request = { ...(await body()), deadline: later() }
    const unsaid = await lp.ok(path, request)
    const said = await lp.ok(path, { ...request, slippageTolerance: percent })
    expect(unsaid.slippage).toBe(said.slippage)
    expect(withoutGas(unsaid.transaction)).toEqual(withoutGas(said.transaction))
  })
})

test('a permit may be used for half an hour and allows for thirty days', async () => {
  const before = Math.floor(Date.now() / 1000)
  const { v4BatchPermitData } = await lp.ok('/lp/check_approval', {
    walletAddress: lp.devnet.account(5).address,
    protocol: 'V4',
    chainId,
    lpTokens: [{ tokenAddress: address('DUSD'), amount: '1000000' }],
    action: 'CREATE',
  })
  const { sigDeadline, details } = v4BatchPermitData.values
  const expectIn = (moment: string, seconds: number) => {
    expect(Number(moment)).toBeGreaterThanOrEqual(before + seconds)
    expect(Number(moment)).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + seconds)
  }
  expectIn(sigDeadline, 1800)
  expectIn(details[0].expiration, 30 * 86_400)
})
