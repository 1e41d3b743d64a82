import type { z } from 'zod'
import type { MandateState, Prepared } from '#mandates/wire/mandates.ts'
import { request, urlOf } from './request.ts'

export type PreparedMandate = z.input<typeof Prepared>
export type Mandate = z.input<typeof MandateState>

/** A budget for buys, as the form asks for it. */
export type Policy = {
  owner: string
  agent: string
  actions: readonly string[]
  ethPerDay: string
  ethPerTrade: string
  until: number
}

export function prepareMandate(policy: Policy, signal?: AbortSignal): Promise<PreparedMandate> {
  return request('/api/mandates/prepare', { method: 'POST', body: policy, ...(signal && { signal }) })
}

export function mandateUrl(mandate: string): string {
  return urlOf('/api/mandates', { mandate })
}
