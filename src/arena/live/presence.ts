import { sql } from 'kysely'
import type { Store, Tables } from '#arena/store/tables.ts'
import type { Database } from '#database/Database.ts'

/** Leases of presence: whoever posts, polls or keeps a stream open is here for a while longer. */
export type Presence = AsyncDisposable & {
  renew(participantId: string): void
  /** Writes the leases renewed so far. */
  flush(): Promise<void>
}

const LEASE_MS = 30_000
const WRITE_EVERY_MS = 5_000

/** Leases are gathered and written a few at a time: losing one costs nothing, so nobody waits for the disk. */
export function createPresence(database: Database, now: () => number): Presence {
  const store: Store = database.tables<Tables>()
  const renewed = new Map<string, Date>()
  const flush = async () => {
    const leases = [...renewed].toSorted(([a], [b]) => (a < b ? -1 : 1))
    renewed.clear()
    if (leases.length > 0) await write(store, leases)
  }
  const timer = setInterval(
    () => flush().catch((err) => database.log.debug({ err }, 'presence was not written')),
    WRITE_EVERY_MS,
  ).unref()
  return {
    renew: (participantId) => void renewed.set(participantId, new Date(now() + LEASE_MS)),
    flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
    },
  }
}

/** In the order of their ids, so that replicas that write at once wait for each other in one direction only. */
async function write(store: Store, leases: readonly (readonly [id: string, until: Date])[]): Promise<void> {
  const ids = leases.map(([id]) => id)
  const ends = leases.map(([, until]) => until)
  await store.transaction().execute(async (within) => {
    await sql`set local synchronous_commit = off`.execute(within)
    await sql`insert into arena_presence (participant_id, until)
      select id, until from unnest(${ids}::text[], ${ends}::timestamptz[]) as lease (id, until)
      on conflict (participant_id) do update set until = greatest(arena_presence.until, excluded.until)`.execute(within)
  })
}
