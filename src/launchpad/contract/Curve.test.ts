import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Curve from './Curve.ts'

const FILL = 2_892_929_292_929_292_929n
const ETHER = 10n ** 18n

/** Rule 4 of the specification for `createToken`, as any client would write it. */
function specifiedMinTokensOut(value: bigint, slippageBps: bigint): bigint {
  const ethForCurve = value - (value * BigInt(Curve.cfg.tradeFeeBps)) / 10_000n
  const expected = (Curve.cfg.virtualToken * ethForCurve) / (Curve.cfg.virtualEth + ethForCurve)
  return expected - (expected * slippageBps) / 10_000n
}

/** A state that a few trades lead to. */
const states = fc
  .array(fc.tuple(fc.boolean(), fc.bigInt(1n, ETHER)), { maxLength: 12 })
  .map((trades) => trades.reduce(trade, Curve.untouched))
  .filter((state) => !Curve.isFull(state))

function trade(state: Curve.State, [isBuy, seed]: [boolean, bigint]): Curve.State {
  if (Curve.isFull(state)) return state
  if (isBuy || state.sold === 0n) return Curve.afterBuy(state, Curve.buyQuote(state, seed))
  const amount = (state.sold * seed) / ETHER
  return Curve.afterSell(state, amount, Curve.sellQuote(state, amount))
}

describe('the constants', () => {
  test('sell exactly the curve supply for exactly the target', () => {
    expect(Curve.buyQuote(Curve.untouched, FILL)).toEqual({
      tokensOut: Curve.cfg.curveSupply,
      withheld: 0n,
      fee: FILL - Curve.cfg.gradEthTarget,
      ethUsed: FILL,
      refund: 0n,
    })
  })

  test('make the last price of the curve the first of the pool', () => {
    const full = { realEth: Curve.cfg.gradEthTarget, sold: Curve.cfg.curveSupply }
    expect(Curve.price(full)).toBe(14_033_600_000n)
    expect(Curve.poolPrice(Curve.pool.sqrtPriceX96)).toBe(14_033_600_000n)
    expect(Curve.marketCap(full) - Curve.poolMarketCap(Curve.pool.sqrtPriceX96)).toBeLessThan(10n)
    expect(Curve.progressBps(full)).toBe(10_000)
  })

  test('open at a market cap of 0.913 ETH', () => {
    expect(Curve.marketCap(Curve.untouched)).toBe(913_265_306_122_448_979n)
    expect(Curve.price(Curve.untouched)).toBe(913_265_306n)
    expect(Curve.progressBps(Curve.untouched)).toBe(0)
  })

  test('halve the fees, the odd wei going to the treasury', () => {
    expect([Curve.creatorShare(100n), Curve.creatorShare(101n)]).toEqual([50n, 50n])
  })
})

describe('the initial buy', () => {
  test('asks for what the specification computes, up to the value that fills the curve', () => {
    const values = fc.bigInt(0n, FILL)
    const property = (value: bigint, slippageBps: number) =>
      Curve.initialMinTokensOut(value, slippageBps) === specifiedMinTokensOut(value, BigInt(slippageBps))
    fc.assert(fc.property(values, fc.integer({ min: 0, max: 10_000 }), property), { numRuns: 1_000 })
  })

  test('never asks for more than the curve can deliver', () => {
    expect(specifiedMinTokensOut(3_139_029_180_695_847_362n, 200n)).toBeGreaterThan(Curve.cfg.curveSupply)
    expect(Curve.initialMinTokensOut(3_139_029_180_695_847_362n)).toBe((Curve.cfg.curveSupply * 98n) / 100n)
    expect(Curve.initialMinTokensOut(1_000n * ETHER, 0)).toBe(Curve.cfg.curveSupply)
  })

  test('asks for nothing without a value', () => {
    expect(Curve.initialMinTokensOut(0n)).toBe(0n)
  })
})

