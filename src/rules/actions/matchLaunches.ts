import { assertCurrentTerm, type Term } from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import type { LaunchSource } from '#rules/Context.ts'
import { type LaunchRow, launchHappenings } from '#rules/rules/launchHappenings.ts'
import * as Events from '#rules/store/Events.ts'
import type { Store } from '#rules/store/tables.ts'
import type { Backlogs } from './createBacklogs.ts'
import * as Matcher from './Matcher.ts'
import { recordFirings, type Stepped } from './recordFirings.ts'

type Shared = {
  store: Store
  term: Term
  matcher: Matcher.Matcher
  backlogs: Backlogs
  launches: LaunchSource
  /** Takes over changed rules. */
  refresh(): Promise<void>
  /** Called with the number of events that were deleted before they were matched with rules. */
  missed(events: number): void
}

type Matching = Shared & {
  /** The number of the last event that was matched; undefined until it is read from the table. */
  cursor: number | undefined
  /** The last one that is stored as matched. */
  storedCursor: number
}

export function createLaunchMatching(shared: Shared): Matching {
  return { ...shared, cursor: undefined, storedCursor: 0 }
}

const READ = 500
/** Progress over events without a match need not be stored at once: they match nothing the second time either. */
const STORE_EVERY = 2_000
const REPLACED_MAX = 200

/** Matches the next events with the rules. */
export async function matchLaunches(matching: Matching): Promise<Stepped> {
  try {
    return await matchNext(matching)
  } catch (error) {
    matching.cursor = undefined
    throw error
  }
}

async function matchNext(matching: Matching): Promise<Stepped> {
  const { matcher, launches, refresh } = matching
  const cursor = matching.cursor ?? (await begin(matching))
  const read = await launches.readAfter(cursor, READ)
  const rows = upToReorg(read)
  const missed = missedBefore(rows, cursor)
  if (missed > 0) matching.missed(missed)
  const last = rows.at(-1)
  const hasMore = read.length === READ || rows.length < read.length
  if (!last) return { pending: [], isStored: false, hasMore }
  // Read after the events: a rule that was acknowledged before an event is known by now.
  await refresh()
  if (last.kind === 'reorg') return { pending: await retract(matching, last), isStored: true, hasMore }
  const firings = rows.flatMap((row) =>
    launchHappenings(row).flatMap((happening) => Matcher.fire(matcher, happening, row.seq)),
  )
  matching.cursor = last.seq
  const isStored = firings.length > 0
  if (!isStored && last.seq - matching.storedCursor < STORE_EVERY) return { pending: [], isStored, hasMore }
  const pending = await commit(matching, last.seq, (tx) => recordFirings(tx, matching.backlogs, firings))
  return { pending, isStored, hasMore }
}

/** Events are numbered without gaps; those beyond the outbox's bound are deleted. */
export function missedBefore([first]: readonly Pick<LaunchRow, 'seq'>[], cursor: number): number {
  return first ? first.seq - cursor - 1 : 0
}

/** Continues where the last leader stopped. */
async function begin(matching: Matching): Promise<number> {
  const { store } = matching
  const { cursor } = await store.selectFrom('rule_state').select('cursor').executeTakeFirstOrThrow()
  const first = cursor ?? (await firstCursor(matching))
  if (cursor === null)
    await store.updateTable('rule_state').set({ cursor: first }).where('cursor', 'is', null).execute()
  Object.assign(matching, { cursor: first, storedCursor: first })
  return first
}

/** The first leader begins after the last event, or where the oldest rule begins: rules are accepted before there is a leader. */
async function firstCursor({ launches, matcher, refresh }: Matching): Promise<number> {
  const last = await launches.lastSeq()
  await refresh()
  const rules = matcher.index.rules.values().filter(({ type }) => type.startsWith('launch.'))
  return rules.reduce((first, { afterSeq }) => Math.min(first, afterSeq), last)
}

/** A reorganisation is handled alone, after everything before it is stored. */
function upToReorg(rows: readonly LaunchRow[]): readonly LaunchRow[] {
  const at = rows.findIndex(({ kind }) => kind === 'reorg')
  return at === -1 ? rows : rows.slice(0, Math.max(1, at))
}

/** Sends a `reorg` event to every rule that fired for a replaced block. */
async function retract(matching: Matching, row: LaunchRow): Promise<Events.Pending[]> {
  const { fromBlock: from, toBlock: to } = JSON.parse(row.body) as { fromBlock: number; toBlock: number }
  const { matcher } = matching
  matching.cursor = row.seq
  return commit(matching, row.seq, async (tx: Store) => {
    const retracted = await Events.retract(tx, { from, to })
    const byRule = Map.groupBy(retracted, ({ rule_id }) => rule_id)
    const restored = await Events.restoreCooldowns(tx, [...byRule.keys()])
    const firings = [...byRule].flatMap(([ruleId, events]) => {
      const rule = matcher.index.rules.get(ruleId)
      if (!rule) return []
      rule.lastFiredAt = restored.get(ruleId)?.getTime() ?? 0
      const ids = events.slice(-REPLACED_MAX).map(({ id }) => id)
      const firing = Matcher.reorgFiring(rule, { from, to }, ids)
      return [{ ...firing, at: row.writtenAt.getTime(), isSent: Matcher.isOpen(matcher, rule.action) }]
    })
    return Events.record(tx, await matching.backlogs.admit(tx, firings))
  })
}

/** Stores events and cursor together, fenced by the term: a successor continues exactly here. */
async function commit(
  matching: Matching,
  cursor: number,
  work: (tx: Store) => Promise<Events.Pending[]>,
): Promise<Events.Pending[]> {
  const { store, term, storedCursor } = matching
  const pending = await transaction(store, async (tx: Store) => {
    await assertCurrentTerm(tx, term)
    const { numUpdatedRows } = await tx
      .updateTable('rule_state')
      .set({ cursor })
      .where('cursor', '=', storedCursor)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Error('Another process has already matched these events.')
    return work(tx)
  })
  matching.storedCursor = cursor
  return pending
}
