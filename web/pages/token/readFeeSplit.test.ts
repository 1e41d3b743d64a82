import { encodeAbiParameters, getAddress } from 'viem'
import { expect, it } from 'vitest'
import { sharesOf } from './readFeeSplit.ts'

const accounts = [getAddress(`0x${'12'.repeat(20)}`), getAddress(`0x${'ab'.repeat(20)}`)]

it('reads accounts and shares as the contract writes them', () => {
  const answer = encodeAbiParameters([{ type: 'address[]' }, { type: 'uint16[]' }], [accounts, [2_500, 7_500]])
  expect(sharesOf(answer)).toEqual([
    { account: accounts[0], bps: 2_500 },
    { account: accounts[1], bps: 7_500 },
  ])
})

it('refuses the answer of another contract as a split', () => {
  expect(sharesOf('0x')).toBeUndefined()
  expect(sharesOf(`0x${'0'.repeat(64)}`)).toBeUndefined()
  expect(sharesOf(`0x${'f'.repeat(640)}`)).toBeUndefined()
})
