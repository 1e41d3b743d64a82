import { randomBytes } from 'node:crypto'
import { type Address, checksumAddress as reference } from 'viem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Address as WireAddress } from '#core/wire.ts'
import { checksumAddress } from './checksumAddress.ts'

test('the checksums of random addresses are those of viem', () => {
  for (let round = 0; round < 2_000; round++) {
    const lower: Address = `0x${randomBytes(20).toString('hex')}`
    expect(checksumAddress(lower)).toBe(reference(lower))
  }
})

test.each([
  ['nothing', ''],
  ['no digits', '0x'],
  ['too few digits', '0x12'],
  ['a whole word', `0x${'0'.repeat(24)}${'ab'.repeat(20)}`],
  ['other letters', `0x${'\u0430'.repeat(40)}`],
])('%s never becomes an address, whichever was written before', (_, text) => {
  z.encode(WireAddress, `0x${'cd'.repeat(20)}`)
  expect(z.safeEncode(WireAddress, text as Address).success).toBe(false)
})
