import type { Kysely } from 'kysely'
import type { Connection } from './Connection.ts'
import type { Notifier } from './createNotifier.ts'
import type { Durability } from './inspectServer.ts'
import type { Log } from './Log.ts'

/** The open database: its tables, its wake-ups, and what the status document says of it. */
export type Database = AsyncDisposable &
  Pick<Notifier, 'listen' | 'notify'> & {
    kind: 'embedded' | 'external'
    serverVersion: string
    durability: Durability
    kysely: Kysely<unknown>
    /** The same database, typed with a module's own tables. */
    tables<Tables>(): Kysely<Tables>
    /** Milliseconds of one round trip; throws `unavailable` after the limit. */
    ping(timeoutMs?: number): Promise<number>
    /** How many pooled connections are open, how many of them idle, and how many callers wait for one. */
    usage(): { open: number; idle: number; waiting: number }
    /** Whether the last writes failed for want of room. */
    isDiskFull(): boolean
    /** A connection outside the pool, for what lives as long as a session. */
    connect(settings?: Record<string, string>): Promise<Connection>
    log: Log
  }
