import { type Kysely, sql } from 'kysely'

/** Until the transaction ends, no other transaction holds the same name. */
export async function lockName<Tables>(tx: Kysely<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
