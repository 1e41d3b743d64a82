import { sql } from 'kysely'
import * as Events from '#rules/store/Events.ts'
import type { Store } from '#rules/store/tables.ts'
import type { Backlogs } from './createBacklogs.ts'

/** One step of matching: the queued deliveries, whether events were stored, and whether more may follow. */
export type Stepped = { pending: Events.Pending[]; isStored: boolean; hasMore: boolean }

/** Stores events with their deliveries, and when their rules fired last. */
export async function recordFirings(
  tx: Store,
  backlogs: Backlogs,
  firings: readonly Events.Firing[],
): Promise<Events.Pending[]> {
  if (firings.length === 0) return []
  const times = new Map(firings.map(({ rule, at }) => [rule.id, new Date(at).toISOString()]))
  await sql`
    update rules r set last_fired_at = f.at
    from unnest(${[...times.keys()]}::text[], ${[...times.values()]}::timestamptz[]) as f(id, at)
    where r.id = f.id`.execute(tx)
  return Events.record(tx, await backlogs.admit(tx, firings))
}
