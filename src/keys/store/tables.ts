import type { Generated, Kysely } from 'kysely'
import type { Scope } from '#core/Access.ts'

export type KeyRow = {
  id: string
  developer_id: string
  /** The person whose session created the key, or created the key that created it. */
  subject: string
  name: string
  digest: Buffer
  masked: string
  scopes: Scope[]
  created_at: Generated<Date>
  /** `session`, or the id of the key that created this one. */
  created_by: string
  expires_at: Date | null
  revoked_at: Generated<Date | null>
  rotated_from: string | null
  rotated_to: Generated<string | null>
  revision: Generated<number>
  /** Null: no restriction. */
  networks: string[] | null
  /** Null: only the limits of the developer apply. */
  calls_per_minute: number | null
  /** The key whose calls per minute it shares, and how many these are; null for a key that shares none. */
  limit_key: string | null
  limit_calls: number | null
}

/** A key as its developer sees it. */
export type ListedKey = Omit<KeyRow, 'digest' | 'subject' | 'developer_id' | 'revision'> & {
  created_at: Date
  revoked_at: Date | null
  rotated_to: string | null
  last_used_at: Date | null
  expired: boolean
}

export type Tables = {
  api_keys: KeyRow
  key_revision: { revision: number }
  key_networks: { key_id: string; network: string; seen_at: Date }
  key_last_used: { key_id: string; at: Date }
  key_usage: { key_id: string; day: Date; operation: string; status: number; count: number }
  key_requests: {
    id: Generated<number>
    key_id: string
    at: Date
    operation: string
    status: number
    code: string | null
    duration_ms: number
    request_id: string
    /** Further calls, older than the first. */
    more: unknown
  }
}

export type Store = Kysely<Tables>
