import { CurrencyAmount, type Token } from '@uniswap/sdk-core'
import { Pair } from '@uniswap/v2-sdk'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as V2 from '#uniswap/V2.ts'
import { cases } from '../setup/cases.ts'
import { amounts } from '../setup/liquidity/arbitraries.ts'
import { big, token0, token1 } from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(2000) }
vi.setConfig({ testTimeout: 3_600_000 })

const reserves = fc.tuple(
  fc.bigInt({ min: 10n ** 6n, max: 10n ** 28n }),
  fc.bigInt({ min: 10n ** 6n, max: 10n ** 28n }),
)

test('the dependent amount', async () => {
  await fc.assert(
    fc.property(reserves, amounts, ([reserve0, reserve1], amount) => {
      const pair = new Pair(
        CurrencyAmount.fromRawAmount(token0, reserve0.toString()),
        CurrencyAmount.fromRawAmount(token1, reserve1.toString()),
      )
      const oracle = pair.priceOf(token0).quote(CurrencyAmount.fromRawAmount(token0, amount.toString()))
      expect(V2.quote(amount, reserve0, reserve1)).toBe(big(oracle.quotient))
    }),
    runs,
  )
})

test('the amounts that a burn pays, with and without the protocol fee', async () => {
  const shares = fc.record({
    supply: fc.bigInt({ min: 10n ** 6n, max: 10n ** 27n }),
    part: fc.integer({ min: 1, max: 1000 }),
    grown: fc.integer({ min: 0, max: 1000 }),
    feeOn: fc.boolean(),
  })
  await fc.assert(
    fc.property(reserves, shares, ([reserve0, reserve1], { supply, part, grown, feeOn }) => {
      const liquidity = (supply * BigInt(part)) / 1000n
      const kLast = (reserve0 * reserve1 * BigInt(1000 - (grown >> 1))) / 1000n
      const pair = new Pair(
        CurrencyAmount.fromRawAmount(token0, reserve0.toString()),
        CurrencyAmount.fromRawAmount(token1, reserve1.toString()),
      )
      const lp = (value: bigint) => CurrencyAmount.fromRawAmount(pair.liquidityToken, value.toString())
      const oracle = (token: Token) =>
        big(pair.getLiquidityValue(token, lp(supply), lp(liquidity), feeOn, kLast.toString()).quotient)
      const total = V2.supplyWithFee({ totalSupply: supply, kLast, feeOn }, { reserve0, reserve1 })
      expect(V2.withdrawal(liquidity, { reserve0, reserve1 }, total)).toEqual({
        amount0: oracle(token0),
        amount1: oracle(token1),
      })
    }),
    runs,
  )
})

test('the liquidity a deposit mints', async () => {
  await fc.assert(
    fc.property(reserves, amounts, fc.bigInt({ min: 0n, max: 10n ** 27n }), ([reserve0, reserve1], offer, supply) => {
      const pair = new Pair(
        CurrencyAmount.fromRawAmount(token0, reserve0.toString()),
        CurrencyAmount.fromRawAmount(token1, reserve1.toString()),
      )
      const deposit = V2.deposit(offer, (1n << 112n) - 1n, { reserve0, reserve1 })
      const ours = V2.minted(deposit, { reserve0, reserve1 }, supply)
      fc.pre(ours > 0n)
      const oracle = pair.getLiquidityMinted(
        CurrencyAmount.fromRawAmount(pair.liquidityToken, supply.toString()),
        CurrencyAmount.fromRawAmount(token0, deposit.amount0.toString()),
        CurrencyAmount.fromRawAmount(token1, deposit.amount1.toString()),
      )
      expect(ours).toBe(big(oracle.quotient))
    }),
    runs,
  )
})
