import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { deleteInBatches } from '#database/deleteInBatches.ts'
import type { Store } from './tables.ts'

/** One state of the authorization server, by the name of its model and its id. */
export type StateKey = { model: string; id: string }

export type State = { payload: Record<string, unknown>; consumedAt: Date | null }

/** Models with public ids; every other id is a secret, of which the table stores only the digest. */
const PUBLIC = new Set(['Grant', 'Client'])

function keyOf({ model, id }: StateKey): string {
  return PUBLIC.has(model) ? id : hash('sha256', id, 'base64url')
}

export async function save(
  store: Store,
  key: StateKey,
  { payload, grantId, seconds }: { payload: Record<string, unknown>; grantId: string | null; seconds: number },
): Promise<void> {
  const { jti: _, ...kept } = payload
  await sql`
    insert into oauth_states (model, id, grant_id, payload, expires_at)
    values (${key.model}, ${keyOf(key)}, ${grantId}, ${JSON.stringify(kept)}, now() + make_interval(secs => ${seconds}))
    on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(store)
}

export async function find(store: Store, key: StateKey): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select payload, consumed_at as "consumedAt" from oauth_states
    where model = ${key.model} and id = ${keyOf(key)} and expires_at > now()`.execute(store)
  return rows[0]
}

/** Whether this is the first use; true for exactly one caller. */
export async function consume(store: Store, key: StateKey): Promise<boolean> {
  const { rows } = await sql`
    update oauth_states set consumed_at = now()
    where model = ${key.model} and id = ${keyOf(key)} and consumed_at is null returning id`.execute(store)
  return rows.length === 1
}

export async function remove(store: Store, key: StateKey): Promise<void> {
  await store.deleteFrom('oauth_states').where('model', '=', key.model).where('id', '=', keyOf(key)).execute()
}

/** Ends a grant with every code and token that came from it. */
export async function removeGrant(store: Store, grantId: string): Promise<void> {
  await sql`
    delete from oauth_states where grant_id = ${grantId} or (model = 'Grant' and id = ${grantId})`.execute(store)
}

/** Deletes expired rows, with a margin of a day for clocks that are set back. */
export async function forgetOld(store: Store): Promise<void> {
  await deleteInBatches(store, 'oauth_states', sql`expires_at < now() - interval '1 day'`)
  await deleteInBatches(store, 'oauth_connections', sql`expires_at < now() - interval '1 day'`)
}
