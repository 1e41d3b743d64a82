import { z } from 'zod'
import { SCOPES } from '#core/Access.ts'
import { PLAIN_TEXT } from '#core/ListQuery.ts'
import { Timestamp } from '#core/wire.ts'
import type { ListedKey } from './store/tables.ts'

export const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(128, 'must be at most 128 characters')
  .regex(PLAIN_TEXT, 'must be plain text without control characters')
  .meta({ description: 'A label for the key.' })

export const Scopes = z
  .array(z.enum(SCOPES, { error: () => `must be one of ${SCOPES.join(', ')}` }))
  .min(1, 'must name at least one scope')
  .max(SCOPES.length, `must name at most ${SCOPES.length} scopes`)
  .meta({ description: 'Scopes of the key. `api:*` covers all except `keys:manage`, `audit:read` and `admin:*`.' })

export const KeyId = z
  .string()
  .max(64, 'must be the id of a key')
  .regex(PLAIN_TEXT, 'must be the id of a key')
  .meta({ description: 'The id of a key, `key_…`.' })

export const KeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  masked: z.string().meta({ description: 'The key with all but a few characters hidden.' }),
  scopes: z.array(z.enum(SCOPES)),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: Timestamp,
  createdBy: z.string().meta({ description: '`session`, or the id of the key that created this one.' }),
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  rotatedFrom: z.string().nullable(),
  rotatedTo: z.string().nullable(),
})

export type KeyRecord = z.output<typeof KeyRecord>

export function toRecord(row: ListedKey): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    masked: row.masked,
    scopes: row.scopes,
    status: statusOf(row),
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    rotatedFrom: row.rotated_from,
    rotatedTo: row.rotated_to,
  }
}

function statusOf({ revoked_at, expired }: ListedKey): KeyRecord['status'] {
  if (revoked_at) return 'revoked'
  return expired ? 'expired' : 'active'
}
