import { request } from '../api/request.ts'
import { bearer, beforeSignOut, session } from './session.ts'

const PATH = '/api/developer/keys'
const LIFETIME_MS = 3_600_000
/** One that ends sooner than this is replaced before it is used. */
const SPARE_MS = 60_000

type PageKey = { id: string; secret: string; endsAt: number; token: string }

let held: Promise<PageKey> | undefined

/**
 * The key this page calls the liquidity API with. It can build transactions and nothing else, lives in this page's
 * memory, and is revoked when its owner signs out or leaves the page; an hour later it ends by itself.
 */
export async function pageKey(): Promise<string> {
  held ??= create()
  try {
    const key = await held
    if (key.endsAt > Date.now() + SPARE_MS) return key.secret
  } catch (error) {
    held = undefined
    throw error
  }
  held = undefined
  return pageKey()
}

/** Drops a key that is not accepted any more; the next call creates another. */
export function dropPageKey(): void {
  held = undefined
}

async function create(): Promise<PageKey> {
  const now = session.get()
  if (now.status !== 'in') throw new Error('Sign in with your wallet first.')
  const { token } = now
  const endsAt = Date.now() + LIFETIME_MS
  const body = { name: 'Liquidity pages', scopes: ['lp:build'], expiresAt: new Date(endsAt).toISOString() }
  const { key, record } = await request<{ key: string; record: { id: string } }>(PATH, {
    method: 'POST',
    headers: bearer(token),
    body,
  })
  return { id: record.id, secret: key, endsAt, token }
}

async function revoke(): Promise<void> {
  const key = await held?.catch(() => undefined)
  held = undefined
  if (key) await request(`${PATH}/${key.id}`, { method: 'DELETE', headers: bearer(key.token) })
}

beforeSignOut(revoke)
// A page that goes away cannot wait for an answer, and sends the request all the same.
if (typeof window !== 'undefined')
  window.addEventListener('pagehide', () => {
    void held
      ?.then(({ id, token }) => {
        held = undefined
        return fetch(`${PATH}/${id}`, { method: 'DELETE', headers: bearer(token), keepalive: true })
      })
      .catch(() => {})
  })
