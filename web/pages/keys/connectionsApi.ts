import type { z } from 'zod'
import type { ConnectionRecord } from '#oauth/wire.ts'
import { request } from '../../api/request.ts'
import { bearer } from '../../session/session.ts'

export type Connection = z.input<typeof ConnectionRecord>

const PATH = '/api/developer/connections'

export async function listConnections(token: string): Promise<Connection[]> {
  return (await request<{ connections: Connection[] }>(`${PATH}?limit=100`, { headers: bearer(token) })).connections
}

export function disconnect(token: string, id: string): Promise<void> {
  return request<void>(`${PATH}/${id}`, { method: 'DELETE', headers: bearer(token) })
}
