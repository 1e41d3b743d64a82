import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { RuleRow, Store } from './tables.ts'
import { nextVersion } from './version.ts'

export type Rule = Selectable<RuleRow>
type Owned = { id: string; developerId: string }
/** Notifications over A2A are rules too, which only that protocol shows. */
const IS_OWN = sql<boolean>`action->>'kind' <> 'a2a'`

type Paging = { limit: number; cursor: string | undefined }

export async function insert(tx: Store, row: Omit<Insertable<RuleRow>, 'version'>): Promise<Rule> {
  const filter = JSON.stringify(row.filter) as never
  const action = JSON.stringify(row.action) as never
  const values = { ...row, filter, action, version: await nextVersion(tx) }
  return tx.insertInto('rules').values(values).returningAll().executeTakeFirstOrThrow()
}

export function find(store: Store, { id, developerId }: Owned): Promise<Rule | undefined> {
  return store
    .selectFrom('rules')
    .selectAll()
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .where('deleted_at', 'is', null)
    .where(IS_OWN)
    .executeTakeFirst()
}

/** Newest first. */
export function list(store: Store, developerId: string, { limit, cursor }: Paging): Promise<Rule[]> {
  return store
    .selectFrom('rules')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('deleted_at', 'is', null)
    .where(IS_OWN)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function count(tx: Store, developerId: string): Promise<number> {
  const { count: total } = await tx
    .selectFrom('rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('developer_id', '=', developerId)
    .where('deleted_at', 'is', null)
    .where(IS_OWN)
    .executeTakeFirstOrThrow()
  return total
}

type Change = Pick<Updateable<RuleRow>, 'name' | 'cooldown_seconds' | 'ends_at' | 'enabled' | 'after_seq'> & {
  filter?: RuleRow['filter'] | undefined
  action?: RuleRow['action'] | undefined
}

export async function update(tx: Store, id: string, { filter, action, ...rest }: Change): Promise<Rule> {
  const json = {
    ...(filter && { filter: JSON.stringify(filter) as never }),
    ...(action && { action: JSON.stringify(action) as never }),
  }
  return tx
    .updateTable('rules')
    .set({ ...rest, ...json, version: await nextVersion(tx) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks the rule as deleted, so that every replica notices, and cancels its queued deliveries. */
export async function remove(tx: Store, id: string): Promise<void> {
  const version = await nextVersion(tx)
  await tx.updateTable('rules').set({ deleted_at: new Date(), version }).where('id', '=', id).execute()
  await tx
    .updateTable('rule_deliveries')
    .set({ status: 'cancelled', done_at: new Date() })
    .where('rule_id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Rules that changed after a version, deleted ones included. */
export function changedAfter(store: Store, version: number): Promise<Rule[]> {
  return store.selectFrom('rules').selectAll().where('version', '>', version).execute()
}
