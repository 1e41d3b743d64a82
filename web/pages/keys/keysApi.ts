import { request } from '../../api/request.ts'
import { bearer } from '../../session/session.ts'

export type Key = {
  id: string
  name: string
  masked: string
  scopes: string[]
  status: 'active' | 'expired' | 'revoked'
  createdAt: string
  lastUsedAt: string | null
}
export type Count = { day: string; operation: string; status: number; count: number }
export type Call = {
  at: string
  operation: string
  status: number
  code: string | null
  durationMs: number
  requestId: string
}
export type Usage = { usage: Count[]; requests: Call[] }
type Created = { key: string; record: Key }

const PATH = '/api/developer/keys'

export async function listKeys(token: string): Promise<Key[]> {
  return (await request<{ keys: Key[] }>(`${PATH}?limit=100`, { headers: bearer(token) })).keys
}

export function createKey(token: string, name: string, scopes: readonly string[]): Promise<Created> {
  return request<Created>(PATH, { method: 'POST', headers: bearer(token), body: { name, scopes } })
}

export function rotateKey(token: string, id: string): Promise<Created> {
  return request<Created>(`${PATH}/${id}/rotate`, { method: 'POST', headers: bearer(token), body: {} })
}

export function revokeKey(token: string, id: string): Promise<void> {
  return request<void>(`${PATH}/${id}`, { method: 'DELETE', headers: bearer(token) })
}

export function readUsage(token: string, id: string): Promise<Usage> {
  return request<Usage>(`${PATH}/${id}/usage?days=7&limit=20`, { headers: bearer(token) })
}
