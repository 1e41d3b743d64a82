import { RequestFailure, request } from '../api/request.ts'
import { bearer, session } from './session.ts'

type Options = Parameters<typeof request>[1]

/** The headers of the signed-in account; none when signed out. */
export function sessionHeaders(): Record<string, string> {
  const now = session.get()
  return now.status === 'in' ? bearer(now.token) : {}
}

/** Calls the service as the signed-in account; a session that has ended is dropped. */
export async function authorized<Answer>(url: string, options: Options = {}): Promise<Answer> {
  try {
    return await request<Answer>(url, { ...options, headers: { ...sessionHeaders(), ...options.headers } })
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 401) session.set(() => ({ status: 'none' }))
    throw error
  }
}
