import type { Store } from './tables.ts'

/** The number of each developer's last event; zero before the first. */
export async function readLastSeqs(store: Store, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await store.selectFrom('rule_owners').selectAll().where('developer_id', 'in', ids).execute()
  return new Map([
    ...ids.map((id) => [id, 0] as const),
    ...rows.map(({ developer_id, last_seq }) => [developer_id, last_seq] as const),
  ])
}
