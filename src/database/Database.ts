import type { Kysely } from 'kysely'
import type { Connection } from './Connection.ts'
import type { Incarnation } from './createIncarnation.ts'
import type { Notifier } from './createNotifier.ts'
import type { Measure, ReadRoute } from './createReadRoute.ts'
import type { Durability } from './inspectServer.ts'
import type { Log } from './Log.ts'

export type Database = AsyncDisposable &
  Pick<Notifier, 'listen' | 'notify'> & {
    kind: 'embedded' | 'external'
    serverVersion: string
    durability: Durability
    kysely: Kysely<unknown>
    /** The same database, typed with a module's tables. */
    tables<Tables>(): Kysely<Tables>
    /** Reads from the standby, if one is configured. */
    openReads(measure: Measure): ReadRoute
    /** Milliseconds of one round trip; throws `unavailable` after the limit. */
    ping(timeoutMs?: number): Promise<number>
    /** The server's clock, in milliseconds since 1970. */
    readClock(): Promise<number>
    /** Pooled connections that are open and idle, and callers that wait for one. */
    usage(): { open: number; idle: number; waiting: number }
    incarnation: Incarnation
    /** Whether writes fail because the disk is full. */
    isDiskFull(): boolean
    /** A connection outside the pool, for session locks and the like. */
    connect(settings?: Record<string, string>): Promise<Connection>
    log: Log
  }
