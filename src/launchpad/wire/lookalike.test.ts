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
  ['Pepe', undefined],
  ['Ethan', undefined],
  ['Methane', undefined],
])('%s is taken for %s', (text, expected) => {
  expect(imitation([text])).toBe(expected)
})

test('a listed token is imitated by what reads like its symbol', () => {
  expect(imitation(['ΜΟΟΝ'], ['MOON'])).toBe('MOON')
  expect(imitation(['Moonlight', 'MLT'], ['MOON'])).toBeUndefined()
})
