import type { Caller } from '#core/Access.ts'
import { actor } from '#core/Caller.ts'
import * as Id from '#core/Id.ts'
import type { AuditEvent, AuditRow, Store } from './tables.ts'

export type Entry = Pick<AuditRow, 'event' | 'developer_id' | 'key_id' | 'actor' | 'address' | 'detail'>

/** Refusals and denials of the running minute, counted instead of listed: a flood of them is a few rows. */
export type Tally = Map<string, Entry & { count: number }>

/** Rows a minute for what belongs to nobody; those of real keys have their own room, so that none crowds them out. */
const NOBODYS_MAX = 100
const TALLY_MAX = 1000

/** Appends one row, in the transaction of what it tells of. */
export async function append(store: Store, entry: Entry): Promise<void> {
  await store
    .insertInto('key_audit')
    .values({ id: Id.create('aud'), ...entry })
    .execute()
}

/** Who did it, as the log names them. */
export function actorOf(caller: Caller): Pick<Entry, 'actor' | 'address'> {
  return { actor: actor(caller), address: caller.address }
}

/** Counts an entry with those of the same minute, key, address and `reason`; the first of them gives the detail. */
export function count(tally: Tally, entry: Entry, reason: string): void {
  const { event, key_id, address } = entry
  const isFull = tally.size >= (key_id === null ? NOBODYS_MAX : TALLY_MAX)
  const name = [event, key_id, address, reason].join('\n')
  const known = tally.get(name) ?? (isFull ? tally.get(event) : undefined)
  if (known) known.count++
  else tally.set(isFull ? event : name, { ...(isFull ? othersOf(event) : entry), count: 1 })
}

/** What happened beyond the rows a minute may have. */
function othersOf(event: AuditEvent): Entry {
  return { event, developer_id: null, key_id: null, actor: null, address: null, detail: 'others' }
}

/** Writes the counted rows and begins the next minute; what could not be written is counted on. */
export async function write(store: Store, tally: Tally): Promise<void> {
  if (tally.size === 0) return
  const rows = new Map(tally)
  tally.clear()
  try {
    const values = rows.values().map((row) => ({ id: Id.create('aud'), ...row }))
    await store
      .insertInto('key_audit')
      .values([...values])
      .execute()
  } catch (error) {
    for (const [name, row] of rows) tally.set(name, { ...row, count: row.count + (tally.get(name)?.count ?? 0) })
    throw error
  }
}
