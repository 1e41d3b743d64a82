import { type Kysely, sql } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import type { Tables } from './tables.ts'

const BEHIND_MAX_SECONDS = 60

/** Throws `unavailable` while the index is behind the chain: a right may have passed on since. */
export async function requireCurrent(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ is_current: boolean }>`
    select c.has_caught_up and coalesce(p.head_time - c.block_time <= ${BEHIND_MAX_SECONDS}
      and p.polled_at > now() - ${BEHIND_MAX_SECONDS} * interval '1 second', false) as is_current
    from launch_chain c left join launch_heartbeat p on true`.execute(db)
  if (rows[0]?.is_current) return
  throw new ApiError('unavailable', 'The index of launches is behind the chain. Try again in a moment.', {
    headers: { 'retry-after': '5' },
  })
}
