import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { nodeExchange } from '#oauth/actions/callProvider.ts'
import type { Context } from '#oauth/Context.ts'
import { withOfferedScope } from '#oauth/rules/offeredScopes.ts'
import { ROUTES } from '#oauth/rules/routes.ts'
import { InteractionId } from '#oauth/wire.ts'

const RESPONSE = z.string().meta({ description: 'A redirect; plain text when the client or its redirect is unknown.' })

const SHARED = {
  method: 'GET',
  tag: 'oauth',
  access: none,
  limit: 'auth',
  errors: ['unavailable'],
  contentType: 'text/plain',
  body: 'raw',
  refusesInText: true,
  ignoresUnknownQuery: true,
  response: RESPONSE,
} as const

export function authorize({ provider, baseUrl }: Context): Operation {
  return defineRaw({
    ...SHARED,
    name: 'authorizeClient',
    path: ROUTES.authorization,
    summary: 'Start a sign-in for a client (OAuth 2.1 authorization endpoint).',
    description:
      'For browsers. response_type=code, code_challenge with code_challenge_method=S256, client_id (the https URL of a Client ID Metadata Document, or a registered client), redirect_uri, resource and scope. Redirects to the consent page.',
    request: z.object({}),
    async respond(_, call) {
      const { searchParams } = new URL(call.raw.url)
      // Only the query carries a code safely: a form post would need a script on this origin.
      searchParams.delete('response_mode')
      const url = `${ROUTES.authorization}?${withOfferedScope(searchParams)}`
      const { incoming, outgoing, response } = nodeExchange({ request: call.raw, baseUrl, url })
      await (await provider()).callback()(incoming, outgoing)
      return response
    },
  })
}

export function resume({ provider, baseUrl }: Context): Operation {
  return defineRaw({
    ...SHARED,
    name: 'resumeAuthorization',
    path: `${ROUTES.authorization}/{uid}`,
    summary: 'Return to the client with a code after the decision.',
    description: 'For browsers: works once, in the browser that started the sign-in.',
    request: z.object({ uid: InteractionId }),
    async respond(_, call) {
      const { incoming, outgoing, response } = nodeExchange({ request: call.raw, baseUrl })
      await (await provider()).callback()(incoming, outgoing)
      return response
    },
  })
}
