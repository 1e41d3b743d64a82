import { expect, it } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'
import { EMPTY, firstBuyOf, isComplete, problemsOf } from './draft.ts'

const ETH = 10n ** 18n

it('counts characters as the contract does and says how many are too many', () => {
  expect(problemsOf({ ...EMPTY, name: '⛵'.repeat(64), symbol: 'HARBOURHARBOURHA' })).toEqual({})
  expect(problemsOf({ ...EMPTY, symbol: 'HARBOURHARBOURHAR' })).toEqual({
    symbol: 'One character too long. Use at most 16.',
  })
})

it('refuses links that are not https, malformed amounts, and amounts above the balance', () => {
  expect(problemsOf({ ...EMPTY, website: 'javascript:alert(1)' })).toHaveProperty('website')
  expect(problemsOf({ ...EMPTY, firstBuy: 'much' })).toHaveProperty('firstBuy')
  expect(problemsOf({ ...EMPTY, firstBuy: '2', openingSeconds: 0 }, { balance: ETH })).toEqual({
    firstBuy: 'More than you hold',
  })
})

it('is complete with a name and a symbol', () => {
  const draft = { ...EMPTY, name: ' Harbour ', symbol: 'HRBR' }
  expect(isComplete(draft, problemsOf(draft))).toBe(true)
  expect(isComplete({ ...draft, symbol: '  ' }, {})).toBe(false)
})

it('works out the first buy to the unit, as the contract will', () => {
  const { tokensOut, minOut } = firstBuyOf({ ...EMPTY, firstBuy: '0.1', openingSeconds: 0 })
  const { virtualEth, virtualToken } = Curve.cfg
  const net = ETH / 10n - ETH / 10n / 100n
  expect(tokensOut).toBe((virtualToken * net) / (virtualEth + net))
  expect(minOut).toBe(tokensOut - (tokensOut * 200n) / 10_000n)
})

it('does not let a first buy be burned by its own opening', () => {
  const draft = { ...EMPTY, firstBuy: '0.1' }
  expect(problemsOf(draft)).toEqual({})
  expect(problemsOf({ ...draft, lockDays: 0 })).toHaveProperty('lockDays')
  expect(problemsOf({ ...draft, lockDays: 29 })).toHaveProperty('lockDays')
  expect(problemsOf({ ...draft, lockDays: 30 })).toEqual({})
  expect(problemsOf({ ...draft, openingSeconds: 0 })).toEqual({})
  const free = firstBuyOf({ ...draft, openingSeconds: 0 }).tokensOut
  expect(firstBuyOf({ ...draft, lockDays: 30 }).tokensOut).toBe(free)
  expect(firstBuyOf(draft).tokensOut).toBe(free)
  expect(firstBuyOf({ ...draft, lockDays: 0 }).tokensOut).toBeLessThan(free / 50n)
})
