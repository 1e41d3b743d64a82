import { CLIENT_SCOPES, SCOPES } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { documentOf } from '#core/Skill.ts'
import { type Deployment, documentsOf, SUMMARY } from './Deployment.ts'

/** How agents authenticate; only complete protocols are listed. */
export function agentConfiguration({ baseUrl, oidcIssuers }: Deployment): object {
  return {
    name: 'Slipway',
    provider_name: 'Slipway',
    description: SUMMARY,
    issuer: baseUrl,
    modes: ['delegated'],
    endpoints: {
      mcp: `${baseUrl}/mcp`,
      a2a: `${baseUrl}/a2a`,
      openapi: `${baseUrl}/api/developer/openapi.json`,
      sign_in_nonce: `${baseUrl}/api/auth/siwe/nonce`,
      sign_in_verify: `${baseUrl}/api/auth/siwe/verify`,
      authorization_server: `${baseUrl}/.well-known/oauth-authorization-server`,
      keys: `${baseUrl}/api/developer/keys`,
      report_leaked_key: `${baseUrl}/api/developer/keys/report`,
    },
    authentication: {
      methods: ['oauth2', 'siwe', ...(oidcIssuers.length > 0 ? ['oidc'] : []), 'api_key'],
      headers: ['Authorization: Bearer <API_KEY>', 'x-api-key: <API_KEY>'],
      oidc_issuers: oidcIssuers,
      scopes: [...SCOPES],
    },
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
  }
}

/**
 * RFC 9728. Our own authorization server comes first, then the configured identity providers. Clients request every scope
 * that is listed, so the scopes of operators are not.
 */
export function protectedResource({ baseUrl, oidcIssuers }: Deployment, path: '' | '/mcp' | '/a2a'): object {
  return {
    resource: `${baseUrl}${path}`,
    resource_name: 'Slipway',
    resource_documentation: `${baseUrl}/auth.md`,
    bearer_methods_supported: ['header'],
    scopes_supported: [...CLIENT_SCOPES],
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    authorization_servers: [baseUrl, ...oidcIssuers],
  }
}

type Entry = { name: string; title: string; type: string; url: string }

/** The resources for agents, by media type. */
export function aiCatalog(deployment: Deployment): object {
  const documents = documentsOf(deployment)
  const publisher = new URL(deployment.baseUrl).hostname
  const entries: Entry[] = [
    {
      name: 'mcp',
      title: 'Slipway tool server',
      type: 'application/mcp-server-card+json',
      url: `${deployment.baseUrl}/mcp/server-card`,
    },
    {
      name: 'openapi',
      title: 'Slipway REST API',
      type: 'application/vnd.oai.openapi+json',
      url: documents['openapi'] ?? '',
    },
    {
      name: 'skills',
      title: 'Slipway skills',
      type: 'application/agent-skills+json',
      url: documents['agentSkills'] ?? '',
    },
    { name: 'a2a', title: 'Slipway agent', type: 'application/a2a-agent-card+json', url: documents['agentCard'] ?? '' },
  ]
  return {
    specVersion: '1.0',
    host: { displayName: 'Slipway', identifier: publisher },
    entries: entries
      .filter(({ url }) => url !== '')
      .map(({ name, title, type, url }) => ({
        identifier: `urn:air:${publisher}:slipway:${name}`,
        displayName: title,
        type,
        // The name of the field before the catalog's version 1.0.
        mediaType: type,
        url,
        version: deployment.version,
      })),
  }
}

export function agentSkills({ baseUrl, skills }: Deployment): object {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map((skill) => ({
      name: skill.name,
      type: 'skill-md',
      description: skill.description,
      url: `${baseUrl}/api/skills-store/${skill.name}/SKILL.md`,
      digest: documentOf(skill).digest,
    })),
  }
}

/** The format before version 0.2, which some clients still request. */
export function olderSkills({ skills }: Deployment): object {
  return {
    skills: skills.map(({ name, description, files }) => ({ name, description, files: files.map(({ path }) => path) })),
  }
}

/** RFC 9727. */
export function apiCatalog(deployment: Deployment): object {
  const { openapi, llms, health, status } = documentsOf(deployment)
  return {
    linkset: [
      {
        anchor: deployment.baseUrl,
        'service-desc': [{ href: openapi, type: 'application/json' }],
        'service-doc': [{ href: llms, type: 'text/plain' }],
        'service-meta': [{ href: status, type: 'application/json' }],
        status: [{ href: health, type: 'application/json' }],
      },
      {
        anchor: `${deployment.baseUrl}/mcp`,
        'service-desc': [{ href: `${deployment.baseUrl}/mcp/server-card`, type: 'application/mcp-server-card+json' }],
      },
    ],
  }
}

/** RFC 9116 requires a contact, so the document is served only with one. */
export function securityText({ baseUrl, startedAt, securityContact }: Deployment): string {
  if (!securityContact)
    throw new ApiError('not_found', 'This deployment names no contact. Its operator sets one with SECURITY_CONTACT.')
  const expires = new Date(startedAt.getTime() + 365 * 86_400_000).toISOString()
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** Crawlers of AI services, some of which read only a rule with their name. */
const AI_BOTS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'PerplexityBot',
  'Google-Extended',
]

export function robotsText({ baseUrl }: Deployment): string {
  return [
    'User-agent: *',
    'Content-Signal: search=yes, ai-input=yes, ai-train=no',
    'Allow: /',
    '',
    ...AI_BOTS.map((name) => `User-agent: ${name}`),
    'Content-Signal: search=yes, ai-input=yes, ai-train=no',
    'Allow: /',
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

export function sitemap({ baseUrl, pages }: Deployment): string {
  const paths = ['/llms.txt', ...pages.map(({ path }) => path).filter((path) => !path.includes('{'))]
  const urls = paths.map((path) => `  <url><loc>${baseUrl}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** The `Link` header of every page, with the documents. */
export function linkHeader({ baseUrl }: Pick<Deployment, 'baseUrl'>): string {
  return [
    `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`,
    `<${baseUrl}/api/developer/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${baseUrl}/llms.txt>; rel="service-doc"; type="text/plain"`,
    `<${baseUrl}/mcp/server-card>; rel="service-meta"; type="application/mcp-server-card+json"`,
  ].join(', ')
}
