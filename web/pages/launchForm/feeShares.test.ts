import { expect, it } from 'vitest'
import { bpsOf, problemOf, toShares } from './feeShares.ts'

const [ann, bob] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const

it('takes percentages with two decimals and nothing finer', () => {
  expect(['50', '33.33', '0.01', '100'].map(bpsOf)).toEqual([5_000, 3_333, 1, 10_000])
  expect(['', '0', '100.01', '1.234', '-5', 'half'].map(bpsOf)).toEqual(Array(6).fill(undefined))
})

it('says what is wrong with a split, and nothing where it is whole', () => {
  expect(problemOf([{ account: 'ann', percent: '100' }])).toMatch(/40 hexadecimal digits/)
  expect(problemOf([ann, ann.toUpperCase().replace('X', 'x')].map((account) => ({ account, percent: '50' })))).toMatch(
    /once/,
  )
  expect(problemOf([{ account: ann, percent: 'all' }])).toMatch(/percentage/)
  const almost = [
    { account: ann, percent: '33.33' },
    { account: bob, percent: '66.66' },
  ]
  expect(problemOf(almost)).toBe('Together the shares make 99.99 %. They must make 100 %.')
  expect(
    problemOf([{ account: ann, percent: '33.34' }, almost[1] as { account: string; percent: string }]),
  ).toBeUndefined()
})

it('writes shares as the API takes them', () => {
  expect(toShares([{ account: ` ${ann} `, percent: '100' }])).toEqual([{ account: ann, bps: 10_000 }])
})
