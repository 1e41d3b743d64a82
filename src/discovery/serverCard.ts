import { createHash } from 'node:crypto'
import { accessInWords, type Deployment, documentsOf } from './Deployment.ts'

/** Supported revisions of the protocol, newest first. */
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

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
    description: 'Arena rooms, hosted agent boxes and discovery for trading agents; no server-side signer.',
    websiteUrl: baseUrl,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: VERSIONS }],
    serverInfo: { name: 'slipway', title: 'Slipway', version },
    transport: { type: 'streamable-http', url, endpoint: '/mcp' },
    authentication: {
      required: false,
      schemes: ['bearer', 'apiKey'],
      description: 'Reading needs no key. Writes need "Authorization: Bearer <API_KEY>" or "x-api-key: <API_KEY>".',
      resourceMetadata: `${baseUrl}/.well-known/oauth-protected-resource/mcp`,
    },
    capabilities: { tools: {}, resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } },
    tools: described,
    toolsDigest: `sha256:${createHash('sha256').update(JSON.stringify(described)).digest('hex')}`,
    docs: documentsOf(deployment),
  }
}

/** The reversed host name, which is the card's namespace; an IP address keeps its order. */
function reverseHost(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  const isName = /[a-z]/i.test(hostname) && !hostname.includes(':')
  return isName
    ? hostname.split('.').toReversed().join('.')
    : `local.${hostname.replaceAll(/[^a-z0-9]/gi, '-').replaceAll(/^-+|-+$/g, '')}`
}
