import { generateKeyPairSync } from 'node:crypto'
import Provider, {
  type AdapterFactory,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
} from 'oidc-provider'
import { CLIENT_SCOPES } from '#core/Access.ts'
import type { OutboundOptions } from '#core/sendOutbound.ts'
import { LIFETIMES } from '#oauth/rules/lifetimes.ts'
import { canonicalResource, defaultResource } from '#oauth/rules/resources.ts'
import { ROUTES } from '#oauth/rules/routes.ts'
import { fetchDocument } from './fetchDocument.ts'

export type ProviderOptions = {
  /** The states of each model. */
  adapter: AdapterFactory
  baseUrl: string
  cookieSecrets: readonly Uint8Array[]
  allowsRegistration: boolean
  /** How the metadata documents of clients are fetched. */
  documents?: OutboundOptions | undefined
  /** Called with the cause of an answer `server_error`. */
  failed(error: unknown): void
}

/** The authorization server: code with PKCE for public clients, tokens bound to one of our resources. */
export function createProvider(options: ProviderOptions): Provider {
  const provider: Provider = new Provider(options.baseUrl, {
    ...clientSettings(),
    ...tokenSettings(),
    adapter: options.adapter,
    routes: ROUTES,
    ...signingSettings(),
    scopes: [],
    claims: {},
    cookies: {
      keys: options.cookieSecrets.map((secret) => Buffer.from(secret).toString('base64url')),
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    features: featuresOf(options),
    fetch: (url) => fetchDocument(new URL(url as string), options.documents),
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { policy: policy(), url: (_, { uid }) => `/oauth/consent/${uid}` },
    loadExistingGrant: (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : provider.Grant.find(grantId)
    },
    renderError: (ctx, { error, error_description: description = '' }) => {
      ctx.type = 'text/plain'
      ctx.body = `Sign-in refused: ${error}. ${description}\n`
    },
  })
  provider.on('server_error', (_, error) => options.failed(error))
  return provider
}

/** Public clients only. All count as native, for which plain http is limited to loopback addresses. */
function clientSettings(): Partial<Configuration> {
  return {
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'EdDSA',
    },
    extraClientMetadata: {
      // A name of our own, because the check runs once per extra name.
      properties: ['slipway_policy'],
      validator: (...[, , , metadata]) => restrict(metadata),
    },
  }
}

const UNUSED = ['scope', 'id_token_signed_response_alg', 'default_max_age', 'require_auth_time', 'default_acr_values']

function restrict(metadata: ClientMetadata): void {
  metadata.application_type = 'native'
  for (const name of UNUSED) delete metadata[name]
}

/** The library asks for a key; our tokens are opaque, so it signs nothing and need not outlive the process. */
function signingSettings(): Partial<Configuration> {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { jwks: { keys: [{ ...key, alg: 'EdDSA' } as JWK] }, enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] } }
}

function tokenSettings(): Partial<Configuration> {
  return {
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: LIFETIMES.accessToken,
      AuthorizationCode: LIFETIMES.authorizationCode,
      Interaction: LIFETIMES.interaction,
      Session: LIFETIMES.interaction,
      Grant: LIFETIMES.connection,
      RefreshToken: LIFETIMES.connection,
    },
  }
}

function featuresOf({ baseUrl, allowsRegistration }: ProviderOptions): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_, { clientId }, token) => token.clientId === clientId },
    registration: { enabled: allowsRegistration, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => defaultResource(baseUrl),
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource) => serverOf(baseUrl, resource),
    },
  }
}

function serverOf(baseUrl: string, resource: string) {
  const audience = canonicalResource(baseUrl, resource)
  if (audience === undefined) throw new errors.InvalidTarget()
  const format = { accessTokenFormat: 'opaque', accessTokenTTL: LIFETIMES.accessToken } as const
  return { audience, scope: CLIENT_SCOPES.join(' '), ...format }
}

/** Every authorization asks a person, who signs in for it. */
function policy(): interactionPolicy.Prompt[] {
  const { Prompt, Check } = interactionPolicy
  const unless = (name: 'login' | 'consent') =>
    new Prompt(
      { name, requestable: true },
      new Check('required', 'a person decides', 'interaction_required', ({ oidc }) => !oidc.result?.[name]),
    )
  return [unless('login'), unless('consent')]
}
