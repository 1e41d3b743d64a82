import { randomBytes } from 'node:crypto'
import { type Address, checksumAddress as reference } from 'viem'
import { expect, test } from 'vitest'
import { checksumAddress } from './checksumAddress.ts'

test('the checksums of random addresses are those of viem', () => {
  for (let round = 0; round < 2_000; round++) {
    const lower: Address = `0x${randomBytes(20).toString('hex')}`
    expect(checksumAddress(lower)).toBe(reference(lower))
  }
})
