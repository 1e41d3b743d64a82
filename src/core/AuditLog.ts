import type { Kysely } from 'kysely'
import type { Caller } from './Access.ts'
import { actor } from './Caller.ts'

/** What the audit log can tell of; a module that writes to it adds its events here. */
export const AUDIT_EVENTS = [
  'created',
  'rotated',
  'revoked',
  'refused',
  'scope_denied',
  'room_mute',
  'room_unmute',
  'room_kick',
  'room_ban',
  'room_unban',
  'room_redact',
  'room_close',
  'box.created',
  'box.deleted',
  'box.refused',
  'launch.taken_down',
  'launch.restored',
] as const

export type AuditEvent = (typeof AUDIT_EVENTS)[number]

export type AuditEntry = {
  event: AuditEvent
  /** Whose log it belongs to; null for what belongs to nobody. */
  developerId: string | null
  /** The id of what it happened to: `key_…`, `room_…`, `box_…`. */
  target: string | null
  actor: string | null
  address: string | null
  detail: string | null
}

/** Where modules tell what happened; rows are never changed or removed. */
export type AuditLog = {
  /** Appends one row, in the transaction of what it tells of. */
  append<Tables>(transaction: Kysely<Tables>, entry: AuditEntry): Promise<void>
  /** Counts an entry with those of the same minute, target, address and `reason`; the first of them gives the detail. */
  count(entry: AuditEntry, reason: string): void
}

/** Who did it, as the log names them. */
export function actorOf(caller: Caller): Pick<AuditEntry, 'actor' | 'address'> {
  return { actor: actor(caller), address: caller.address }
}
