import { expect, test } from 'vitest'
import { hashIn } from './hashIn.ts'

const HASH = `0x${'aB'.repeat(32)}`

test('only a hash is followed on the chain', () => {
  expect(hashIn(HASH)).toBe(HASH)
  for (const answer of [null, undefined, {}, [HASH], '', '0x', `${HASH}00`, `../${HASH}`, 7])
    expect(() => hashIn(answer)).toThrow(/did not answer with the hash/)
})
