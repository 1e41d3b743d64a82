import { createSiweMessage } from 'viem/siwe'
import { stringToHex } from 'viem/utils'
import { request } from '../api/request.ts'
import { config } from '../api/siteData.ts'
import { createStore } from '../store.ts'
import { connection } from '../wallet/connection.ts'
import { ask, WalletFailure } from '../wallet/Provider.ts'

/** Who is signed in; the token is kept for this tab alone, until it expires or is signed out. */
export type Session =
  | { status: 'none' }
  | { status: 'asking' }
  | { status: 'in'; token: string; address: string; expiresAt: string }

const KEPT = 'slipway.session'

export const session = createStore<Session>(readKept())
session.subscribe(keep)

function readKept(): Session {
  if (typeof document === 'undefined') return { status: 'none' }
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Session | null
  return kept?.status === 'in' && Date.parse(kept.expiresAt) > Date.now() ? kept : { status: 'none' }
}

function keep(): void {
  const now = session.get()
  if (now.status === 'in') sessionStorage.setItem(KEPT, JSON.stringify(now))
  else sessionStorage.removeItem(KEPT)
}

type Verified = { token: string; expiresAt: string }

/** Signs in with the connected wallet: nonce, message, signature, token. */
export async function signIn(): Promise<void> {
  const wallet = connection.get()
  if (wallet.status !== 'connected') throw new WalletFailure('Connect a wallet first.')
  session.set(() => ({ status: 'asking' }))
  try {
    const { nonce } = await request<{ nonce: string }>('/api/auth/siwe/nonce', { method: 'POST', body: {} })
    const { host, origin } = location
    const message = createSiweMessage({
      address: wallet.address as `0x${string}`,
      chainId: config.chainId,
      domain: host,
      uri: origin,
      nonce,
      version: '1',
      statement: 'Sign in to Slipway. This signature moves nothing.',
    })
    const signature = await ask<string>(wallet.provider, 'personal_sign', [stringToHex(message), wallet.address])
    const { token, expiresAt } = await request<Verified>('/api/auth/siwe/verify', {
      method: 'POST',
      body: { message, signature },
    })
    session.set(() => ({ status: 'in', token, address: wallet.address, expiresAt }))
  } catch (error) {
    session.set(() => ({ status: 'none' }))
    throw error
  }
}

const endings = new Set<(token: string) => Promise<unknown>>()

/** What must happen while the session is still good, such as revoking a key that was made with it. */
export function beforeSignOut(run: (token: string) => Promise<unknown>): void {
  endings.add(run)
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  const now = session.get()
  session.set(() => ({ status: 'none' }))
  if (now.status !== 'in') return
  await Promise.allSettled([...endings].map((run) => run(now.token)))
  await request('/api/auth/logout', { method: 'POST', body: {}, headers: bearer(now.token) }).catch(() => {})
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}
