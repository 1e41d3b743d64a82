import { expect, test } from 'vitest'
import { imitation } from './lookalike.ts'

test.each([
  ['ETH', 'ETH'],
  ['ЕТН', 'ETH'],
  ['ＷＥＴＨ', 'WETH'],
  ['U5DC', 'USDC'],
  ['USD₮', 'USDT'],
  ['$USDT', 'USDT'],
  ['Ｕ\u200bＳＤＣ', 'USDC'],
  ['Wrapped Ether', 'WETH'],
  ['Téther', 'USDT'],
  ['Dollar 1:1', 'the pegged token'],
  ['Moon 1 : 1 backed', 'the pegged token'],
  ['РEGGED dollar', 'the pegged token'],
  ['The 0fficial Token', 'something official'],
  ...['USĐC', 'USD₵', 'USDC.e', 'USDC v2', 'Bridged USDC', 'UDSC'].map((form) => [form, 'USDC']),
  ...['ETĦ', 'eŧh', 'ᴇᴛʜ', 'ᎬᎢᎻ', 'ꓰꓔꓧ', 'ⲈⲦⲎ', '🅴🆃🅷', 'ethereurn'].map((form) => [form, 'ETH']),
  ['VVETH', 'WETH'],
  ...['HOODs', 'wHOOD', 'Verified HOOD', 'R0binhood'].map((form) => [form, 'HOOD']),
  ...['1 to 1 backed', 'USD-backed', 'Gold 1/1'].map((form) => [form, 'the pegged token']),
  ['Verified', 'something official'],
  ...['BTC', 'WBTC', 'DAI', 'stETH', 'TSLA', 'AAPL', 'ΑΑΡL', 'Microsοft', 'Nvidla'].map((form, index) => [
    form,
    ['BTC', 'WBTC', 'DAI', 'stETH', 'TSLA', 'AAPL', 'AAPL', 'MSFT', 'NVDA'][index],
  ]),
  ['Other', undefined],
  ['Food', undefined],
  ['Pink', undefined],
  ['Harbour', undefined],
  ['Pepe', undefined],
  ['Ethan', undefined],
  ['Methane', undefined],
] as [string, string | undefined][])('%s is taken for %s', (text, expected) => {
  expect(imitation([text])).toBe(expected)
})

test('a listed token is imitated by what reads like its symbol', () => {
  expect(imitation(['ΜΟΟΝ'], ['MOON'])).toBe('MOON')
  expect(imitation(['Moonlight', 'MLT'], ['MOON'])).toBeUndefined()
})
