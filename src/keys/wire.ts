import { z } from 'zod'
import { SCOPES } from '#core/Access.ts'
import { PLAIN_TEXT } from '#core/ListQuery.ts'
import { Timestamp } from '#core/wire.ts'
import { isNetwork } from './rules/AllowedNetworks.ts'
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

const NETWORKS_MAX = 20
const CALLS_MAX = 1_000_000

export const Networks = z
  .array(
    z
      .string()
      .refine(
        isNetwork,
        'must be an IPv4 address, or a range such as 203.0.113.0/24 or 2001:db8::/48, of IPv6 at least a /64',
      ),
  )
  .min(1, 'must name at least one network')
  .max(NETWORKS_MAX, `must name at most ${NETWORKS_MAX} networks`)
  .nullish()
  .meta({ description: 'Addresses and CIDR ranges from which the key works. Default: everywhere' })

export const CallsPerMinute = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(CALLS_MAX, `must be at most ${CALLS_MAX}`)
  .nullish()
  .meta({
    description:
      'Calls per minute of this key over all operations; your own limits also apply. Default: no separate limit',
  })

export const KeyRecord = z
  .object({
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
    networks: z.array(z.string()).nullable().meta({ description: 'Where the key works; null for everywhere.' }),
    callsPerMinute: z.int().nullable().meta({ description: "The key's own limit; null if it has none." }),
  })
  .meta({ id: 'ApiKey' })

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
    networks: row.networks,
    callsPerMinute: row.calls_per_minute,
  }
}

function statusOf({ revoked_at, expired }: ListedKey): KeyRecord['status'] {
  if (revoked_at) return 'revoked'
  return expired ? 'expired' : 'active'
}
