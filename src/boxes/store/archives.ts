import type { Store } from './tables.ts'

/** Keeps the files of a box in place of those kept before. */
export async function saveArchive(store: Store, boxId: string, bytes: Buffer): Promise<void> {
  const saved_at = new Date()
  await store
    .insertInto('box_archives')
    .values({ box_id: boxId, bytes, saved_at })
    .onConflict((conflict) => conflict.column('box_id').doUpdateSet({ bytes, saved_at }))
    .execute()
}

export async function findArchive(store: Store, boxId: string): Promise<{ bytes: Buffer; saved_at: Date } | undefined> {
  return store.selectFrom('box_archives').select(['bytes', 'saved_at']).where('box_id', '=', boxId).executeTakeFirst()
}
