import * as Bloom from './Bloom.ts'
import type { Header } from './Log.ts'

/** The addresses and pools whose logs are wanted. It may hold too many, never too few. */
export type Interest = { values: Set<string> }

/** With more values than this nearly every block may hold one by chance. */
const VALUES_MAX = 2_000
const EMPTY = `0x${'0'.repeat(512)}`

export function create(values: Iterable<string>): Interest {
  return { values: new Set(values) }
}

export function add({ values }: Interest, more: Iterable<string>): void {
  for (const value of more) values.add(value)
}

/** Whether the block may hold a log that matters. */
export function mayConcern({ values }: Interest, { bloom }: Header): boolean {
  if (bloom === EMPTY) return false
  if (values.size > VALUES_MAX) return true
  for (const value of values) if (Bloom.mayHold(bloom, value)) return true
  return false
}
