import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'

export type OidcIssuer = { issuer: string; audience: string; jwksUri?: string | undefined }

/** A trusted identity provider; its keys are fetched on first use and cached. */
export type Provider = { issuer: string; audience: string; keys: JWTVerifyGetKey }

/** Public-key algorithms only: a symmetric one would let a provider's public key sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_SECONDS = 30
/** Also keeps the expiry within the range of a date. */
const LIFETIME_SECONDS_MAX = 10 * 365 * 86_400
const FETCH_TIMEOUT_MS = 5_000
/** A failed discovery is not repeated sooner, no matter how many tokens arrive. */
const DISCOVERY_PAUSE_MS = 2_000
const TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt'])

/** The maximum length of OpenID Connect, without characters that PostgreSQL refuses. */
const SUBJECT = /^\P{C}{1,255}$/u

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

export function createProvider({ issuer, audience, jwksUri }: OidcIssuer): Provider {
  let found: Promise<JWTVerifyGetKey> | undefined
  const forget = () => {
    found = undefined
  }
  const find = () => {
    found ??= findKeys(issuer, jwksUri).then(remoteKeys)
    found.catch(() => setTimeout(forget, DISCOVERY_PAUSE_MS).unref())
    return found
  }
  return { issuer, audience, keys: async (header, token) => (await find())(header, token) }
}

/** The claims of a token that this provider signed for us; throws jose's errors otherwise. */
export async function verify(provider: Provider, token: string, now: number): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(token, provider.keys, {
    issuer: provider.issuer,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'iat', 'exp'],
    currentDate: new Date(now),
  })
  if (!TYPES.has(protectedHeader.typ?.toLowerCase()))
    throw new errors.JWTClaimValidationFailed('unexpected "typ"', payload, 'typ')
  if (typeof payload.sub !== 'string' || !SUBJECT.test(payload.sub))
    throw new errors.JWTClaimValidationFailed('unexpected "sub"', payload, 'sub')
  if (!isTimely(payload, now)) throw new errors.JWTClaimValidationFailed('unexpected "iat" or "exp"', payload, 'iat')
  if (!isFor(payload, provider.audience)) throw new errors.JWTClaimValidationFailed('unexpected "aud"', payload, 'aud')
  return payload
}

/** A token issued in the future would survive a sign-out everywhere. */
function isTimely({ iat = 0, exp = 0 }: JWTPayload, now: number): boolean {
  return iat >= 0 && iat <= now / 1000 + CLOCK_TOLERANCE_SECONDS && exp <= now / 1000 + LIFETIME_SECONDS_MAX
}

/** Some providers set `azp` instead of `aud` in session tokens. */
function isFor({ aud, azp }: JWTPayload, audience: string): boolean {
  if (aud === undefined) return azp === audience
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience
}

function remoteKeys(uri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(uri), { timeoutDuration: FETCH_TIMEOUT_MS })
}

async function findKeys(issuer: string, jwksUri: string | undefined): Promise<string> {
  return jwksUri ?? (await discover(issuer, Discovery)).jwks_uri
}

/** The provider's description of itself, whose addresses must use https if the provider does. */
export async function discover<Metadata extends { issuer: string }>(
  issuer: string,
  schema: z.ZodType<Metadata>,
): Promise<Metadata> {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const document = schema.parse(await response.json())
  if (document.issuer !== issuer) throw new Error(`${url} names another issuer`)
  const isPlain = Object.values(document).some((value) => typeof value === 'string' && value.startsWith('http:'))
  if (url.protocol === 'https:' && isPlain) throw new Error(`${url} names addresses over http`)
  return document
}

/** The error for a refused token; `unavailable` when the provider cannot be reached. */
export function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof errors.JWTExpired) return refused('it has expired; sign in again', error)
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
    return refused('it was issued for another audience; ask the identity provider for a token for this service', error)
  if (isForged(error)) return refused('it is malformed, not signed by its issuer, or not a session token', error)
  return new ApiError('unavailable', 'The identity provider could not be reached. Try again in a moment.', {
    headers: { 'retry-after': '5' },
    cause: error,
  })
}

const FORGERIES = [
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

function isForged(error: unknown): boolean {
  return FORGERIES.some((type) => error instanceof type)
}

export function refused(reason: string, cause?: unknown): ApiError {
  return new ApiError('unauthenticated', `This session token is refused: ${reason}.`, { cause })
}
