import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

type OutboxRow = { seq: number; kind: string; body: string; facts: string | null; writtenAt: Date }

/** The numbered events of the index, for modules that follow them. */
export type OutboxReader = {
  /** The channel that is notified after each commit. */
  channel: string
  lastSeq(): Promise<number>
  /** Events after a number, oldest first; older ones than those kept are left out. */
  readAfter(seq: number, limit: number): Promise<OutboxRow[]>
}

export function createOutboxReader(db: Kysely<Tables>, channel: string): OutboxReader {
  return {
    channel,
    async lastSeq() {
      const row = await db.selectFrom('launch_chain').select('last_seq').executeTakeFirst()
      return row?.last_seq ?? 0
    },
    readAfter: (seq, limit) =>
      db
        .selectFrom('launch_outbox')
        .select(['seq', 'kind', 'body', 'facts', 'written_at as writtenAt'])
        .where('seq', '>', seq)
        .where('kind', 'in', ['token', 'trade', 'graduation', 'progress', 'reorg'])
        .orderBy('seq')
        .limit(limit)
        .execute(),
  }
}
