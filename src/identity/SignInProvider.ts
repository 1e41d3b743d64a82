import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import * as Oidc from './Oidc.ts'

/** An identity provider that people sign in with on our pages, as its operator registered us there. */
export type SignInProviderSettings = { issuer: string; name: string; clientId: string; clientSecret: string }

export type SignInProvider = SignInProviderSettings & {
  metadata(): Promise<Metadata>
  keys: Oidc.Provider['keys']
}

const Metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})

type Metadata = z.output<typeof Metadata>

const FETCH_TIMEOUT_MS = 5_000

export function createSignInProvider(settings: SignInProviderSettings): SignInProvider {
  const { issuer, clientId: audience } = settings
  let found: Promise<Metadata> | undefined
  const metadata = () => {
    found ??= Oidc.discover(issuer, Metadata)
    found.catch(() => {
      found = undefined
    })
    return found.catch((error) => Promise.reject(Oidc.refusal(error)))
  }
  return { ...settings, metadata, keys: Oidc.createProvider({ issuer, audience }).keys }
}

type Exchange = { code: string; verifier: string; idNonce: string; redirectUri: string; now: number }

/** The claims of the person for whom the provider issued the code. */
export async function exchange(provider: SignInProvider, { code, ...rest }: Exchange): Promise<JWTPayload> {
  const { verifier, idNonce, redirectUri, now } = rest
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const token = await requestToken(provider, grant)
  const { issuer, clientId: audience, keys } = provider
  const claims = await Oidc.verify({ issuer, audience, keys }, token, now).catch((error) =>
    Promise.reject(Oidc.refusal(error)),
  )
  if (!isForUs(claims, audience) || claims['nonce'] !== idNonce)
    throw refused('the response belongs to another sign-in; start again')
  return claims
}

/** An ID token names us as its audience; one for several parties must have been issued to us (OpenID Connect 3.1.3.7). */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  if (aud === undefined) return false
  return azp === undefined ? aud === clientId || (Array.isArray(aud) && aud.length === 1) : azp === clientId
}

async function requestToken(provider: SignInProvider, grant: Record<string, string>): Promise<string> {
  const { clientId, clientSecret } = provider
  const { token_endpoint, token_endpoint_auth_methods_supported: methods } = await provider.metadata()
  const isBasic = methods.includes('client_secret_basic')
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const response = await fetch(token_endpoint, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    headers: {
      accept: 'application/json',
      ...(isBasic && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    body: new URLSearchParams({ ...grant, ...(!isBasic && { client_id: clientId, client_secret: clientSecret }) }),
  }).catch((error) => Promise.reject(Oidc.refusal(error)))
  const answer = (await response.json().catch(() => ({}))) as { id_token?: unknown }
  if (response.status >= 500) throw Oidc.refusal(new Error(`${token_endpoint} answered ${response.status}`))
  if (!response.ok || typeof answer.id_token !== 'string')
    throw refused('the identity provider did not accept the code; start again')
  return answer.id_token
}

export function refused(reason: string): ApiError {
  return new ApiError('unauthenticated', `Sign-in refused: ${reason}.`)
}
