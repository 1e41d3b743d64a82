import { sql } from 'kysely'
import type { Store } from './tables.ts'

type Position = { id: string; seq: number }

/** The last number that was matched in each list; zero for a new list. */
export async function readCursors(store: Store, source: string, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await store
    .selectFrom('rule_lists')
    .select(['id', 'seq'])
    .where('source', '=', source)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** Begins to follow lists at their end; lists that are followed already keep their position. */
export async function begin(tx: Store, source: string, lists: readonly Position[]): Promise<void> {
  await write(tx, { source, lists, conflict: sql`do nothing` })
}

export async function advance(tx: Store, source: string, lists: readonly Position[]): Promise<void> {
  await write(tx, { source, lists, conflict: sql`do update set seq = greatest(rule_lists.seq, excluded.seq)` })
}

type Writing = { source: string; lists: readonly Position[]; conflict: ReturnType<typeof sql> }

async function write(tx: Store, { source, lists, conflict }: Writing): Promise<void> {
  await sql`
    insert into rule_lists (source, id, seq)
    select ${source}, id, seq from unnest(${lists.map(({ id }) => id)}::text[], ${lists.map(({ seq }) => seq)}::int8[]) as r(id, seq)
    order by id on conflict (source, id) ${conflict}`.execute(tx)
}
