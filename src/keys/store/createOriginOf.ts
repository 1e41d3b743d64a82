import { sql } from 'kysely'
import type { Store } from './tables.ts'

/** The first key of a chain of rotations, which identifies all of them. */
export type OriginOf = (keyId: string) => string | Promise<string>

const REMEMBERED_MAX = 10_000

/** Cached permanently: the origin of a key never changes. */
export function createOriginOf(store: Store): OriginOf {
  const known = new Map<string, string>()
  return (keyId) => known.get(keyId) ?? find(store, keyId).then((origin) => remember(known, keyId, origin))
}

function remember(known: Map<string, string>, keyId: string, origin: string): string {
  if (known.size >= REMEMBERED_MAX) known.clear()
  known.set(keyId, origin)
  return origin
}

async function find(store: Store, keyId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, rotated_from from api_keys where id = ${keyId}
      union all
      select k.id, k.rotated_from from api_keys k join chain on k.id = chain.rotated_from
    )
    select id from chain where rotated_from is null`.execute(store)
  return rows[0]?.id ?? keyId
}
