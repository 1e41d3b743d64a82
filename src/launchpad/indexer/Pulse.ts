import { sql } from 'kysely'
import type { Follower } from './Follower.ts'
import * as Progress from './Progress.ts'

const BEAT_MS = 500

/** Tells every replica, about twice a second, how far the chain and the index are. */
export async function write(follower: Follower): Promise<void> {
  const { head, polledAt, checkpoint, progress, office, now, pulse } = follower
  if (!head || now() - pulse.at < BEAT_MS) return
  const hasMoved = pulse.block !== checkpoint.block || head.number <= checkpoint.block
  follower.pulse = { at: now(), block: checkpoint.block }
  const secondsLeft = Progress.secondsLeft(progress, checkpoint.block, head.number)
  await sql`
    insert into launch_pulse as p (head, head_time, polled_at, moved_at, events_per_second, seconds_left, problem)
    values (${head.number}, ${head.timestamp}, now() - ${now() - polledAt} * interval '1 ms', now(),
      ${progress.rate.eventsPerSecond}, ${secondsLeft}, ${progress.problem})
    on conflict (one) do update set head = excluded.head, head_time = excluded.head_time, polled_at = excluded.polled_at,
      moved_at = case when ${hasMoved} then excluded.moved_at else p.moved_at end,
      events_per_second = excluded.events_per_second, seconds_left = excluded.seconds_left, problem = excluded.problem`.execute(
    office.db,
  )
}
