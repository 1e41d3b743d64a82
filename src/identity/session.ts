import { createHash } from 'node:crypto'
import { decodeJwt, type JWTPayload } from 'jose'
import { z } from 'zod'
import { type Caller, session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Timestamp } from '#core/wire.ts'
import * as Developers from './Developers.ts'
import * as Oidc from './Oidc.ts'
import * as SessionToken from './SessionToken.ts'
import * as Subject from './Subject.ts'

export type Sessions = {
  developers: Developers.Developers
  signer: SessionToken.Signer
  providers: readonly Oidc.Provider[]
  isOperator(subject: string): boolean
  takeGlobally(bucket: 'signups'): void | Promise<void>
  now(): number
}

export type SessionCaller = Extract<Caller, { kind: 'session' }>

type Verified = { subject: string; tokenId: string; issuedAt: number; expiresAt: number; isOurs: boolean }

/** The caller behind a session token, ours or an identity provider's; throws `unauthenticated` otherwise. */
export async function verifySession(token: string, address: string, sessions: Sessions): Promise<SessionCaller> {
  const verified = await verify(token, sessions).catch((error) => Promise.reject(Oidc.refusal(error)))
  const { subject, tokenId, expiresAt } = verified
  const standing = (await Developers.standingOf(sessions.developers, verified)) ?? (await admit(verified, sessions))
  if (standing.revoked) throw Oidc.refused('it was signed out; sign in again')
  const operator = sessions.isOperator(subject)
  return { kind: 'session', address, developerId: standing.id, subject, tokenId, expiresAt, operator }
}

/** A person of an identity provider becomes a developer with the first call. */
async function admit({ subject, isOurs }: Verified, { developers, takeGlobally }: Sessions) {
  if (isOurs) throw Oidc.refused('its developer is not registered here; sign in again')
  await takeGlobally('signups')
  return { id: await Developers.register(developers, subject), revoked: false }
}

async function verify(token: string, { signer, providers, now }: Sessions): Promise<Verified> {
  const issuer = issuerOf(token)
  if (issuer === signer.issuer) {
    const payload = await SessionToken.verify(signer, token, now())
    return { subject: payload.sub as string, tokenId: payload.jti as string, isOurs: true, ...times(payload) }
  }
  const provider = providers.find((one) => one.issuer === issuer)
  if (!provider) throw Oidc.refused('its issuer is not one of ours; POST /api/auth/siwe/nonce starts a sign-in')
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

/** Of what was signed only: an ECDSA signature can be altered into another valid one. */
function fingerprint(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url')
}

export function signOut({ developers, now }: Sessions): Operation {
  return define({
    name: 'signOut',
    method: 'POST',
    path: '/api/auth/logout',
    tag: 'identity',
    summary: 'Revoke the session token that makes this call, or all of its developer.',
    access: session(),
    limit: 'auth',
    errors: ['unavailable'],
    request: z.strictObject({ everywhere: z.boolean().default(false) }),
    response: z.void(),
    status: 204,
    async handle({ everywhere }, call) {
      const { developerId, tokenId, expiresAt } = call.caller as SessionCaller
      await Developers.revokeToken(developers, tokenId, expiresAt)
      if (everywhere) await Developers.revokeAllTokens(developers, developerId, now())
    },
  })
}

export const me: Operation = define({
  name: 'whoAmI',
  method: 'GET',
  path: '/api/auth/me',
  tag: 'identity',
  summary: 'Who the session token belongs to.',
  access: session(),
  limit: 'read',
  errors: ['unavailable'],
  request: z.strictObject({}),
  response: z.object({
    developerId: z.string(),
    subject: z
      .string()
      .meta({ description: 'wallet:address, wallet:chain:address for a contract, or oidc:issuer#sub.' }),
    address: Address.nullable(),
    operator: z.boolean(),
    expiresAt: Timestamp,
  }),
  handle(_, call) {
    const { developerId, subject, operator, expiresAt } = call.caller as SessionCaller
    return {
      developerId,
      subject,
      operator,
      expiresAt: new Date(expiresAt),
      address: Subject.walletOf(subject) ?? null,
    }
  },
})
