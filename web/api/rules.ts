import type { z } from 'zod'
import type { AlertRecord, DeliveryRecord, EndpointRecord, RuleRecord } from '#rules/wire.ts'
import { bearer } from '../session/session.ts'
import { request } from './request.ts'

export type Endpoint = z.input<typeof EndpointRecord>
export type Delivery = z.input<typeof DeliveryRecord>
export type Rule = z.input<typeof RuleRecord>
export type Alert = z.input<typeof AlertRecord>
type WithSecret = { secret?: string; endpoint: Endpoint }

const ENDPOINTS = '/api/webhooks'
const RULES = '/api/rules'

const read = <Answer>(token: string, path: string) => request<Answer>(path, { headers: bearer(token) })
const send = <Answer>(token: string, path: string, body: object = {}) =>
  request<Answer>(path, { method: 'POST', headers: bearer(token), body })
const remove = (token: string, path: string) => request<void>(path, { method: 'DELETE', headers: bearer(token) })

export async function listEndpoints(token: string): Promise<Endpoint[]> {
  return (await read<{ endpoints: Endpoint[] }>(token, ENDPOINTS)).endpoints
}

export function createEndpoint(token: string, url: string): Promise<WithSecret> {
  return send(token, ENDPOINTS, { url })
}

export function rotateEndpoint(token: string, id: string): Promise<WithSecret> {
  return send(token, `${ENDPOINTS}/${id}/rotate`)
}

export function enableEndpoint(token: string, id: string): Promise<Endpoint> {
  return send(token, `${ENDPOINTS}/${id}/enable`)
}

export function deleteEndpoint(token: string, id: string): Promise<void> {
  return remove(token, `${ENDPOINTS}/${id}`)
}

export async function listDeliveries(token: string, id: string): Promise<Delivery[]> {
  return (await read<{ deliveries: Delivery[] }>(token, `${ENDPOINTS}/${id}/deliveries?limit=50`)).deliveries
}

export function redeliver(token: string, id: string, eventId: string): Promise<unknown> {
  return send(token, `${ENDPOINTS}/${id}/redeliver`, { eventId })
}

export async function listRules(token: string): Promise<Rule[]> {
  return (await read<{ rules: Rule[] }>(token, `${RULES}?limit=200`)).rules
}

export function createRule(token: string, rule: object): Promise<Rule> {
  return send(token, RULES, rule)
}

export function testRule(token: string, id: string): Promise<unknown> {
  return send(token, `${RULES}/${id}/test`)
}

export function deleteRule(token: string, id: string): Promise<void> {
  return remove(token, `${RULES}/${id}`)
}

export async function listAlerts(token: string): Promise<Alert[]> {
  return (await read<{ alerts: Alert[] }>(token, '/api/alerts?limit=50')).alerts
}

/** The types of events, with a sentence about each. */
export async function listTypes(): Promise<{ type: string; summary: string }[]> {
  return (await request<{ types: { type: string; summary: string }[] }>('/api/event-types')).types
}

/** The key with which browsers subscribe to push notifications. */
export async function pushKey(): Promise<string> {
  return (await request<{ publicKey: string }>('/api/push/key')).publicKey
}

export function subscribeBrowser(token: string, subscription: object): Promise<{ id: string }> {
  return send(token, '/api/push/subscriptions', subscription)
}

export function unsubscribeBrowser(token: string, id: string): Promise<void> {
  return remove(token, `/api/push/subscriptions/${id}`)
}
