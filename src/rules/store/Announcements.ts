import { type Kysely, sql } from 'kysely'
import type { Announce, Announcement } from '#core/Announcement.ts'
import type { Store } from './tables.ts'

type Row = { position: number } & Announcement

export const announce: Announce = async (tx, announcements) => {
  if (announcements.length === 0) return
  await sql`
    insert into rule_announcements (type, at, owners, fields, data)
    select a->>'type', to_timestamp((a->>'at')::float8 / 1000),
      case when a ? 'owners' then array(select jsonb_array_elements_text(a->'owners')) end, a->'fields', a->'data'
    from jsonb_array_elements(${JSON.stringify(announcements)}::jsonb) as r(a)`.execute(tx)
}

type Once = { key: string; everySeconds: number }

/** Announces unless the same key was announced within the time, on any replica. */
export async function announceOnce<Tables>(
  db: Kysely<Tables>,
  { key, everySeconds }: Once,
  announcement: Announcement,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const at = new Date(announcement.at)
    const { rows } = await sql`
      insert into rule_announced (key, at) values (${key}, ${at})
      on conflict (key) do update set at = excluded.at
      where rule_announced.at <= excluded.at - make_interval(secs => ${everySeconds}) returning key`.execute(tx)
    if (rows.length > 0) await announce(tx, [announcement])
  })
}

/** The oldest announcements. */
export async function read(store: Store, limit: number): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'at' | 'owners'> & { at: Date; owners: string[] | null }>`
    select position, type, at, owners, fields, data from rule_announcements order by position limit ${limit}`.execute(
    store,
  )
  return rows.map(({ at, owners, ...row }) => ({ ...row, at: at.getTime(), owners: owners ?? undefined }))
}

export async function remove(tx: Store, positions: readonly number[]): Promise<void> {
  await sql`delete from rule_announcements where position = any(${positions}::int8[])`.execute(tx)
}
