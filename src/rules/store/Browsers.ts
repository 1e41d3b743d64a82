import type { Insertable, Selectable } from 'kysely'
import type { BrowserRow, Store } from './tables.ts'

export type Browser = Selectable<BrowserRow>

/** A browser that subscribes again replaces its keys. */
export function put(tx: Store, row: Insertable<BrowserRow>): Promise<Browser> {
  const { vapid_key, sealed } = row
  return tx
    .insertInto('rule_browsers')
    .values(row)
    .onConflict((known) => known.columns(['developer_id', 'endpoint_hash']).doUpdateSet({ vapid_key, sealed }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Newest first. */
export function list(store: Store, developerId: string): Promise<Browser[]> {
  return store
    .selectFrom('rule_browsers')
    .selectAll()
    .where('developer_id', '=', developerId)
    .orderBy('id', 'desc')
    .execute()
}

/** Resolves to whether the developer had it. */
export async function remove(tx: Store, { id, developerId }: { id: string; developerId: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('rule_browsers')
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
