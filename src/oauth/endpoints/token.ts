import { z } from 'zod'
import { none } from '#core/Access.ts'
import type { ApiError } from '#core/ApiError.ts'
import { type Call, defineRaw, type Operation } from '#core/Operation.ts'
import { nodeExchange } from '#oauth/actions/callProvider.ts'
import type { Context } from '#oauth/Context.ts'
import { ROUTES } from '#oauth/rules/routes.ts'

const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string(),
})

const OauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: 'OauthError', description: 'An error of OAuth 2.1 (RFC 6749, section 5.2).' })

const SHARED = {
  method: 'POST',
  tag: 'oauth',
  access: none,
  limit: 'auth',
  errors: ['unauthenticated', 'unavailable'],
  contentType: 'application/json',
  body: 'raw',
  ignoresUnknownQuery: true,
  request: z.object({}),
  failure: { schema: OauthError, of: toOauthError },
} as const

export function token(context: Context): Operation {
  return defineRaw({
    ...SHARED,
    name: 'issueToken',
    path: ROUTES.token,
    summary: 'Exchange a code or a refresh token for an access token.',
    description:
      'application/x-www-form-urlencoded. grant_type=authorization_code with code, redirect_uri, client_id, code_verifier and resource; or grant_type=refresh_token with refresh_token and client_id. A refresh token works once and is replaced; if it is sent again, the connection ends.',
    response: Tokens,
    respond: (_, call) => pass(context, call),
  })
}

export function revokeToken(context: Context): Operation {
  return defineRaw({
    ...SHARED,
    name: 'revokeToken',
    path: ROUTES.revocation,
    limit: 'control',
    summary: 'Revoke a token and its connection (RFC 7009).',
    description: 'application/x-www-form-urlencoded: token and client_id. An unknown token gets a 200 as well.',
    response: z.void(),
    respond: (_, call) => pass(context, call),
  })
}

/** Served only where the operator allows it. */
export function register(context: Context): Operation {
  return defineRaw({
    ...SHARED,
    name: 'registerClient',
    path: ROUTES.registration,
    status: 201,
    summary: 'Register a public client (RFC 7591).',
    description: 'JSON with redirect_uris and client_name. A client with its own metadata document does not need this.',
    response: z.object({ client_id: z.string(), redirect_uris: z.array(z.string()) }),
    async respond(_, call) {
      await context.takeGlobally('signups')
      return pass(context, call)
    },
  })
}

async function pass({ provider, baseUrl }: Context, call: Call): Promise<Response> {
  const { incoming, outgoing, response } = nodeExchange({ request: call.raw, bytes: call.bytes, baseUrl })
  await (await provider()).callback()(incoming, outgoing)
  return response
}

/** An error of our own in the form of RFC 6749. */
function toOauthError({ status, message }: ApiError): unknown {
  const error = status < 500 && status !== 429 ? 'invalid_request' : 'temporarily_unavailable'
  return { error, error_description: message }
}
