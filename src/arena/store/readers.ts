import { sql } from 'kysely'
import type { Store, Visibility } from './tables.ts'

type Readers = {
  /** Undefined in a public room, which everyone may read. */
  developers: readonly string[] | undefined
  /** The developers of the active participants. */
  participants: ReadonlyMap<string, string>
}

type Row = { id: string; visibility: Visibility; owner: string; people: Record<string, string> | null }

/** Who may read each room now. */
export async function readReaders(store: Store, roomIds: readonly string[]): Promise<Map<string, Readers>> {
  const { rows } = await sql<Row>`
    select r.id, r.visibility, r.owner_developer as owner, (
      select json_object_agg(p.id, p.developer_id) from arena_participants p
      where p.room_id = r.id and p.status = 'active') as people
    from arena_rooms r where r.id = any(${roomIds})`.execute(store)
  return new Map(rows.map((row) => [row.id, toReaders(row)]))
}

function toReaders({ visibility, owner, people }: Row): Readers {
  const participants = new Map(Object.entries(people ?? {}))
  const developers = [...new Set([owner, ...participants.values()])]
  return { participants, developers: visibility === 'PRIVATE' ? developers : undefined }
}
