import { expect, it } from 'vitest'
import type { Entry } from '../../api/arena.ts'
import { append, leavesGap, prepend, replace } from './entries.ts'

const entry = (seq: number, content = '') => ({ id: `msg_${seq}`, seq, content }) as Entry
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => entry(from + index))
const seqs = (entries: readonly Entry[]) => entries.map(({ seq }) => seq)

it('appends in order, whatever the order and however often entries come', () => {
  expect(seqs(append(run(3, 5), [entry(7), entry(5), entry(6), entry(6)]))).toEqual([3, 4, 5, 6, 7])
})

it('never shows an entry before those that are missing in between', () => {
  expect(seqs(append(run(1, 2), [entry(4), entry(5)]))).toEqual([1, 2])
  expect(leavesGap(run(1, 2), [entry(4)])).toBe(true)
  expect(leavesGap(run(1, 2), [entry(3), entry(2)])).toBe(false)
})

it('begins an empty list wherever the first entries are', () => {
  expect(seqs(append([], run(40, 42)))).toEqual([40, 41, 42])
})

it('puts older entries before, once', () => {
  expect(seqs(prepend(run(4, 5), run(2, 4)))).toEqual([2, 3, 4, 5])
})

it('replaces an entry and leaves the others', () => {
  const changed = entry(2, 'gone')
  expect(replace(run(1, 3), changed)[1]).toBe(changed)
})
