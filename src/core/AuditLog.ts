import type { Kysely } from 'kysely'
import type { Caller } from './Access.ts'
import { actor } from './Caller.ts'

/** The events of the audit log; a module that writes to it adds its own here. */
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
  'box.ended',
  'box.restored',
  'box.refused',
  'box.model_called',
  'box.model_refused',
  'box.host_read',
  'launch.taken_down',
  'launch.restored',
  'developer.blocked',
  'developer.unblocked',
  'developer.limited',
  'client.connected',
  'client.disconnected',
  'webhook.created',
  'webhook.rotated',
  'webhook.disabled',
  'webhook.deleted',
] as const

export type AuditEvent = (typeof AUDIT_EVENTS)[number]

export type AuditEntry = {
  event: AuditEvent
  /** The developer whose log it belongs to, if any. */
  developerId: string | null
  /** The id of the affected object: `key_…`, `room_…`, `box_…`. */
  target: string | null
  actor: string | null
  address: string | null
  detail: string | null
}

/** The append-only audit log: rows are never changed or removed. */
export type AuditLog = {
  /** Appends one row in the transaction of the event itself. */
  append<Tables>(transaction: Kysely<Tables>, entry: AuditEntry): Promise<void>
  /** Counts an entry with others of the same minute, target, address and `reason`; the first one sets the detail. */
  count(entry: AuditEntry, reason: string): void
}

/** The actor and address of a caller, as the log records them. */
export function actorOf(caller: Caller): Pick<AuditEntry, 'actor' | 'address'> {
  return { actor: actor(caller), address: caller.address }
}
