import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { type Call, define, defineRaw, Empty, type Operation } from '#core/Operation.ts'
import { oneLine } from '#core/UntrustedText.ts'
import { Timestamp } from '#core/wire.ts'
import * as Developers from './Developers.ts'
import * as Nonce from './Nonce.ts'
import * as SessionToken from './SessionToken.ts'
import { exchange, refused, type SignInProvider } from './SignInProvider.ts'
import * as SignInState from './SignInState.ts'
import * as Subject from './Subject.ts'

export type ProviderSignIn = {
  baseUrl: string
  signInProviders: readonly SignInProvider[]
  nonceSecrets: readonly [Uint8Array, ...Uint8Array[]]
  developers: Developers.Developers
  signer: SessionToken.Signer
  takeGlobally(bucket: 'nonces' | 'signups'): void | Promise<void>
  now(): number
  random(size: number): Uint8Array
}

const PATH = '/api/auth/oidc'
const COOKIE_BYTES = 32
const NAME_MAX = 80
const shared = { tag: 'identity', access: none, limit: 'auth' } as const

/** The pages that offer this sign-in; only these can be returned to. */
const ReturnTo = z
  .string()
  .regex(
    /^\/(developers\/(keys|webhooks)|oauth\/consent\/[\w-]{1,80})$/,
    'must be /developers/keys, /developers/webhooks or the path of a consent page',
  )

/** Sign-in with an identity provider on our own pages: authorization code with PKCE, state, nonce and a cookie. */
export function providerSignIn(signIn: ProviderSignIn): Operation[] {
  return [list(signIn), start(signIn), comeBack(signIn), verify(signIn)]
}

function list({ signInProviders }: ProviderSignIn): Operation {
  return define({
    ...shared,
    name: 'listSignInProviders',
    method: 'GET',
    path: PATH,
    summary: 'List the identity providers that a person can sign in with.',
    description:
      'For the pages of this site. Empty if the operator configured none; people then sign in with a wallet.',
    limit: 'read',
    errors: [],
    request: Empty,
    response: z.object({ providers: z.array(z.object({ issuer: z.string(), name: z.string() })) }),
    handle: () => ({ providers: signInProviders.map(({ issuer, name }) => ({ issuer, name })) }),
  })
}

function start(signIn: ProviderSignIn): Operation {
  return defineRaw({
    ...shared,
    name: 'startProviderSignIn',
    method: 'POST',
    path: `${PATH}/start`,
    summary: 'Start a sign-in with an identity provider.',
    description: 'For the pages of this site. Sets a cookie that is required to finish the sign-in.',
    errors: ['unavailable'],
    contentType: 'application/json',
    examples: [
      { summary: 'Start', request: { issuer: 'https://id.example', returnTo: '/oauth/consent/0123456789abcdef' } },
    ],
    request: z.strictObject({ issuer: z.string().max(500), returnTo: ReturnTo }),
    response: z.object({ authorizationUrl: z.string() }),
    async respond({ issuer, returnTo }) {
      const provider = providerOf(signIn, issuer)
      await signIn.takeGlobally('nonces')
      const cookie = Buffer.from(signIn.random(COOKIE_BYTES)).toString('base64url')
      const authorizationUrl = await authorizationUrlOf(signIn, { provider, returnTo, cookie })
      return Response.json({ authorizationUrl }, { headers: { 'set-cookie': cookieOf(signIn.baseUrl, cookie) } })
    },
  })
}

