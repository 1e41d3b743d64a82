import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { type AuditEntry, type AuditEvent, type AuditLog, actorOf } from '#core/AuditLog.ts'
import { PLAIN_TEXT } from '#core/ListQuery.ts'
import type { Call } from '#core/Operation.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import type { Standings } from './watchStandings.ts'

export type Context = {
  db: Kysely<Record<string, Record<string, unknown>>>
  audit: AuditLog
  standings: Standings
  /** Whether a subject is an operator, who cannot be blocked. */
  isOperator(subject: string): boolean
}

export const DeveloperId = z.string().max(64).regex(PLAIN_TEXT, 'must be the id of a developer')

export const Reason = z
  .string()
  .trim()
  .min(1, 'must give a reason')
  .max(300)
  .transform((text) => UntrustedText.oneLine(text))
  .meta({ description: 'Recorded in the audit log; the developer sees the reason of a block.' })

/** The subject of a developer; throws `not_found` for an unknown id. */
export async function requireDeveloper({ db }: Context, developerId: string): Promise<string> {
  const { rows } = await sql<{ subject: string }>`select subject from developers where id = ${developerId}`.execute(db)
  if (rows[0]) return rows[0].subject
  throw new ApiError('not_found', 'Unknown developer. GET /api/admin/developers finds their id.')
}

type Decision = { developerId: string; detail: string; call: Call }

/** The audit entry of a decision about a developer. */
export function entryOf(event: AuditEvent, { developerId, detail, call }: Decision): AuditEntry {
  return { event, developerId, target: developerId, detail, ...actorOf(call.caller) }
}
