import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'

export type OidcIssuer = { issuer: string; audience: string; jwksUri?: string | undefined }

/** One identity provider whose tokens are accepted, with its keys fetched when first needed and kept. */
export type Provider = { issuer: string; audience: string; keys: JWTVerifyGetKey }

/** Public-key algorithms only: a symmetric one would let a provider's public key sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_SECONDS = 30
/** No session is meant to last so long; a moment beyond what a date can hold is none at all. */
const LIFETIME_SECONDS_MAX = 10 * 365 * 86_400
const FETCH_TIMEOUT_MS = 5_000
/** A provider that failed is not asked again at once, however many tokens come. */
const DISCOVERY_PAUSE_MS = 2_000
const TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt'])

/** OpenID Connect allows no longer ones, and nothing but text can be stored. */
const SUBJECT = /^\P{C}{1,255}$/u

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

export function createProvider({ issuer, audience, jwksUri }: OidcIssuer): Provider {
  let found: Promise<JWTVerifyGetKey> | undefined
  const forget = () => {
    found = undefined
  }
  const find = () => {
    found ??= Promise.resolve(jwksUri ?? discover(issuer)).then(remoteKeys)
    found.catch(() => setTimeout(forget, DISCOVERY_PAUSE_MS).unref())
    return found
  }
  return { issuer, audience, keys: async (header, token) => (await find())(header, token) }
}

/** The claims of a token this provider signed for us; throws jose's errors otherwise. */
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

/** One from the future would outlive a sign-out everywhere. */
function isTimely({ iat = 0, exp = 0 }: JWTPayload, now: number): boolean {
  return iat >= 0 && iat <= now / 1000 + CLOCK_TOLERANCE_SECONDS && exp <= now / 1000 + LIFETIME_SECONDS_MAX
}

/** Some providers name the client in `azp` and leave `aud` out of their session tokens. */
function isFor({ aud, azp }: JWTPayload, audience: string): boolean {
  if (aud === undefined) return azp === audience
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience
}

function remoteKeys(uri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(uri), { timeoutDuration: FETCH_TIMEOUT_MS })
}

/** Asks the provider where its keys are; what it names must be as secure as the provider itself. */
async function discover(issuer: string): Promise<string> {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const document = Discovery.parse(await response.json())
  if (document.issuer !== issuer) throw new Error(`${url} speaks for another issuer`)
  if (url.protocol === 'https:' && !document.jwks_uri.startsWith('https:'))
    throw new Error(`${url} names keys over http`)
  return document.jwks_uri
}

/** What the caller of a refused token is told; a provider that cannot be asked is not the caller's fault. */
export function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof errors.JWTExpired) return refused('it has expired; sign in again', error)
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
    return refused('it was issued for another audience; ask the identity provider for a token for this service', error)
  if (isForged(error)) return refused('it is malformed, not signed by its issuer, or not meant as a session', error)
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
