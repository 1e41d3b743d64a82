import { type Kysely, sql } from 'kysely'
import type { AuditLog } from '#core/AuditLog.ts'
import * as Id from '#core/Id.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import * as AuditTally from './AuditCounter.ts'
import { readAudit } from './readAudit.ts'

export type OpenAuditLog = AuditLog &
  AsyncDisposable & {
    operations: readonly Operation[]
    /** Writes what is counted so far. */
    flush(): Promise<void>
  }

const WRITE_EVERY_MS = 60_000

/** The append-only log that every module writes to: at once in its own transaction, or counted by the minute. */
export function createAuditLog({ database }: { database: Pick<Database, 'kysely' | 'log'> }): OpenAuditLog {
  const { kysely, log } = database
  const tally: AuditTally.AuditTally = new Map()
  const flush = () => write(kysely, tally)
  const timer = setInterval(
    () => flush().catch((err) => log.warn({ err }, 'counted audit entries were not written yet')),
    WRITE_EVERY_MS,
  ).unref()
  return {
    operations: [readAudit(kysely)],
    append: (transaction, entry) => insert(transaction, [{ ...entry, count: 1 }]),
    count: (entry, reason) => AuditTally.add(tally, entry, reason),
    flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush().catch((err) => log.warn({ err }, 'the last counted audit entries were not written'))
    },
  }
}

async function write(kysely: Kysely<unknown>, tally: AuditTally.AuditTally): Promise<void> {
  if (tally.size === 0) return
  const taken: AuditTally.AuditTally = new Map(tally)
  tally.clear()
  try {
    await insert(kysely, [...taken.values()])
  } catch (error) {
    AuditTally.restore(tally, taken)
    throw error
  }
}

async function insert<Tables>(db: Kysely<Tables>, entries: readonly AuditTally.CountedEntry[]): Promise<void> {
  const rows = entries.map(
    ({ event, developerId, target, actor, address, detail, count }) =>
      sql`(${Id.create('aud')}, ${event}, ${developerId}, ${target}, ${actor}, ${address}, ${detail}, ${count})`,
  )
  await sql`insert into audit_log (id, event, developer_id, target, actor, address, detail, count)
    values ${sql.join(rows)}`.execute(db)
}
