import { Ether, Percent, type Token } from '@uniswap/sdk-core'
import { V4PositionManager } from '@uniswap/v4-sdk'
import fc from 'fast-check'
import type { Address } from 'viem'
import { expect, test, vi } from 'vitest'
import { decode } from '#liquidity/calldata/decode.ts'
import * as calldata from '#liquidity/calldata/v4.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { cases } from '../setup/cases.ts'
import { amounts, liquidities, pools, slippages } from '../setup/liquidity/arbitraries.ts'
import {
  big,
  type PoolCase,
  percent,
  scaled,
  token0,
  token1,
  unlessRefused,
  v4Position,
} from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(800) }
vi.setConfig({ testTimeout: 3_600_000 })

const wallet = '0x00000000000000000000000000000000000000AA'
const deadline = 1_800_000_000n
const ether = Ether.onChain(1)
const NATIVE = '0x0000000000000000000000000000000000000000'

function oracle(pool: PoolCase, { native }: { native: boolean }, liquidity: bigint) {
  return v4Position(pool, liquidity, native ? ether : token0)
}

function ourPool(pool: PoolCase, native: boolean) {
  const key = {
    currency0: native ? NATIVE : (token0.address as Address),
    currency1: token1.address as Address,
    fee: 3000,
    tickSpacing: pool.spacing,
    hooks: NATIVE,
  } as const
  return { key, sqrtRatioX96: pool.sqrtRatioX96 }
}

const permits = fc.option(
  fc.record({
    amount: fc.bigInt({ min: 0n, max: (1n << 160n) - 1n }),
    nonce: fc.bigInt({ min: 0n, max: (1n << 48n) - 1n }),
    count: fc.integer({ min: 1, max: 2 }),
    signature: fc.constantFrom(65, 64, 97),
  }),
  { nil: undefined },
)

const requests = fc.record({
  pool: pools,
  side: fc.constantFrom('token0' as const, 'token1' as const),
  amount: amounts,
  slippage: slippages,
  native: fc.boolean(),
  initialise: fc.boolean(),
  permit: permits.map((permit) => permit && signed(permit)),
})

function signed({
  amount,
  nonce,
  count,
  signature,
}: {
  amount: bigint
  nonce: bigint
  count: number
  signature: number
}): calldata.SignedPermit {
  const details = [token0, token1]
    .slice(0, count)
    .map((token: Token) => ({ token: token.address as Address, amount, expiration: deadline, nonce }))
  return {
    owner: wallet,
    batch: { details, spender: wallet, sigDeadline: deadline },
    signature: `0x${'ab'.repeat(signature)}`,
  }
}

function sdkPermit({ owner, batch, signature }: calldata.SignedPermit) {
  const details = batch.details.map(({ token, amount, expiration, nonce }) => ({
    token,
    amount: `${amount}`,
    expiration: `${expiration}`,
    nonce: `${nonce}`,
  }))
  return { owner, permitBatch: { details, spender: batch.spender, sigDeadline: `${batch.sigDeadline}` }, signature }
}

function built({ permit, ...request }: V4.DepositRequest & Built) {
  const plan = V4.planDeposit(request)
  return { ...plan, payload: V4.encodeDeposit(request, plan, permit) }
}

type Built = { target: V4.Target; deadline: bigint; permit: calldata.SignedPermit | undefined }

// At the liquidity and the tolerance that ours came to, the SDK sets the same maxima, except where a range that holds
// only one token may not take any of the other.
function isWhole({ sqrtRatioX96, bounds }: PoolCase, { liquidity, slippage, limits }: V4.DepositPlan): boolean {
  const { amount0, amount1 } = Slippage.v4MintMaxima({ sqrtRatioX96, bounds, liquidity }, slippage)
  return amount0 === limits.amount0 && amount1 === limits.amount1
}

test('a v4 creation has the bytes and the value of the SDK for the liquidity that fits its limits', async () => {
  await fc.assert(
    fc.property(requests, (request) => {
      const { pool, side, amount, slippage, native, initialise, permit } = request
      const { tickLower, tickUpper } = pool
      const range = { tickLower, tickUpper, slippage: scaled(slippage), deadline }
      const ours = unlessRefused(() =>
        built({
          ...range,
          pool: ourPool(pool, native),
          offer: { side, amount },
          target: { owner: wallet, initialise },
          permit,
        }),
      )
      fc.pre(ours !== undefined)
      fc.pre(isWhole(pool, ours))
      fc.pre(ours.liquidity > 0n && ours.limits.amount0 < 1n << 127n && ours.limits.amount1 < 1n << 127n)
      const sdk = V4PositionManager.addCallParameters(oracle(pool, request, ours.liquidity), {
        slippageTolerance: new Percent(ours.slippage.toString(), '10000000000'),
        deadline: deadline.toString(),
        recipient: wallet,
        createPool: initialise,
        sqrtPriceX96: pool.sqrtRatioX96.toString(),
        hookData: '0x',
        ...(native && { useNative: ether }),
        ...(permit && { batchPermit: sdkPermit(permit) }),
      })
      expect(ours.payload).toEqual({ data: sdk.calldata, value: big(sdk.value) })
    }),
    runs,
  )
})

