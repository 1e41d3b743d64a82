import { renewLeases } from '#arena/store/presence.ts'
import type { Tables } from '#arena/store/tables.ts'
import { every } from '#core/every.ts'
import type { Database } from '#database/Database.ts'

/** A participant who posts, polls or keeps a stream open is present until its lease ends. */
export type Presence = AsyncDisposable & {
  renew(participantId: string): void
}

const LEASE_MS = 30_000
const WRITE_EVERY_MS = 5_000

/** Collects renewed leases and writes them together; one that is lost in a crash does no harm. */
export function createPresence(database: Database, now: () => number): Presence {
  const store = database.tables<Tables>()
  let renewed = new Map<string, Date>()
  const write = async () => {
    const leases = renewed
    renewed = new Map()
    if (leases.size > 0) await renewLeases(store, leases)
  }
  const timer = every(WRITE_EVERY_MS, write, (err) => database.log.debug({ err }, 'failed to write presence leases'))
  return {
    renew: (participantId) => void renewed.set(participantId, new Date(now() + LEASE_MS)),
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
    },
  }
}
