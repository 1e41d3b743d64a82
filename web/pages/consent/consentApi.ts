import type { z } from 'zod'
import type * as consent from '#oauth/endpoints/consent.ts'
import { request } from '../../api/request.ts'
import { authorized } from '../../session/authorized.ts'
import { providerSession } from '../../session/providerSession.ts'
import { bearer } from '../../session/session.ts'

export type Consent = z.input<typeof consent.Consent>

/** The address of this page, under which the cookie of the sign-in is sent. */
const here = () => location.pathname.replace(/\/$/, '')

export function readConsent(): Promise<Consent> {
  return request<Consent>(`${here()}/request`)
}

/** The URL that the browser opens next, with the answer for the client. */
export async function decide(approve: boolean): Promise<string> {
  const person = providerSession.get()
  const headers = person.status === 'in' ? bearer(person.token) : {}
  const options = { method: 'POST', body: { approve }, headers } as const
  return (await authorized<{ redirectTo: string }>(`${here()}/decision`, options)).redirectTo
}
