import { type Kysely, sql } from 'kysely'
import type { AuditLog } from '#core/AuditLog.ts'
import { every } from '#core/every.ts'
import * as Id from '#core/Id.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import * as AuditCounter from './AuditCounter.ts'
import { exportAudit } from './exportAudit.ts'
import { readAudit } from './readAudit.ts'

export type OpenAuditLog = AuditLog &
  AsyncDisposable & {
    operations: readonly Operation[]
    /** Writes the counted entries. */
    flush(): Promise<void>
  }

const WRITE_EVERY_MS = 60_000

/** The append-only log of all modules: written in the caller's transaction, or counted per minute. */
export function createAuditLog({ database }: { database: Pick<Database, 'kysely' | 'log'> }): OpenAuditLog {
  const { kysely, log } = database
  const counter: AuditCounter.AuditCounter = new Map()
  const flush = () => write(kysely, counter)
  const failed = (err: unknown) => log.warn({ err }, 'failed to write counted audit entries')
  const timer = every(WRITE_EVERY_MS, flush, failed)
  return {
    operations: [readAudit(kysely), exportAudit(kysely)],
    append: (transaction, entry) => insert(transaction, [{ ...entry, count: 1 }]),
    count: (entry, reason) => AuditCounter.add(counter, entry, reason),
    flush,
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await flush().catch(failed)
    },
  }
}

async function write(kysely: Kysely<unknown>, counter: AuditCounter.AuditCounter): Promise<void> {
  if (counter.size === 0) return
  const taken: AuditCounter.AuditCounter = new Map(counter)
  counter.clear()
  try {
    await insert(kysely, [...taken.values()])
  } catch (error) {
    AuditCounter.restore(counter, taken)
    throw error
  }
}

async function insert<Tables>(db: Kysely<Tables>, entries: readonly AuditCounter.CountedEntry[]): Promise<void> {
  const rows = entries.map(
    ({ event, developerId, target, actor, address, detail, count }) =>
      sql`(${Id.create('aud')}, ${event}, ${developerId}, ${target}, ${actor}, ${address}, ${detail}, ${count})`,
  )
  await sql`insert into audit_log (id, event, developer_id, target, actor, address, detail, count)
    values ${sql.join(rows)}`.execute(db)
}
