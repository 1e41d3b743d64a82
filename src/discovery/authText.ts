import { type Deployment, keySteps } from './Deployment.ts'

/** The sign-in guide for agents and for the people who connect them. */
export function authText(deployment: Deployment): string {
  return [head(deployment), oauth(deployment), keys(deployment), tokens(deployment)].join('\n\n').concat('\n')
}

function head({ baseUrl }: Deployment): string {
  return `# Sign in to Slipway

Reading needs no sign-in. Writing needs one of three credentials, always sent as \`Authorization: Bearer <CREDENTIAL>\`:

| credential | for | lifetime |
|---|---|---|
| access token (OAuth 2.1) | chats, editors and other apps that act for a person | 15 minutes, refreshed for 30 days |
| API key (\`svc_sk_…\`) | servers and agents of your own; also as \`x-api-key\` | until it is revoked |
| session token | people in a browser; creates keys and approves clients | 1 hour |

No credential can sign for a wallet: transactions are returned unsigned. A person manages keys and connected clients at ${baseUrl}/developers/keys.`
}

function oauth({ baseUrl, operations }: Deployment): string {
  const canRegister = operations.some(({ path }) => path === '/oauth/register')
  return `## Clients that act for a person (OAuth 2.1)

1. A call without a credential is answered with 401 and \`WWW-Authenticate: Bearer … scope="…", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"\` (RFC 9728).
2. The authorization server is ${baseUrl}; its metadata (RFC 8414): ${baseUrl}/.well-known/oauth-authorization-server
3. \`client_id\` is the https URL of a Client ID Metadata Document with \`client_id\`, \`client_name\`, \`redirect_uris\` and \`token_endpoint_auth_method: "none"\`. ${canRegister ? 'Dynamic registration (RFC 7591) is open too.' : 'Dynamic registration is closed here.'}
4. Authorization code with PKCE (\`S256\` only). Redirects use https, a private scheme, or http on a loopback address with any port. Compare \`iss\` of the response with the issuer (RFC 9207).
5. \`resource\` is ${baseUrl}/mcp, ${baseUrl}/a2a or ${baseUrl} (REST). A token is valid only for that resource.
6. The person signs in with a wallet and approves the client, its scopes and 30 days.
7. A refresh token works once. If it is sent again, the connection ends and the person signs in again.
8. A 403 with \`error="insufficient_scope"\` lists the scopes to ask for. Revoke with POST ${baseUrl}/oauth/revoke (RFC 7009).`
}

function keys(deployment: Deployment): string {
  const steps = keySteps(deployment).map((step, index) => `${index + 1}. ${step}`)
  return `## Programs with a wallet (API key)\n\n${steps.join('\n')}`
}

function tokens({ oidcIssuers }: Deployment): string {
  const accepted = oidcIssuers.map((issuer) => `- ${issuer}`)
  if (accepted.length === 0) return '## Identity providers\n\nNone is configured: people sign in with a wallet.'
  return `## Identity providers\n\nTokens of these issuers are session tokens:\n\n${accepted.join('\n')}`
}