test('a v4 increase has the bytes and the value of the SDK for the liquidity that fits its limits', async () => {
  await fc.assert(
    fc.property(requests, (request) => {
      const { pool, side, amount, slippage, native, permit } = request
      const { tickLower, tickUpper } = pool
      const range = { tickLower, tickUpper, slippage: scaled(slippage), deadline }
      const ours = unlessRefused(() =>
        built({
          ...range,
          pool: ourPool(pool, native),
          offer: { side, amount },
          target: { positionId: 77n },
          permit,
        }),
      )
      fc.pre(ours !== undefined)
      fc.pre(isWhole(pool, ours))
      fc.pre(ours.liquidity > 0n && ours.limits.amount0 < 1n << 127n && ours.limits.amount1 < 1n << 127n)
      const sdk = V4PositionManager.addCallParameters(oracle(pool, request, ours.liquidity), {
        slippageTolerance: new Percent(ours.slippage.toString(), '10000000000'),
        deadline: deadline.toString(),
        tokenId: 77,
        hookData: '0x',
        ...(native && { useNative: ether }),
        ...(permit && { batchPermit: sdkPermit(permit) }),
      })
      expect(ours.payload).toEqual({ data: sdk.calldata, value: big(sdk.value) })
    }),
    runs,
  )
})

test('a v4 decrease and a v4 burn have the bytes of the SDK', async () => {
  await fc.assert(
    fc.property(
      pools,
      liquidities,
      slippages,
      fc.boolean(),
      fc.boolean(),
      (pool, liquidity, slippage, native, burn) => {
        const { amount0, amount1 } = Liquidity.amountsDown(pool.sqrtRatioX96, pool.bounds, liquidity)
        fc.pre(amount0 < 1n << 127n && amount1 < 1n << 127n)
        const sdk = V4PositionManager.removeCallParameters(v4Position(pool, liquidity, native ? ether : token0), {
          tokenId: 77,
          liquidityPercentage: percent(1_000_000),
          slippageTolerance: percent(slippage),
          deadline: deadline.toString(),
          burnToken: burn,
          hookData: '0x',
        })
        const { tickLower, tickUpper } = pool
        const range = { tickLower, tickUpper, slippage: scaled(slippage), deadline }
        const ours = V4.decrease({ ...range, pool: ourPool(pool, native), positionId: 77n, liquidity, burn })
        expect(ours.payload).toEqual({ data: sdk.calldata, value: 0n })
      },
    ),
    runs,
  )
})

test('a v4 claim has the bytes of the SDK, its recipient written as the caller', async () => {
  const [pool] = fc.sample(pools, 1)
  if (!pool) throw new Error('no sample')
  const sdk = V4PositionManager.collectCallParameters(v4Position(pool, 1n), {
    tokenId: 77,
    recipient: '0x0000000000000000000000000000000000000001',
    slippageTolerance: percent(0),
    deadline: deadline.toString(),
    hookData: '0x',
  })
  const { currency0, currency1 } = ourPool(pool, false).key
  expect(calldata.claim({ positionId: 77n, currency0, currency1, deadline }).data).toBe(sdk.calldata)
})

test('decoding a v4 creation gives back what went in, permit included', async () => {
  await fc.assert(
    fc.property(requests, ({ pool, side, amount, slippage, native, initialise, permit }) => {
      const { tickLower, tickUpper } = pool
      const range = { tickLower, tickUpper, slippage: scaled(slippage), deadline }
      const plan = unlessRefused(() =>
        built({
          ...range,
          pool: ourPool(pool, native),
          offer: { side, amount },
          target: { owner: wallet, initialise },
          permit,
        }),
      )
      fc.pre(plan !== undefined)
      const calls = decode(plan.payload.data)
      expect(calls.map((call) => call.name)).toEqual([
        ...(initialise ? ['initializePool'] : []),
        ...(permit ? ['permitBatch'] : []),
        'modifyLiquidities',
        'MINT_POSITION',
        'SETTLE_PAIR',
        ...(native ? ['SWEEP'] : []),
      ])
      const argsOf = (name: string) => calls.find((call) => call.name === name)?.args
      expect(argsOf('modifyLiquidities')).toEqual({ deadline })
      expect(argsOf('MINT_POSITION')).toMatchObject({
        tickLower,
        tickUpper,
        liquidity: plan.liquidity,
        amount0Max: plan.limits.amount0,
        amount1Max: plan.limits.amount1,
        owner: wallet.toLowerCase(),
        hookData: '',
      })
      if (permit)
        expect(argsOf('permitBatch')).toMatchObject({
          owner: wallet.toLowerCase(),
          signature: permit.signature.slice(2),
        })
      if (permit)
        expect(argsOf('permitBatch')?.['batch']).toMatchObject({
          sigDeadline: deadline,
          details: permit.batch.details.map(({ token, ...rest }) => ({ token: token.toLowerCase(), ...rest })),
        })
    }),
    runs,
  )
})
