import type { z } from 'zod'
import type * as createKeyOperation from '#keys/endpoints/createKey.ts'
import type * as readKeyUsage from '#keys/endpoints/readKeyUsage.ts'
import type { KeyRecord } from '#keys/wire.ts'
import { request } from '../../api/request.ts'
import { bearer } from '../../session/session.ts'

export type Key = z.input<typeof KeyRecord>
export type Usage = z.input<typeof readKeyUsage.Response>
export type Count = Usage['usage'][number]
type Created = z.input<typeof createKeyOperation.Response>

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
