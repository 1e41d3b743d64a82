import { expect, test } from 'vitest'
import { LEXICON } from './classify.ts'
import { correct } from './Lexicon.ts'
import { quantities } from './quantities.ts'

test.each([
  ['0.5 ETH', [{ value: '0.5', unit: 'eth' }]],
  ['0,5 eth', [{ value: '0.5', unit: 'eth' }]],
  ['half an ether', [{ value: '0.5', unit: 'ether' }]],
  ['a quarter eth', [{ value: '0.25', unit: 'eth' }]],
  ['an eth', [{ value: '1', unit: 'eth' }]],
  ['1.5k DUSD', [{ value: '1500', unit: 'dusd' }]],
  ['2m tokens', [{ value: '2000000', unit: 'tokens' }]],
  ['1,000,000 HRBR', [{ value: '1000000', unit: 'hrbr' }]],
  ['1.000.000 HRBR', [{ value: '1000000', unit: 'hrbr' }]],
  ['5 bps pool', [{ value: '5', unit: 'bps' }]],
  ['0.05% fee', [{ value: '0.05', unit: '%' }]],
  ['tick -198080 to a price', [{ value: '-198080', unit: 'to' }]],
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', []],
])('reads the numbers of %s', (text, expected) => {
  expect(quantities(text)).toEqual(expected)
})

test.each([
  ['wats', 'whats'],
  ['teh', 'the'],
  ['prcie', 'price'],
  ['pirce', 'price'],
  ['holdres', 'holders'],
  ['liquidty', 'liquidity'],
  ['harbour', 'harbour'],
  ['dusd', 'dusd'],
])('reads %s as %s', (word, meant) => {
  expect(correct(word, LEXICON)).toBe(meant)
})
