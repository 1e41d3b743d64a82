import { CurrencyAmount, Ether } from '@uniswap/sdk-core'
import { NonfungiblePositionManager, Position } from '@uniswap/v3-sdk'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { decode } from '#liquidity/calldata/decode.ts'
import * as calldata from '#liquidity/calldata/v3.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { cases } from '../setup/cases.ts'
import { amounts, FEES, liquidities, pools, slippages } from '../setup/liquidity/arbitraries.ts'
import { big, type PoolCase, percent, scaled, token0, unlessRefused, v3Position, weth } from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(800) }
vi.setConfig({ testTimeout: 3_600_000 })

const wallet = '0x00000000000000000000000000000000000000AA'
const deadline = 1_800_000_000n

// The second token is the chain's wrapped native one, so that the same pools serve native requests.
function oracle(pool: PoolCase, side: 'token0' | 'token1', amount: bigint) {
  const { pool: sdkPool } = v3Position(pool, 1n, weth)
  const { tickLower, tickUpper } = pool
  return side === 'token0'
    ? Position.fromAmount0({ pool: sdkPool, tickLower, tickUpper, amount0: amount.toString(), useFullPrecision: true })
    : Position.fromAmount1({ pool: sdkPool, tickLower, tickUpper, amount1: amount.toString() })
}

function ourPool(pool: PoolCase) {
  return {
    token0: token0.address as `0x${string}`,
    token1: weth.address as `0x${string}`,
    fee: FEES[pool.spacing] ?? 0,
    sqrtRatioX96: pool.sqrtRatioX96,
  }
}

const requests = fc.record({
  pool: pools,
  side: fc.constantFrom('token0' as const, 'token1' as const),
  amount: amounts,
  slippage: slippages,
  native: fc.boolean(),
  initialise: fc.boolean(),
})

// The SDK's minima hold a liquidity that the manager recomputes at another price, and so bind at about half the tolerance.
function apartFromMinima(data: Hex) {
  return decode(data).map(({ name, args }) => {
    const { amount0Min, amount1Min, ...rest } = args
    return { name, args: rest }
  })
}

test('a v3 creation says what the SDK says and sends its value, minima apart', async () => {
  await fc.assert(
    fc.property(requests, ({ pool, side, amount, slippage, native, initialise }) => {
      const ours = unlessRefused(() =>
        V3.create({
          pool: ourPool(pool),
          offer: { side, amount },
          tickLower: pool.tickLower,
          tickUpper: pool.tickUpper,
          slippage: scaled(slippage),
          deadline,
          wallet,
          initialise,
          native: native ? 'token1' : undefined,
        }),
      )
      fc.pre(ours !== undefined)
      fc.pre(ours.liquidity > 0n && ours.liquidity < 1n << 128n)
      const sdk = NonfungiblePositionManager.addCallParameters(oracle(pool, side, amount), {
        slippageTolerance: percent(slippage),
        deadline: deadline.toString(),
        recipient: wallet,
        createPool: initialise,
        ...(native && { useNative: Ether.onChain(1) }),
      })
      expect(apartFromMinima(ours.payload.data)).toEqual(apartFromMinima(sdk.calldata as Hex))
      expect(ours.payload.value).toBe(big(sdk.value))
    }),
    runs,
  )
})

test('a v3 increase says what the SDK says and sends its value, minima apart', async () => {
  await fc.assert(
    fc.property(requests, ({ pool, side, amount, slippage, native }) => {
      const { sqrtRatioX96, tickLower, tickUpper } = pool
      const range = { sqrtRatioX96, tickLower, tickUpper, slippage: scaled(slippage) }
      const ours = unlessRefused(() =>
        V3.increase({
          ...range,
          positionId: 77n,
          offer: { side, amount },
          deadline,
          native: native ? 'token1' : undefined,
        }),
      )
      fc.pre(ours !== undefined)
      fc.pre(ours.liquidity > 0n && ours.liquidity < 1n << 128n)
      const sdk = NonfungiblePositionManager.addCallParameters(oracle(pool, side, amount), {
        slippageTolerance: percent(slippage),
        deadline: deadline.toString(),
        tokenId: 77,
        ...(native && { useNative: Ether.onChain(1) }),
      })
      expect(apartFromMinima(ours.payload.data)).toEqual(apartFromMinima(sdk.calldata as Hex))
      expect(ours.payload.value).toBe(big(sdk.value))
    }),
    runs,
  )
})

