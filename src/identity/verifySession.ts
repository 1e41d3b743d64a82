import { createHash } from 'node:crypto'
import { decodeJwt, type JWTPayload } from 'jose'
import type { Caller } from '#core/Access.ts'
import type { SessionLookUp } from './createSessionLookUp.ts'
import type { VerifiedToken } from './createVerifiedTokenCache.ts'
import * as Developers from './Developers.ts'
import * as Oidc from './Oidc.ts'
import * as SessionToken from './SessionToken.ts'
import * as Subject from './Subject.ts'

export type Sessions = {
  developers: Developers.Developers
  lookUp: SessionLookUp
  /** Throws jose's errors for a token that is not valid. */
  verifyToken(token: string): Promise<VerifiedToken>
  isOperator(subject: string): boolean
  takeGlobally(bucket: 'signups'): void | Promise<void>
  now(): number
}

export type SessionCaller = Extract<Caller, { kind: 'session' }>

/** The caller of a session token, ours or an identity provider's; throws `unauthenticated` for a bad one. */
export async function verifySession(token: string, address: string, sessions: Sessions): Promise<SessionCaller> {
  const verified = await sessions.verifyToken(token).catch((error) => Promise.reject(Oidc.refusal(error)))
  const { subject, tokenId, expiresAt } = verified
  const state = (await sessions.lookUp.stateOf(verified)) ?? (await admit(verified, sessions))
  if (state.revoked) throw Oidc.refused('it was signed out; sign in again')
  const operator = sessions.isOperator(subject)
  return { kind: 'session', address, developerId: state.id, subject, tokenId, expiresAt, operator }
}

/** Registers a person of an identity provider on the first call. */
async function admit({ subject, isOurs }: VerifiedToken, { developers, takeGlobally }: Sessions) {
  if (isOurs) throw Oidc.refused('its developer is not registered here; sign in again')
  await takeGlobally('signups')
  return { id: await Developers.register(developers, subject), revoked: false }
}

type Verifier = { signer: SessionToken.Signer; providers: readonly Oidc.Provider[]; now(): number }

/** Verifies the signature of a token, ours or an identity provider's. */
export async function verifyToken(token: string, { signer, providers, now }: Verifier): Promise<VerifiedToken> {
  const issuer = issuerOf(token)
  if (issuer === signer.issuer) {
    const payload = await SessionToken.verify(signer, token, now())
    return { subject: payload.sub as string, tokenId: payload.jti as string, isOurs: true, ...times(payload) }
  }
  const provider = providers.find((one) => one.issuer === issuer)
  if (!provider) throw Oidc.refused('its issuer is not accepted here; POST /api/auth/siwe/nonce starts a sign-in')
  const payload = await Oidc.verify(provider, token, now())
  const subject = Subject.ofProvider(provider.issuer, payload.sub as string)
  return { subject, tokenId: fingerprint(token), isOurs: false, ...times(payload) }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    throw Oidc.refused('it is neither a session token nor an API key')
  }
}

function times({ iat = 0, exp = 0 }: JWTPayload): { issuedAt: number; expiresAt: number } {
  return { issuedAt: iat * 1000, expiresAt: exp * 1000 }
}

/** Without the signature: an ECDSA signature can be altered into another valid one. */
function fingerprint(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url')
}
