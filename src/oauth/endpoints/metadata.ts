import { z } from 'zod'
import { CLIENT_SCOPES, none } from '#core/Access.ts'
import { define, Empty, type Operation } from '#core/Operation.ts'
import { RESOURCES } from '#core/Resource.ts'
import type { Context } from '#oauth/Context.ts'
import { ROUTES } from '#oauth/rules/routes.ts'

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  registration_endpoint: z.string().optional(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
  protected_resources: z.array(z.string()),
  service_documentation: z.string(),
})

export function metadata({ baseUrl, allowsRegistration }: Context): Operation {
  return define({
    name: 'authorizationServer',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    tag: 'oauth',
    summary: 'Get the metadata of the authorization server (RFC 8414).',
    description: 'Endpoints and capabilities of the OAuth 2.1 server for /mcp, /a2a and the REST API.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=300',
    ignoresUnknownQuery: true,
    request: Empty,
    response: Metadata,
    handle: () => ({
      issuer: baseUrl,
      authorization_endpoint: baseUrl + ROUTES.authorization,
      token_endpoint: baseUrl + ROUTES.token,
      revocation_endpoint: baseUrl + ROUTES.revocation,
      ...(allowsRegistration && { registration_endpoint: baseUrl + ROUTES.registration }),
      scopes_supported: [...CLIENT_SCOPES],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: RESOURCES.map((path) => baseUrl + path),
      service_documentation: `${baseUrl}/auth.md`,
    }),
  })
}
