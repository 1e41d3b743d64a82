import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { changesDeposits, changesWithdrawals } from './Hooks.ts'

const hook = (flags: number) => `0x${'ab'.repeat(18)}${flags.toString(16).padStart(4, '0')}` as Address

test.each([
  ['none', 0b00_0000_0000_0000, false, false],
  ['calls alone', 0b11_1111_1111_1100, false, false],
  ['a delta when liquidity is added', 0b00_0100_0000_0010, true, false],
  ['a delta when liquidity is removed', 0b00_0001_0000_0001, false, true],
  ['both', 0b00_0101_0000_0011, true, true],
])('a hook with the permissions: %s', (_name, flags, deposits, withdrawals) => {
  expect([changesDeposits(hook(flags)), changesWithdrawals(hook(flags))]).toEqual([deposits, withdrawals])
})
