import { createHash } from 'node:crypto'
import { accessInWords, type Deployment, documentsOf } from './Deployment.ts'

/** Supported revisions of the protocol, newest first. */
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const DESCRIPTION = 'Arena rooms, hosted agent boxes and discovery for trading agents; no server-side signer.'

/** The MCP server card, extended by the list of tools. */
export function serverCard(deployment: Deployment): object {
  const { baseUrl, version, tools } = deployment
  const url = `${baseUrl}/mcp`
  const described = tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    access: accessInWords(tool),
    annotations: tool.annotations,
  }))
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reverseHost(baseUrl)}/slipway`,
    title: 'Slipway',
    version,
    description: DESCRIPTION,
    websiteUrl: baseUrl,
    icons: icons(baseUrl),
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: VERSIONS }],
    serverInfo: { name: 'slipway', title: 'Slipway', version },
    transport: { type: 'streamable-http', url, endpoint: '/mcp' },
    authentication: {
      required: false,
      schemes: ['oauth2', 'bearer', 'apiKey'],
      description:
        'Reading needs no key. Writes need a sign-in (OAuth 2.1), "Authorization: Bearer <API_KEY>" or "x-api-key: <API_KEY>".',
      resourceMetadata: `${baseUrl}/.well-known/oauth-protected-resource/mcp`,
    },
    capabilities: {
      tools: {},
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} },
    },
    tools: described,
    toolsDigest: `sha256:${createHash('sha256').update(JSON.stringify(described)).digest('hex')}`,
    docs: documentsOf(deployment),
  }
}

/** The server in the form of the MCP registry, whose clients send the header only if they do not sign in. */
export function serverJson({ baseUrl, version }: Deployment): object {
  const header = { name: 'Authorization', description: 'Bearer and an API key; not needed with OAuth.', isSecret: true }
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${reverseHost(baseUrl)}/slipway`,
    title: 'Slipway',
    description: DESCRIPTION,
    version,
    websiteUrl: baseUrl,
    icons: icons(baseUrl),
    remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp`, headers: [{ ...header, isRequired: false }] }],
  }
}

export function icons(baseUrl: string): object[] {
  return [{ src: `${baseUrl}/assets/logo.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }]
}

/** The reversed host name, which is the card's namespace; an IP address keeps its order. */
function reverseHost(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  const isName = /[a-z]/i.test(hostname) && !hostname.includes(':')
  return isName
    ? hostname.split('.').toReversed().join('.')
    : `local.${hostname.replaceAll(/[^a-z0-9]/gi, '-').replaceAll(/^-+|-+$/g, '')}`
}