async function authorizationUrlOf(
  { nonceSecrets, baseUrl, now, random }: ProviderSignIn,
  { provider, returnTo, cookie }: { provider: SignInProvider; returnTo: string; cookie: string },
): Promise<string> {
  const { authorization_endpoint } = await provider.metadata()
  const nonce = Nonce.create(nonceSecrets[0], { now: now(), random })
  const { verifier, idNonce } = SignInState.secretsOf(nonceSecrets[0], nonce, cookie)
  const state = { nonce, issuer: provider.issuer, returnTo, browser: SignInState.browserOf(cookie) }
  const url = new URL(authorization_endpoint)
  const query = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(baseUrl),
    scope: 'openid',
    state: SignInState.seal(nonceSecrets[0], state),
    nonce: idNonce,
    code_challenge: SignInState.challengeOf(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Passes the answer of the provider to the page in the fragment, which appears in no request and no log. */
function comeBack({ nonceSecrets, now }: ProviderSignIn): Operation {
  return defineRaw({
    ...shared,
    name: 'returnFromProvider',
    method: 'GET',
    path: `${PATH}/callback`,
    summary: 'Return from an identity provider to the page that started the sign-in.',
    description: 'For browsers: the redirect_uri to register at the identity provider.',
    errors: [],
    contentType: 'text/plain',
    body: 'raw',
    ignoresUnknownQuery: true,
    request: z.object({}),
    response: z.string().meta({ description: 'A redirect.' }),
    respond(_, { raw }) {
      const { searchParams } = new URL(raw.url)
      const state = SignInState.open(searchParams.get('state') ?? '', nonceSecrets, now())
      if (!state) throw invalidField('state', 'must be the state of a sign-in of the last five minutes. Start again')
      const given = ANSWER.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
      const location = `${state.returnTo}#${new URLSearchParams(given)}`
      return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
    },
  })
}

/** The parts of a provider's answer that the page needs. */
const ANSWER = ['state', 'code', 'iss', 'error'] as const

const Verify = z.strictObject({
  state: z.string().max(4_096),
  code: z.string().min(1).max(4_096),
  iss: z.string().max(500).optional(),
})

function verify(signIn: ProviderSignIn): Operation {
  return define({
    ...shared,
    name: 'verifyProviderSignIn',
    method: 'POST',
    path: `${PATH}/verify`,
    summary: 'Exchange the response of an identity provider for a session token.',
    description:
      'For the pages of this site. Needs the cookie of the browser that started the sign-in. The first sign-in of a person registers them as a developer.',
    errors: ['unauthenticated', 'unavailable'],
    examples: [{ summary: 'Verify', request: { state: 'from the fragment', code: 'from the fragment' } }],
    maxBodyBytes: 16 * 1024,
    request: Verify,
    response: z.object({
      token: z.string(),
      expiresAt: Timestamp,
      name: z.string().meta({ description: 'The name of the person at the provider.' }),
    }),
    async handle(answer, call) {
      const claims = await claimsOf(signIn, answer, call)
      const { issuer } = stateIn(signIn, answer.state)
      const subject = Subject.ofProvider(issuer, claims.sub as string)
      await register(subject, signIn)
      const issuedAt = signIn.now()
      const token = await SessionToken.sign(signIn.signer, { subject, tokenId: Id.create('sess'), issuedAt })
      return { token, expiresAt: new Date(issuedAt + SessionToken.LIFETIME_MS), name: nameOf(claims) }
    },
  })
}

/** Checks state, browser and issuer, spends the state, and only then asks the provider. */
async function claimsOf(signIn: ProviderSignIn, { state, code, iss }: z.output<typeof Verify>, call: Call) {
  const { nonce, issuer, browser } = stateIn(signIn, state)
  const cookie = cookieIn(signIn.baseUrl, call.raw.headers)
  if (!isSame(SignInState.browserOf(cookie), browser)) throw refused('it was started in another browser; start again')
  const provider = providerOf(signIn, issuer)
  const { authorization_response_iss_parameter_supported: hasIssuer } = await provider.metadata()
  if (iss === undefined ? hasIssuer : iss !== issuer)
    throw refused('the response comes from another identity provider; start again')
  if (!(await Developers.spendNonce(signIn.developers, nonce))) throw refused('the response has been used; start again')
  const secrets = SignInState.secretsOf(signIn.nonceSecrets[0], nonce, cookie)
  const redirectUri = redirectUriOf(signIn.baseUrl)
  return exchange(provider, { code, redirectUri, now: signIn.now(), ...secrets })
}

function stateIn({ nonceSecrets, now }: ProviderSignIn, text: string): SignInState.SignInState {
  const state = SignInState.open(text, nonceSecrets, now())
  if (state) return state
  throw refused('its state is unknown or older than five minutes; start again')
}

async function register(subject: string, { developers, takeGlobally }: ProviderSignIn): Promise<void> {
  if ((await Developers.idOf(developers, subject)) !== undefined) return
  await takeGlobally('signups')
  await Developers.register(developers, subject)
}

function providerOf({ signInProviders }: ProviderSignIn, issuer: string): SignInProvider {
  const provider = signInProviders.find((one) => one.issuer === issuer)
  if (provider) return provider
  throw new ApiError('invalid_argument', 'issuer must be one of GET /api/auth/oidc.', {
    details: [{ type: 'field', value: 'issuer' }],
  })
}

function redirectUriOf(baseUrl: string): string {
  return `${baseUrl}${PATH}/callback`
}

/** With https the prefix `__Host-`: browsers accept the cookie only from this host, not from its subdomains. */
function cookieKind(baseUrl: string): { name: string; scope: string } {
  return baseUrl.startsWith('https:')
    ? { name: '__Host-slipway_sign_in', scope: 'Path=/; Secure' }
    : { name: 'slipway_sign_in', scope: `Path=${PATH}` }
}

function cookieOf(baseUrl: string, value: string): string {
  const { name, scope } = cookieKind(baseUrl)
  return `${name}=${value}; ${scope}; HttpOnly; SameSite=Lax; Max-Age=${Nonce.LIFETIME_MS / 1000}`
}

function cookieIn(baseUrl: string, headers: Headers): string {
  const { name } = cookieKind(baseUrl)
  return new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1] ?? ''
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A display name for the person; the subject identifies the account. */
function nameOf(claims: Record<string, unknown>): string {
  const name = [claims['email'], claims['preferred_username'], claims['name'], claims['sub']].find(
    (one) => typeof one === 'string' && oneLine(one) !== '',
  )
  return oneLine(String(name)).slice(0, NAME_MAX)
}
