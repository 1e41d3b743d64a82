import { expect, test } from 'vitest'
import type { Changes } from '#launchpad/indexer/derive/Changes.ts'
import * as Audits from './Audits.ts'

/** What changed in a range with so many launches and holders, each another one. */
function changes(count: number, from: number): Pick<Changes, 'launches' | 'holders'> {
  const ids = Array.from({ length: count }, (_, index) => from + index)
  return {
    launches: new Map(ids.map((id) => [`0x${id}`, {} as never])),
    holders: new Map(ids.map((id) => [`${id}`, { tokenId: id, holder: `0x${id}`, amount: 1n }])),
  }
}

test('what waits to be compared stays within bounds, however much happens in between', () => {
  const audits = Audits.create()
  for (let round = 0; round < 50; round++) Audits.add(audits, changes(1_000, round * 1_000))
  expect(audits.tokens.size).toBeLessThanOrEqual(10_000)
  expect(audits.holders.size).toBeLessThanOrEqual(10_000)
  expect(audits.tokens.has('0x0')).toBe(true)
})
