import { expect, test } from 'vitest'
import * as audit from './audit.ts'
import type { Derived } from './Derived.ts'

/** What changed in a stretch with so many launches and holders, each another one. */
function changes(count: number, from: number): Pick<Derived, 'states' | 'holders'> {
  const ids = Array.from({ length: count }, (_, index) => from + index)
  return {
    states: new Map(ids.map((id) => [`0x${id}`, {} as never])),
    holders: new Map(ids.map((id) => [`${id}`, { tokenId: id, holder: `0x${id}`, amount: 1n }])),
  }
}

test('what waits to be compared stays within bounds, however much happens in between', () => {
  const audits = audit.create()
  for (let round = 0; round < 50; round++) audit.add(audits, changes(1_000, round * 1_000))
  expect(audits.tokens.size).toBeLessThanOrEqual(10_000)
  expect(audits.holders.size).toBeLessThanOrEqual(10_000)
  expect(audits.tokens.has('0x0')).toBe(true)
})
