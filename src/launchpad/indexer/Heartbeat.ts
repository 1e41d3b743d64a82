import { sql } from 'kysely'
import type { ChainHead } from './ChainHead.ts'
import type { IndexCursor } from './IndexCursor.ts'
import * as Progress from './Progress.ts'
import type { Work } from './Work.ts'

/** Time and block of the last heartbeat. */
export type Heartbeat = { at: number; block: number }

const BEAT_MS = 500

export function create(block: number): Heartbeat {
  return { at: 0, block }
}

type State = { heartbeat: Heartbeat; head: ChainHead; cursor: IndexCursor; progress: Progress.Progress }

/** Publishes head and progress to every replica, about twice a second. */
export async function beat({ leadership, now }: Work, { heartbeat, head, cursor, progress }: State): Promise<void> {
  const { header, polledAt } = head
  const { block } = cursor.checkpoint
  if (!header || now() - heartbeat.at < BEAT_MS) return
  const hasMoved = heartbeat.block !== block || header.number <= block
  Object.assign(heartbeat, { at: now(), block })
  const secondsLeft = Progress.secondsLeft(progress, block, header.number)
  await sql`
    insert into launch_heartbeat as p (head, head_time, polled_at, moved_at, events_per_second, seconds_left, problem)
    values (${header.number}, ${header.timestamp}, now() - ${now() - polledAt} * interval '1 ms', now(),
      ${progress.rate.eventsPerSecond}, ${secondsLeft}, ${progress.problem})
    on conflict (one) do update set head = excluded.head, head_time = excluded.head_time, polled_at = excluded.polled_at,
      moved_at = case when ${hasMoved} then excluded.moved_at else p.moved_at end,
      events_per_second = excluded.events_per_second, seconds_left = excluded.seconds_left, problem = excluded.problem`.execute(
    leadership.db,
  )
}
