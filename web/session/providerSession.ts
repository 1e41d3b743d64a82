import { request } from '../api/request.ts'
import { createStore } from '../store.ts'
import { endSession } from './session.ts'

/** A person of an identity provider, signed in on this page alone. */
export type ProviderSession = { status: 'none' } | { status: 'asking' } | ({ status: 'in' } & Person)
type Person = { token: string; name: string; expiresAt: string }

export const providerSession = createStore<ProviderSession>({ status: 'none' })

export type SignInProvider = { issuer: string; name: string }

export async function listProviders(): Promise<readonly SignInProvider[]> {
  return (await request<{ providers: SignInProvider[] }>('/api/auth/oidc')).providers
}

/** Leaves for the identity provider, which sends the person back to this page. */
export async function leaveFor({ issuer }: SignInProvider): Promise<void> {
  const returnTo = location.pathname.replace(/\/$/, '')
  const body = { issuer, returnTo }
  const { authorizationUrl } = await request<{ authorizationUrl: string }>('/api/auth/oidc/start', {
    method: 'POST',
    body,
  })
  location.assign(authorizationUrl)
}

/** Finishes a sign-in whose answer is in the fragment, which it removes from the address first. */
export async function comeBack(): Promise<void> {
  const answer = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  const { state, code, iss, error } = answer
  if (state === undefined) return
  history.replaceState(null, '', location.pathname)
  if (error !== undefined || code === undefined)
    throw new Error('The identity provider did not sign you in. Try again.')
  providerSession.set(() => ({ status: 'asking' }))
  const body = { state, code, ...(iss !== undefined && { iss }) }
  try {
    const person = await request<Person>('/api/auth/oidc/verify', { method: 'POST', body })
    providerSession.set(() => ({ status: 'in', ...person }))
  } catch (failure) {
    providerSession.set(() => ({ status: 'none' }))
    throw failure
  }
}

/** Ends the session here and on the server. */
export async function signOutOfProvider(): Promise<void> {
  const now = providerSession.get()
  providerSession.set(() => ({ status: 'none' }))
  if (now.status === 'in') await endSession(now.token)
}