describe('trades', () => {
  test('keep the product of the reserves from falling and the curve within its bounds', () => {
    const property = (state: Curve.State) =>
      (Curve.cfg.virtualEth + state.realEth) * (Curve.cfg.virtualToken - state.sold) >=
        Curve.cfg.virtualEth * Curve.cfg.virtualToken &&
      state.realEth >= 0n &&
      state.sold >= 0n &&
      state.sold <= Curve.cfg.curveSupply
    fc.assert(fc.property(states, property), { numRuns: 1_000 })
  })

  test('use and refund all of the value, and never more than the target needs', () => {
    const property = (state: Curve.State, ethIn: bigint) => {
      const quote = Curve.buyQuote(state, ethIn)
      const after = Curve.afterBuy(state, quote)
      const isWhole = quote.ethUsed + quote.refund === ethIn && quote.fee === quote.ethUsed / 100n
      return isWhole && (quote.refund === 0n ? after.realEth <= Curve.cfg.gradEthTarget : Curve.isFull(after))
    }
    fc.assert(fc.property(states, fc.bigInt(1n, 10n ** 30n), property), { numRuns: 1_000 })
  })

  test('use all of a value that leaves exactly what is missing', () => {
    const state = { realEth: Curve.cfg.gradEthTarget - 99n, sold: Curve.cfg.curveSupply / 2n }
    expect(Curve.buyQuote(state, 100n)).toMatchObject({ ethUsed: 100n, fee: 1n, refund: 0n })
    expect(Curve.buyQuote(state, 101n)).toMatchObject({ ethUsed: 99n, fee: 0n, refund: 2n })
  })

  test('give at least what was asked for, at the smallest value', () => {
    const property = (state: Curve.State, seed: bigint) => {
      const tokensOut = 1n + ((Curve.available(state) - 1n) * seed) / ETHER
      const quote = Curve.buyQuoteExactOut(state, tokensOut)
      if (quote === undefined) return false
      const less = quote.ethIn === 1n ? 0n : Curve.buyQuote(state, quote.ethIn - 1n).tokensOut
      return Curve.buyQuote(state, quote.ethIn).tokensOut >= tokensOut && less < tokensOut
    }
    fc.assert(fc.property(states, fc.bigInt(0n, ETHER), property), { numRuns: 1_000 })
  })

  test('cannot give more than is left', () => {
    expect(Curve.buyQuoteExactOut(Curve.untouched, Curve.cfg.curveSupply)).toEqual({ ethIn: FILL, fee: FILL / 100n })
    expect(Curve.buyQuoteExactOut(Curve.untouched, Curve.cfg.curveSupply + 1n)).toBeUndefined()
  })

  test('move the curve the same with any surcharge, and give the buyer what is not withheld', () => {
    const property = (state: Curve.State, ethIn: bigint, surcharge: number) => {
      const plain = Curve.buyQuote(state, ethIn)
      const quote = Curve.buyQuote(state, ethIn, surcharge)
      expect(Curve.afterBuy(state, quote)).toEqual(Curve.afterBuy(state, plain))
      expect(quote.tokensOut + quote.withheld).toBe(plain.tokensOut)
      expect(quote.withheld * 10_000n >= plain.tokensOut * BigInt(surcharge)).toBe(true)
      expect((quote.withheld - 1n) * 10_000n < plain.tokensOut * BigInt(surcharge)).toBe(true)
    }
    fc.assert(fc.property(states, fc.bigInt(1n, 4n * ETHER), fc.integer({ min: 0, max: 9_900 }), property))
  })

  test('give at least what was asked for with any surcharge, at the smallest value', () => {
    const property = (state: Curve.State, seed: bigint, surcharge: number) => {
      const most = Curve.buyQuote(state, 10n * ETHER, surcharge).tokensOut
      const tokensOut = 1n + ((most - 1n) * seed) / ETHER
      const { ethIn } = Curve.buyQuoteExactOut(state, tokensOut, surcharge) ?? { ethIn: 0n }
      expect(Curve.buyQuote(state, ethIn, surcharge).tokensOut).toBeGreaterThanOrEqual(tokensOut)
      expect(Curve.buyQuote(state, ethIn - 1n, surcharge).tokensOut).toBeLessThan(tokensOut)
      expect(Curve.buyQuoteExactOut(state, most + 1n, surcharge)).toBeUndefined()
    }
    fc.assert(fc.property(states, fc.bigInt(0n, ETHER), fc.integer({ min: 0, max: 9_900 }), property))
  })

  test('never pay a round trip', () => {
    const property = (state: Curve.State, ethIn: bigint) => {
      const quote = Curve.buyQuote(state, ethIn)
      const back = Curve.sellQuote(Curve.afterBuy(state, quote), quote.tokensOut)
      return back.ethOut + back.fee <= quote.ethUsed - quote.fee
    }
    fc.assert(fc.property(states, fc.bigInt(1n, ETHER), property), { numRuns: 1_000 })
  })
})

describe('the surcharge of an opening', () => {
  test('falls from 99% to nothing, and is not nothing before the end', () => {
    for (const seconds of [60, 61, 120, 997, 3_600]) {
      const rates = Array.from({ length: seconds + 2 }, (_, elapsed) => Curve.surchargeBps(seconds, elapsed))
      expect(rates[0]).toBe(9_900)
      expect(rates.slice(0, seconds).every((rate) => rate > 0)).toBe(true)
      expect(rates.slice(seconds)).toEqual([0, 0])
      expect(rates.toSorted((a, b) => b - a)).toEqual(rates)
    }
    expect(Curve.surchargeBps(0, 0)).toBe(0)
  })
})
