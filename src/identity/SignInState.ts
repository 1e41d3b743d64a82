import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import * as Nonce from './Nonce.ts'

/** The state of a sign-in, carried through the browser: the provider, the browser, and the page to return to. */
export type SignInState = { nonce: string; issuer: string; returnTo: string; browser: string }

const Payload = z.object({ issuer: z.string(), returnTo: z.string(), browser: z.string() })

/** A state that only we can have made; its nonce is spent once. */
export function seal(secret: Uint8Array, { nonce, ...payload }: SignInState): string {
  const body = `${nonce}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  return `${body}.${mac(secret, 'state', body).toString('base64url')}`
}

/** The state if one of `secrets` sealed it within its lifetime; undefined otherwise. */
export function open(text: string, secrets: readonly Uint8Array[], now: number): SignInState | undefined {
  const [nonce = '', payload = '', seen = ''] = text.split('.')
  const isOurs = secrets.some((secret) => isEqual(mac(secret, 'state', `${nonce}.${payload}`), seen))
  const born = isOurs ? Nonce.birthOf(nonce, secrets) : undefined
  if (born === undefined || Math.abs(now - born) > Nonce.LIFETIME_MS) return undefined
  return { nonce, ...Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())) }
}

/** The browser of a state, known by the secret in its cookie. */
export function browserOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url')
}

/** The verifier of PKCE and the nonce of the ID token: deriving them takes the cookie and our secret. */
export function secretsOf(secret: Uint8Array, nonce: string, cookie: string): { verifier: string; idNonce: string } {
  const derived = (purpose: string) => mac(secret, purpose, `${nonce} ${cookie}`).toString('base64url')
  return { verifier: derived('verifier'), idNonce: derived('nonce') }
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function mac(secret: Uint8Array, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose} ${text}`).digest()
}

function isEqual(expected: Buffer, seen: string): boolean {
  const given = Buffer.from(seen, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
