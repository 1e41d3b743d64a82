import { sql } from 'kysely'
import type { Store } from './tables.ts'

/** The state of a position at the last read. */
type StoredPosition = { key: string; isInRange: boolean; fees0: bigint; fees1: bigint }

type Row = { key: string; is_in_range: boolean; fees0: string; fees1: string }

export async function read(store: Store, keys: readonly string[]): Promise<Map<string, StoredPosition>> {
  const { rows } = await sql<Row>`
    select key, is_in_range, fees0::text, fees1::text from rule_positions where key = any(${keys})`.execute(store)
  return new Map(
    rows.map(({ key, is_in_range: isInRange, fees0, fees1 }) => [
      key,
      { key, isInRange, fees0: BigInt(fees0), fees1: BigInt(fees1) },
    ]),
  )
}

const SET = sql`set is_in_range = excluded.is_in_range, fees0 = excluded.fees0, fees1 = excluded.fees1, at = now()`

/** Begins to follow a position as it is now; one that a rule follows already keeps its state. */
export async function begin(tx: Store, known: StoredPosition): Promise<void> {
  await write(tx, [known], sql`do update ${SET} where not ${isFollowed(sql`rule_positions.key`)}`)
}

/** Whether a rule names the position. */
export function isFollowed(key: ReturnType<typeof sql>) {
  return sql<boolean>`exists (
    select from rules r where r.deleted_at is null and r.enabled and r.type like 'position.%'
      and ${key} = (r.filter->>'chainId') || ' ' || (r.filter->>'protocol') || ' ' || (r.filter->>'tokenId'))`
}

export async function save(tx: Store, known: readonly StoredPosition[]): Promise<void> {
  if (known.length === 0) return
  await write(tx, known, sql`do update ${SET}`)
}

async function write(tx: Store, known: readonly StoredPosition[], conflict: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into rule_positions (key, is_in_range, fees0, fees1)
    select * from unnest(${known.map(({ key }) => key)}::text[], ${known.map(({ isInRange }) => isInRange)}::bool[],
      ${known.map(({ fees0 }) => String(fees0))}::numeric[], ${known.map(({ fees1 }) => String(fees1))}::numeric[])
    on conflict (key) ${conflict}`.execute(tx)
}
