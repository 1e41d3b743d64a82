import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#core/Access.ts'
import type { ConnectionRow, ListedConnection, Store } from './tables.ts'

export async function insert(store: Store, row: Omit<ConnectionRow, 'created_at'>): Promise<void> {
  await store.insertInto('oauth_connections').values(row).execute()
}

const LISTED = sql`c.id, c.client_id, c.client_name, c.client_host, c.resource, c.scopes, c.created_at, c.expires_at`
/** A connection lasts as long as its grant. */
const LIVE = sql`oauth_connections c join oauth_states g on g.model = 'Grant' and g.id = c.id and g.expires_at > now()`

/** The live connections of a developer, newest first. */
export async function list(
  store: Store,
  developerId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<ListedConnection[]> {
  const { rows } = await sql<ListedConnection>`
    select ${LISTED} from ${LIVE}
    where c.developer_id = ${developerId} and (${cursor ?? null}::text is null or c.id < ${cursor ?? null})
    order by c.id desc limit ${limit}`.execute(store)
  return rows
}

export async function find(
  store: Store,
  { id, developerId }: { id: string; developerId: string },
): Promise<ListedConnection | undefined> {
  const { rows } = await sql<ListedConnection>`
    select ${LISTED} from ${LIVE} where c.id = ${id} and c.developer_id = ${developerId}`.execute(store)
  return rows[0]
}

/** The holder of an access token, and the token's audience and scopes. */
export type Bearer = { id: string; developerId: string; subject: string; audience: string; scope: string }

/** Undefined for an unknown, expired or revoked token. */
export async function findBearer(store: Store, accessToken: string): Promise<Bearer | undefined> {
  const { rows } = await sql<Bearer>`
    select c.id, c.developer_id as "developerId", c.subject,
      t.payload->>'aud' as audience, coalesce(t.payload->>'scope', '') as scope
    from ${LIVE} join oauth_states t on t.grant_id = c.id
    where t.model = 'AccessToken' and t.id = ${hash('sha256', accessToken, 'base64url')}
      and t.expires_at > now()`.execute(store)
  return rows[0]
}

export function scopesOf({ scope }: Bearer): Scope[] {
  return scope.split(' ').filter((one) => one !== '') as Scope[]
}

/** The same for every connection of one client with one developer. */
export async function originOf(store: Store, id: string): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    select encode(sha256(convert_to(developer_id || ' ' || client_id, 'UTF8')), 'hex') as origin
    from oauth_connections where id = ${id}`.execute(store)
  return `client:${rows[0]?.origin ?? id}`
}
