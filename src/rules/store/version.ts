import { sql } from 'kysely'
import type { Store } from './tables.ts'

/** The number of the next change of rules or endpoints; locks out other changes until the commit. */
export async function nextVersion(tx: Store): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update rule_state set version = version + 1 returning version`.execute(tx)
  return rows[0]?.version ?? 0
}
