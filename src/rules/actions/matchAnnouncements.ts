import { assertCurrentTerm, type Term } from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import { type EventTypeName, isEventType } from '#rules/rules/eventTypes.ts'
import * as Announcements from '#rules/store/Announcements.ts'
import type { Store } from '#rules/store/tables.ts'
import type { Backlogs } from './createBacklogs.ts'
import * as Matcher from './Matcher.ts'
import { recordFirings, type Stepped } from './recordFirings.ts'

type Matching = {
  store: Store
  term: Term
  matcher: Matcher.Matcher
  backlogs: Backlogs
  refresh(): Promise<void>
}

const READ = 200

/** Matches the oldest announcements with the rules, and deletes them in the same transaction. */
export async function matchAnnouncements({ store, term, matcher, backlogs, refresh }: Matching): Promise<Stepped> {
  const rows = await Announcements.read(store, READ)
  if (rows.length === 0) return { pending: [], isStored: false, hasMore: false }
  // Read after the announcements: a rule that was acknowledged before one is known by now.
  await refresh()
  // A newer version of the service may announce types that this one does not know.
  const known = rows.filter(({ type }) => isEventType(type))
  const firings = known.flatMap(({ position: _, type, ...row }) =>
    Matcher.fire(matcher, { ...row, type: type as EventTypeName, block: null, hops: 0 }),
  )
  const pending = await transaction(store, async (tx: Store) => {
    await assertCurrentTerm(tx, term)
    const positions = rows.map(({ position }) => position)
    await Announcements.remove(tx, positions)
    return recordFirings(tx, backlogs, firings)
  })
  return { pending, isStored: firings.length > 0, hasMore: rows.length === READ }
}
