import { type Kysely, type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '#database/deleteInBatches.ts'
import { transaction } from '#database/transaction.ts'

/** Times are relative, so that the database's clock alone decides. */
export type Outage = { part: string; detail: string | null; startedMsAgo: number; seenMsAgo: number }

export type OutageRow = { id: number; part: string; detail: string | null; startedAt: Date; endedAt: Date | null }

type Db = Kysely<unknown>

export const RETENTION_DAYS = 90
/** Reports of one part that are closer than this are one outage: every replica reports at its own times. */
export const JOINED_MS = 20_000

/** Extends the part's outage of that time, or adds one. */
export async function record(db: Db, { part, detail, startedMsAgo, seenMsAgo }: Outage): Promise<void> {
  const [from, to, joined] = [ago(startedMsAgo), ago(seenMsAgo), milliseconds(JOINED_MS)]
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('outages', 0))`.execute(tx)
    const { numAffectedRows = 0n } = await sql`
      update outages set
        started_at = least(started_at, ${from}), seen_at = greatest(seen_at, ${to}), detail = coalesce(${detail}, detail)
      where id = (
        select id from outages where part = ${part} and seen_at >= ${from} - ${joined} and started_at <= ${to} + ${joined}
        order by id desc limit 1
      )`.execute(tx)
    if (numAffectedRows === 0n)
      await sql`insert into outages (part, detail, started_at, seen_at) values (${part}, ${detail}, ${from}, ${to})`.execute(
        tx,
      )
  })
}

/** Newest first; an outage without an end was seen a moment ago. */
export async function list(db: Db, page: { limit: number; before: number | null }): Promise<OutageRow[]> {
  const { rows } = await sql<OutageRow>`
    select id, part, detail, started_at as "startedAt",
      case when seen_at < now() - ${milliseconds(JOINED_MS)} then seen_at end as "endedAt"
    from outages where ${page.before}::int8 is null or id < ${page.before} order by id desc limit ${page.limit}`.execute(
    db,
  )
  return rows
}

/** Notes that a replica runs; returns the time since one last did so, undefined the first time. */
export async function markSeen(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    insert into service_seen (at) values (now()) on conflict (is_only) do update set at = excluded.at
    returning (select extract(epoch from now() - at)::float8 * 1000 from service_seen) as ms`.execute(db)
  return rows[0]?.ms ?? undefined
}

export async function forgetOld(db: Db): Promise<void> {
  await deleteInBatches(db, 'outages', sql`seen_at < now() - make_interval(days => ${RETENTION_DAYS})`)
}

function ago(ms: number): RawBuilder<Date> {
  return sql`now() - ${milliseconds(ms)}`
}

function milliseconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1_000}::float8)`
}
