import { sql } from 'kysely'
import type { Rule } from './Rules.ts'
import type { Store } from './tables.ts'
import { nextVersion } from './version.ts'

type Named = { developerId: string; taskId: string; id?: string | undefined }

/** The rules that are notifications about a run: one by its id, or all. */
export async function find(store: Store, { developerId, taskId, id }: Named): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select * from rules where developer_id = ${developerId} and filter->>'taskId' = ${taskId} and deleted_at is null
      and action->>'kind' = 'a2a' and (${id ?? null}::text is null or name = ${id ?? null}) order by id`.execute(store)
  return rows
}

export async function count(tx: Store, developerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rules where developer_id = ${developerId} and deleted_at is null
      and action->>'kind' = 'a2a' and ends_at > now()`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function remove(tx: Store, rules: readonly Rule[]): Promise<void> {
  if (rules.length === 0) return
  const version = await nextVersion(tx)
  const ids = rules.map(({ id }) => id)
  await sql`update rules set deleted_at = now(), version = ${version} where id = any(${ids})`.execute(tx)
  await sql`update rule_deliveries set status = 'cancelled', done_at = now() where rule_id = any(${ids}) and status = 'pending'`.execute(
    tx,
  )
}
