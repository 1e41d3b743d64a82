import { expect, test } from 'vitest'
import type { Changes } from '#launchpad/indexer/derive/Changes.ts'
import * as Audits from './Audits.ts'

/** The changes of a range with this many launches and holders, all different. */
function changes(count: number, from: number): Pick<Changes, 'launches' | 'holders'> {
  const ids = Array.from({ length: count }, (_, index) => from + index)
  return {
    launches: new Map(ids.map((id) => [`0x${id}`, {} as never])),
    holders: new Map(ids.map((id) => [`${id}`, { tokenId: id, holder: `0x${id}`, amount: 1n }])),
  }
}

test('the queue of rows to compare is bounded, however much changes in between', () => {
  const audits = Audits.create()
  for (let round = 0; round < 50; round++) Audits.add(audits, changes(1_000, round * 1_000))
  expect(audits.tokens.size).toBeLessThanOrEqual(10_000)
  expect(audits.holders.size).toBeLessThanOrEqual(10_000)
  expect(audits.tokens.has('0x0')).toBe(true)
})