test('a v3 decrease has the bytes of the SDK when it expects no fees', async () => {
  await fc.assert(
    fc.property(
      pools,
      liquidities,
      slippages,
      fc.boolean(),
      fc.boolean(),
      (pool, liquidity, slippage, unwrap, burn) => {
        const position = v3Position(pool, liquidity, weth)
        // The SDK adds expected fees to the least amounts of an unwrapping, and reverts when they moved; ours never does.
        const nothing = (token: typeof token0) =>
          CurrencyAmount.fromRawAmount(unwrap && token === weth ? Ether.onChain(1) : token, 0)
        const sdk = NonfungiblePositionManager.removeCallParameters(position, {
          tokenId: 77,
          liquidityPercentage: percent(1_000_000),
          slippageTolerance: percent(slippage),
          deadline: deadline.toString(),
          burnToken: burn,
          collectOptions: {
            expectedCurrencyOwed0: nothing(token0),
            expectedCurrencyOwed1: nothing(weth),
            recipient: wallet,
          },
        })
        const ours = V3.decrease({
          sqrtRatioX96: pool.sqrtRatioX96,
          tickLower: pool.tickLower,
          tickUpper: pool.tickUpper,
          positionId: 77n,
          liquidity,
          slippage: scaled(slippage),
          deadline,
          burn,
          recipient: wallet,
          unwrap: unwrap ? { side: 'token1', otherToken: token0.address as `0x${string}` } : undefined,
        })
        expect(ours.payload.data).toBe(sdk.calldata)
      },
    ),
    runs,
  )
})

test('a v3 claim has the bytes of the SDK', () => {
  const options = { tokenId: 77, recipient: wallet }
  const plain = NonfungiblePositionManager.collectCallParameters({
    ...options,
    expectedCurrencyOwed0: CurrencyAmount.fromRawAmount(token0, 5),
    expectedCurrencyOwed1: CurrencyAmount.fromRawAmount(weth, 5),
  })
  const minima = { amount0: 7n, amount1: 9n }
  expect(calldata.claim(77n, { recipient: wallet }, minima).data).toBe(plain.calldata)
  const unwrapped = NonfungiblePositionManager.collectCallParameters({
    ...options,
    expectedCurrencyOwed0: CurrencyAmount.fromRawAmount(token0, 7),
    expectedCurrencyOwed1: CurrencyAmount.fromRawAmount(Ether.onChain(1), 9),
  })
  const unwrap = { side: 'token1', otherToken: token0.address as `0x${string}` } as const
  expect(calldata.claim(77n, { recipient: wallet, unwrap }, minima).data).toBe(unwrapped.calldata)
})

test('decoding a v3 creation gives back what went in', async () => {
  await fc.assert(
    fc.property(requests, ({ pool, side, amount, slippage, native, initialise }) => {
      const { tickLower, tickUpper } = pool
      const plan = unlessRefused(() =>
        V3.create({
          pool: ourPool(pool),
          offer: { side, amount },
          tickLower,
          tickUpper,
          slippage: scaled(slippage),
          deadline,
          wallet,
          initialise,
          native: native ? 'token1' : undefined,
        }),
      )
      fc.pre(plan !== undefined)
      const calls = decode(plan.payload.data)
      const mint = calls.find((call) => call.name === 'mint')
      expect(mint?.args).toMatchObject({
        tickLower,
        tickUpper,
        deadline,
        recipient: wallet.toLowerCase(),
        token1: weth.address.toLowerCase(),
      })
      expect(calls.map((call) => call.name)).toEqual([
        ...(initialise ? ['createAndInitializePoolIfNecessary'] : []),
        'mint',
        ...(plan.payload.value > 0n ? ['refundETH'] : []),
      ])
    }),
    runs,
  )
})
