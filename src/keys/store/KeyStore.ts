import { sql } from 'kysely'
import type { Scope } from '#core/Access.ts'
import * as Id from '#core/Id.ts'
import { lockName } from '#database/lockName.ts'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import type { Restrictions } from '#keys/rules/Restrictions.ts'
import type { KeyRow, ListedKey, Store } from './tables.ts'

const listed = sql`
  k.id, k.name, k.masked, k.scopes, k.created_at, k.created_by, k.expires_at, k.revoked_at, k.rotated_from, k.rotated_to,
  k.networks, k.calls_per_minute, k.limit_key, k.limit_calls,
  u.at as last_used_at, coalesce(k.expires_at <= now(), false) as expired
  from api_keys k left join key_last_used u on u.key_id = k.id`

export type NewKey = {
  developerId: string
  subject: string
  name: string
  scopes: readonly Scope[]
  createdBy: string
  expiresAt: Date | null
  restrictions: Restrictions
  rotatedFrom: string | null
}

/** Stores the digest of a new key; the key itself is not stored. */
export async function insert(store: Store, secret: { key: string; pepper: Uint8Array }, key: NewKey): Promise<string> {
  const id = Id.create('key')
  await store
    .insertInto('api_keys')
    .values({
      id,
      developer_id: key.developerId,
      subject: key.subject,
      name: key.name,
      digest: ApiKey.digest(secret.key, secret.pepper),
      masked: ApiKey.mask(secret.key),
      scopes: [...key.scopes],
      created_by: key.createdBy,
      expires_at: key.expiresAt,
      rotated_from: key.rotatedFrom,
      networks: key.restrictions.networks === null ? null : [...key.restrictions.networks],
      calls_per_minute: key.restrictions.callsPerMinute,
      limit_key: key.restrictions.shared?.keyId ?? null,
      limit_calls: key.restrictions.shared?.callsPerMinute ?? null,
    })
    .execute()
  return id
}

export type OwnedKey = { id: string; developerId: string }

export async function find(store: Store, { id, developerId }: OwnedKey): Promise<ListedKey | undefined> {
  const { rows } = await sql<ListedKey>`
    select ${listed} where k.id = ${id} and k.developer_id = ${developerId}`.execute(store)
  return rows[0]
}

/** Newest first, after the key with the id `cursor`. */
export async function list(
  store: Store,
  developerId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`
    select ${listed} where k.developer_id = ${developerId} and (${cursor ?? null}::text is null or k.id < ${cursor ?? null})
    order by k.id desc limit ${limit}`.execute(store)
  return rows
}

/** Locks per developer, so that two transactions cannot both count before either inserts. */
export async function countActive(store: Store, developerId: string): Promise<number> {
  await lockName(store, `keys of ${developerId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) from api_keys where developer_id = ${developerId} and revoked_at is null
      and (expires_at is null or expires_at > now())`.execute(store)
  return rows[0]?.count ?? 0
}

type Holder = Pick<KeyRow, 'subject' | 'expires_at' | 'networks' | 'calls_per_minute' | 'limit_key' | 'limit_calls'>

/** Owner, expiry and restrictions of a key; undefined once it is revoked or expired. */
export async function findActive(store: Store, keyId: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select subject, expires_at, networks, calls_per_minute, limit_key, limit_calls from api_keys
    where id = ${keyId} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(store)
  return rows[0]
}

/** Revokes an active key; false when there is none. Takes effect on every replica within a second. */
export async function revoke(store: Store, { id, developerId }: OwnedKey): Promise<boolean> {
  const { rows } = await sql`
    with next as (update key_revision set revision = revision + 1 returning revision)
    update api_keys set revoked_at = now(), revision = next.revision from next
    where id = ${id} and developer_id = ${developerId} and revoked_at is null returning id`.execute(store)
  return rows.length === 1
}

/** Expires a rotated key after the overlap, never later than before; false when it was rotated or revoked already. */
export async function retire(store: Store, id: string, next: { id: string; overlapSeconds: number }): Promise<boolean> {
  const { rows } = await sql`
    with next as (update key_revision set revision = revision + 1 returning revision)
    update api_keys set rotated_to = ${next.id}, revision = next.revision,
      expires_at = least(expires_at, now() + make_interval(secs => ${next.overlapSeconds}))
    from next where id = ${id} and rotated_to is null and revoked_at is null returning id`.execute(store)
  return rows.length === 1
}
