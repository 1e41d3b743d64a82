import { request } from '../api/request.ts'
import { readKept } from '../keptList.ts'
import { createStore } from '../store.ts'

/** The signed-in account, in every tab of this browser; the token is kept until it expires or is signed out. */
export type Session =
  | { status: 'none' }
  | { status: 'asking' }
  | { status: 'in'; token: string; address: string; expiresAt: string }

const KEPT = 'slipway.session'

/** Begins as the server draws the page. */
export const session = createStore<Session>({ status: 'none' })
session.set(readSession)
session.subscribe(keep)

function readSession(): Session {
  if (typeof document === 'undefined') return { status: 'none' }
  const kept = readKept(KEPT) as Session | null
  return kept?.status === 'in' && Date.parse(kept.expiresAt) > Date.now() ? kept : { status: 'none' }
}

function keep(): void {
  const now = session.get()
  if (now.status === 'in') localStorage.setItem(KEPT, JSON.stringify(now))
  else if (now.status === 'none') localStorage.removeItem(KEPT)
}

// Signing in or out in one tab does so in all of them.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === KEPT) session.set((now) => (now.status === 'asking' ? now : readSession()))
  })

const endings = new Set<(token: string) => Promise<unknown>>()

/** Work to do while the session is still valid, such as revoking a key made with it. */
export function beforeSignOut(run: (token: string) => Promise<unknown>): void {
  endings.add(run)
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  const now = session.get()
  session.set(() => ({ status: 'none' }))
  if (now.status !== 'in') return
  await Promise.allSettled([...endings].map((run) => run(now.token)))
  await endSession(now.token)
}

/** Revokes a session token; without an answer it ends by itself. */
export async function endSession(token: string): Promise<void> {
  await request('/api/auth/logout', { method: 'POST', body: {}, headers: bearer(token) }).catch(() => {})
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}
