import type { Generated, Kysely } from 'kysely'
import type { Scope } from '#core/Access.ts'

/** The rights that a person gave to a client; the id is also the id of the grant among the states. */
export type ConnectionRow = {
  id: string
  developer_id: string
  subject: string
  client_id: string
  client_name: string
  client_host: string
  resource: string
  scopes: Scope[]
  created_at: Generated<Date>
  expires_at: Date
}

/** A connection as its developer sees it. */
export type ListedConnection = Omit<ConnectionRow, 'created_at' | 'developer_id' | 'subject'> & { created_at: Date }

export type Tables = {
  /** Codes, tokens, grants and clients of the authorization server. */
  oauth_states: {
    model: string
    /** A digest where the id is a secret. */
    id: string
    grant_id: string | null
    payload: object
    consumed_at: Generated<Date | null>
    expires_at: Date
  }
  oauth_connections: ConnectionRow
}

export type Store = Kysely<Tables>
