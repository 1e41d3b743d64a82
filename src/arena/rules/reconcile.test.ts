import { expect, test } from 'vitest'
import type { ChainEntryRow } from '#arena/store/tables.ts'
import type { ChainReport } from './ChainReport.ts'
import { reconcile } from './reconcile.ts'

const entry = (seq: number, position: number, kind = 'trade'): ChainEntryRow => ({
  ...{ room_id: 'room_1', seq, position, kind },
  digest: `${kind} ${position}`,
})
const report = (position: number, kind = 'trade') =>
  ({ position, kind, digest: `${kind} ${position}` }) as unknown as ChainReport
const END = Number.POSITIVE_INFINITY

test('a log that is right stays as it is', () => {
  expect(reconcile([entry(1, 10), entry(2, 20)], [report(10), report(20)], END)).toEqual({ replaced: [], added: [] })
})

test('from the first difference on everything is taken back and reported again', () => {
  const { replaced, added } = reconcile([entry(1, 10), entry(2, 20), entry(3, 30)], [report(10), report(30)], END)
  expect([replaced, added.map(({ position }) => position)]).toEqual([[2, 3], [30]])
})

test('entries behind the end of a step are left for the next one, and so is the end of an opening', () => {
  const log = [entry(1, 10), entry(2, 0, 'opening_ended'), entry(3, 90)]
  expect(reconcile(log, [report(10)], 50)).toEqual({ replaced: [], added: [] })
  expect(reconcile(log, [report(10)], END).replaced).toEqual([2, 3])
})
