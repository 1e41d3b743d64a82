import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '#database/deleteInBatches.ts'

export type Lease = {
  /** Granted calls of the block. */
  granted: number
  /** The rest of the quota. */
  remaining: number
  /** Milliseconds until the window ends. */
  resetMs: number
}

export type LeaseRequest = {
  bucket: string
  quota: number
  windowSeconds: number
  /** Calls already admitted and not yet counted. */
  spent: number
  /** Calls requested. */
  block: number
}

/** Counts a block of calls in the current window of all replicas, by the database's clock. */
export async function lease(database: Kysely<unknown>, request: LeaseRequest): Promise<Lease> {
  const { bucket, quota, windowSeconds, spent, block } = request
  const { rows } = await sql<{ used: number; reset_ms: number }>`
    insert into limit_windows as known (bucket, window_start, used)
    values (${bucket}, date_bin(make_interval(secs => ${windowSeconds}), clock_timestamp(), timestamptz 'epoch'), ${spent + block})
    on conflict (bucket) do update set
      window_start = greatest(known.window_start, excluded.window_start),
      used = excluded.used + case when excluded.window_start > known.window_start then 0 else known.used end
    returning used, ((extract(epoch from window_start - clock_timestamp()) + ${windowSeconds}) * 1000)::float8 as reset_ms`.execute(
    database,
  )
  const { used = 0, reset_ms = 0 } = rows[0] ?? {}
  const before = used - block
  return {
    granted: Math.max(0, Math.min(block, quota - before)),
    remaining: Math.max(0, quota - used),
    resetMs: Math.max(1, reset_ms),
  }
}

/** Deletes windows that ended hours ago. */
export async function forgetOld(database: Kysely<unknown>): Promise<void> {
  await deleteInBatches(database, 'limit_windows', sql`window_start < now() - interval '3 hours'`)
}
