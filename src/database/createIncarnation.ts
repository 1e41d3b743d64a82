import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from './Log.ts'
import type { Migrations } from './migrate.ts'
import { patiently } from './patiently.ts'

export const migrations: Migrations = {
  'database/incarnation': (db) =>
    sql`
    create table database_incarnation (
      single boolean primary key default true check (single),
      number int4 not null,
      system text not null,
      timeline int4 not null
    )`.execute(db),
}

/**
 * The history that the database continues: 1 at first, and a higher number after each failover or restore, which may have
 * lost the newest rows and hand out their numbers again.
 */
export type Incarnation = {
  current(): number
  /** Calls `listener` after the number has changed. */
  onChange(listener: () => void): Disposable
  /** Reads the number again. */
  refresh(): Promise<void>
}

type Options = { pool: pg.Pool; log: Log }

const READ = `
  with server as (
    select (select system_identifier::text from pg_control_system()) as system,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int4 as timeline
  )
  select server.system, server.timeline, known.number from server
  left join database_incarnation known on known.system = server.system and known.timeline = server.timeline`

/** A standby that was far behind may not know the last number, but its timeline is always new. */
const WRITE = `
  insert into database_incarnation as known (number, system, timeline) values (1, $1, $2)
  on conflict (single) do update
    set number = greatest(known.number + 1, excluded.timeline), system = excluded.system, timeline = excluded.timeline
    where (known.system, known.timeline) is distinct from (excluded.system, excluded.timeline)`

/** Reads the number; `refresh` notices a change. */
export async function createIncarnation({ pool, log }: Options): Promise<Incarnation> {
  const listeners = new Set<() => void>()
  let current = await patiently(() => read(pool))
  const refresh = async () => {
    const before = current
    current = await read(pool)
    if (current === before) return
    log.warn({ incarnation: current, before }, 'database failed over: event readers start again')
    for (const listener of listeners) listener()
  }
  return {
    current: () => current,
    onChange(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    refresh,
  }
}

type Row = { system: string; timeline: number; number: number | null }

async function read(pool: pg.Pool): Promise<number> {
  for (;;) {
    const [row] = (await pool.query<Row>(READ)).rows
    if (!row) throw new Error('The server did not name its timeline.')
    if (row.number !== null) return row.number
    await pool.query(WRITE, [row.system, row.timeline])
  }
}
