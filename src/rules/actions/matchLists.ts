import { assertCurrentTerm, type Term } from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import type { ListSource } from '#rules/Context.ts'
import type { Happening } from '#rules/rules/Happening.ts'
import * as Lists from '#rules/store/Lists.ts'
import type { Store } from '#rules/store/tables.ts'
import type { Backlogs } from './createBacklogs.ts'
import * as Matcher from './Matcher.ts'
import { recordFirings, type Stepped } from './recordFirings.ts'

/** Numbered lists that rules follow: rooms, or sessions of boxes. */
export type Listing<Row extends { list: string; seq: number }> = {
  name: Matcher.ListName
  store: Store
  term: Term
  matcher: Matcher.Matcher
  backlogs: Backlogs
  source: ListSource<Row>
  toHappenings(row: Row): Happening[]
  refresh(): Promise<void>
}

const READ = 200

/** Matches the next rows of the lists that rules name. */
export async function matchLists<Row extends { list: string; seq: number }>(listing: Listing<Row>): Promise<Stepped> {
  const { name, store, matcher, source, refresh, toHappenings } = listing
  const behind = await listsBehind(listing)
  const rows = behind.length === 0 ? [] : await source.readAfter(behind, READ)
  if (rows.length === 0) return { pending: [], isStored: false, hasMore: false }
  // Read after the rows: a rule that was acknowledged before a row is known by now.
  await refresh()
  const firings = rows.flatMap((row) => toHappenings(row).flatMap((happening) => Matcher.fire(matcher, happening)))
  const ends = new Map(rows.map(({ list, seq }) => [list, seq]))
  const pending = await transaction(store, async (tx: Store) => {
    await assertCurrentTerm(tx, listing.term)
    await Lists.advance(
      tx,
      name,
      [...ends].map(([id, seq]) => ({ id, seq })),
    )
    return recordFirings(tx, listing.backlogs, firings)
  })
  return { pending, isStored: firings.length > 0, hasMore: true }
}

async function listsBehind<Row extends { list: string; seq: number }>({
  name,
  store,
  matcher,
  source,
}: Listing<Row>): Promise<{ id: string; seq: number }[]> {
  const keys = [...matcher.keys[name]]
  const lists = keys.length === 0 ? [] : await source.listsOf(keys)
  if (lists.length === 0) return []
  const ids = lists.map(({ id }) => id)
  const cursors = await Lists.readCursors(store, name, ids)
  return lists
    .map(({ id, seq: last }) => ({ id, last, seq: cursors.get(id) ?? 0 }))
    .filter(({ seq, last }) => seq < last)
    .map(({ id, seq }) => ({ id, seq }))
}
