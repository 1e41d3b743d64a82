import { bearer } from '../session/session.ts'
import { request, urlOf } from './request.ts'

export type Provider = {
  breaker: string
  latencyMs: number | null
  lastFailure: string | null
  calls: number
}
export type Overview = {
  replica: {
    version: string
    startedAt: string
    unready: string[]
    degraded: string[]
    streams: number
    connections: { open: number; idle: number; waiting: number }
    memoryBytes: number
    chains: { chainId: number; name: string; status: string; providers: Provider[] }[]
    models: { calls: number; usd: number }
  }
  leaders: { name: string; epoch: number; electedAt: string }[]
  hosts: { id: string; seenAt: string; boxes: number }[]
  queues: { runs: number; deliveries: number }
  boxes: Record<string, number>
}
export type Developer = {
  id: string
  subject: string
  createdAt: string
  block: { at: string; reason: string; by: string } | null
  limitFactor: number
}
/** A decision about a developer, as the last part of its path. */
export type Act = 'block' | 'unblock' | 'limits' | 'boxes/end'

type Decision = { act: Act; reason: string; factor?: number }

export function readOverview(token: string): Promise<Overview> {
  return request('/api/admin/overview', { headers: bearer(token) })
}

export async function findDevelopers(token: string, search: string): Promise<Developer[]> {
  const url = urlOf('/api/admin/developers', { limit: 50, search: search === '' ? undefined : search })
  return (await request<{ developers: Developer[] }>(url, { headers: bearer(token) })).developers
}

export function decide(token: string, id: string, { act, ...body }: Decision): Promise<unknown> {
  return request(`/api/admin/developers/${id}/${act}`, { method: 'POST', headers: bearer(token), body })
}
