import { z } from 'zod'
import { SCOPES } from '#core/Access.ts'
import * as Id from '#core/Id.ts'
import { Timestamp } from '#core/wire.ts'
import type { ListedConnection } from './store/tables.ts'

export const ConnectionId = z
  .string()
  .refine((value) => Id.isId('conn', value), 'must be the id of a connection, such as conn_…')
  .meta({ description: 'The id of a connection.' })

/** The part of an interaction's address that names it. */
export const InteractionId = z.string().regex(/^[\w-]{10,64}$/, 'must be the id in the address of the page')

export const ScopeList = z.array(z.enum(SCOPES))

export const ConnectionRecord = z.object({
  id: z.string(),
  clientId: z.string().meta({ description: 'A URL of a metadata document, or the id of a registered client.' }),
  clientName: z.string().meta({ description: 'The name that the client gives itself.' }),
  clientHost: z.string(),
  resource: z.string().meta({ description: 'The URL that its tokens are valid for.' }),
  scopes: ScopeList,
  createdAt: Timestamp,
  expiresAt: Timestamp,
})

export function toRecord(row: ListedConnection): z.output<typeof ConnectionRecord> {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    clientHost: row.client_host,
    resource: row.resource,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
