import { sql } from 'kysely'
import type { Outcome } from '#arena/rules/Signal.ts'
import type { SignalRow, Store } from '#arena/store/tables.ts'

export async function listSignals(store: Store, roomId: string): Promise<SignalRow[]> {
  return store.selectFrom('arena_signals').selectAll().where('room_id', '=', roomId).orderBy('seq').execute()
}

/** Signals whose windows are over, each locked by one replica. */
export async function lockDue(tx: Store, now: Date, limit: number): Promise<SignalRow[]> {
  const { rows } = await sql<SignalRow>`
    select * from arena_signals where status = 'pending' and due_at <= ${now}
    order by due_at limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export async function hasDue(store: Store, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from arena_signals where status = 'pending' and due_at <= ${now} limit 1`.execute(store)
  return rows.length > 0
}

export async function settleSignal(
  tx: Store,
  messageId: string,
  { outcome, now }: { outcome: Outcome; now: Date },
): Promise<void> {
  const text = (price: bigint | null) => price?.toString() ?? null
  await tx
    .updateTable('arena_signals')
    .set({
      status: outcome.status,
      entry_median: text(outcome.entryMedian),
      entry_last: text(outcome.entryLast),
      entry_trades: outcome.entryTrades,
      exit_median: text(outcome.exitMedian),
      exit_trades: outcome.exitTrades,
      score_bps: outcome.scoreBps,
      weight: outcome.weight,
      settled_at: now,
    })
    .where('message_id', '=', messageId)
    .execute()
}
