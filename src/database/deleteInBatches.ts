import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'

export const DELETE_BATCH = 5_000
/** Leaves room for the statements of requests between two batches. */
const REST_MS = 10

/** Deletes the matching rows a batch at a time, so that no statement reaches its timeout, however many rows there are. */
export async function deleteInBatches<Tables>(
  db: Kysely<Tables>,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.table(table)
  for (let isFull = true; isFull; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${condition} limit ${DELETE_BATCH} for update skip locked
      ))`.execute(db)
    isFull = Number(numAffectedRows) === DELETE_BATCH
    if (isFull) await delay(REST_MS)
  }
}
