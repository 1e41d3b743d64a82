/** The requirements of the standards for each document, as JSON Schema 2020-12, by path. */
export type Schema = Record<string, unknown>

const text = { type: 'string', minLength: 1 }
const url = { type: 'string', format: 'uri', pattern: '^https?://' }
const digest = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }
const list = (items: Schema, minItems = 1): Schema => ({ type: 'array', minItems, items })
const members = (properties: Schema, optional: Schema = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
})
/** No additional members. */
const only = (schema: Schema): Schema => ({ ...schema, additionalProperties: false })

const skillName = { type: 'string', maxLength: 64, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }
const skillDescription = { type: 'string', minLength: 1, maxLength: 1024 }

/** MCP server card (SEP-2127), and the twelve tools that older readers look for at its top level. */
const serverCard = members(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    remotes: list(
      members({ type: { enum: ['sse', 'streamable-http'] }, url }, { supportedProtocolVersions: list(text) }),
    ),
    tools: { ...list(members({ name: { type: 'string', pattern: '^svc_[a-z_]+$' } }), 12), maxItems: 12 },
  },
  { title: { type: 'string', minLength: 1, maxLength: 100 }, websiteUrl: url },
)

/** A catalogue entry has an address or its content, never both. */
const catalogEntry = {
  ...members(
    {
      identifier: { type: 'string', pattern: '^urn:air:[^:]+(:[^:]+)+$' },
      displayName: text,
      type: { type: 'string', pattern: '^application/[a-z0-9.+-]+$' },
    },
    { mediaType: text, url, version: text },
  ),
  oneOf: [{ required: ['url'] }, { required: ['data'] }],
}

const aiCatalog = members(
  { specVersion: { const: '1.0' }, entries: list(catalogEntry, 3) },
  { host: only(members({ displayName: text }, { identifier: text })) },
)

const agentSkills = members({
  $schema: { const: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json' },
  skills: list(
    members({
      name: skillName,
      type: { enum: ['skill-md', 'archive'] },
      description: skillDescription,
      url,
      digest,
    }),
    5,
  ),
})

const olderSkills = members({
  skills: list(members({ name: skillName, description: skillDescription, files: list(text) }), 5),
})

/** A2A 1.0: a signed card has no member that the protocol does not know. */
const agentCard = only(
  members(
    {
      name: text,
      description: text,
      version: text,
      supportedInterfaces: list(
        only(
          members({
            url,
            protocolBinding: { enum: ['JSONRPC', 'GRPC', 'HTTP+JSON'] },
            protocolVersion: { enum: ['1.0', '0.3'] },
          }),
        ),
      ),
      capabilities: members({}, { streaming: { type: 'boolean' }, pushNotifications: { type: 'boolean' } }),
      defaultInputModes: list(text),
      defaultOutputModes: list(text),
      skills: list(members({ id: text, name: text, description: text, tags: list(text) }, { examples: list(text) })),
    },
    {
      provider: only(members({ url, organization: text })),
      documentationUrl: url,
      iconUrl: url,
      securitySchemes: { type: 'object', additionalProperties: { type: 'object', minProperties: 1, maxProperties: 1 } },
      securityRequirements: list(members({ schemes: { type: 'object', minProperties: 1 } })),
      signatures: list(members({ protected: text, signature: text })),
    },
  ),
)

/** A2A 0.3. */
const olderAgentCard = members({
  protocolVersion: { const: '0.3.0' },
  url,
  preferredTransport: { const: 'JSONRPC' },
  name: text,
  skills: list(members({ id: text, tags: list(text) })),
})

const link = only(members({ href: url }, { type: text }))

/** RFC 9264 as JSON, with the relations of RFC 9727. */
const apiCatalog = members({
  linkset: list({
    ...members({ anchor: url }),
    patternProperties: { '^(service-|status$)': list(link) },
    minProperties: 2,
  }),
})

/** RFC 9728. */
const protectedResource = members(
  { resource: url, bearer_methods_supported: list({ enum: ['header'] }) },
  { scopes_supported: list(text), authorization_servers: list(url), jwks_uri: url, resource_documentation: url },
)

/** RFC 8414, for a server with public clients and PKCE. */
const authorizationServer = members(
  {
    issuer: url,
    authorization_endpoint: url,
    token_endpoint: url,
    revocation_endpoint: url,
    response_types_supported: list({ const: 'code' }),
    grant_types_supported: list({ enum: ['authorization_code', 'refresh_token'] }),
    code_challenge_methods_supported: list({ const: 'S256' }),
    token_endpoint_auth_methods_supported: list({ const: 'none' }),
    scopes_supported: list(text),
    protected_resources: list(url),
  },
  { registration_endpoint: url, service_documentation: url },
)

/** server.json of the MCP registry, revision 2025-12-11. */
const registryEntry = members(
  {
    $schema: url,
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: text,
    remotes: list(members({ type: { const: 'streamable-http' }, url })),
  },
  { title: text, websiteUrl: url, icons: list(members({ src: url, mimeType: text })) },
)

/** RFC 7517, public keys alone. */
const jwks = members({
  keys: list({
    ...members({ kty: text, kid: text, alg: text, use: { const: 'sig' } }),
    not: { anyOf: [{ required: ['d'] }, { required: ['k'] }] },
  }),
})

/** No version of a protocol is claimed that is not whole. */
const agentConfiguration = {
  ...members({
    provider_name: text,
    description: text,
    issuer: url,
    modes: list({ enum: ['delegated', 'autonomous'] }),
    endpoints: { type: 'object', minProperties: 5, additionalProperties: url },
    authentication: members({ methods: list(text), headers: list(text), scopes: list(text) }),
    jwks_uri: url,
  }),
  not: { required: ['version'] },
}

const health = members({
  status: { enum: ['ok', 'degraded'] },
  timestamp: { type: 'string', format: 'date-time' },
  version: text,
})

const isolation = members({ level: { enum: ['none', 'bubblewrap', 'gvisor'] } })

const status = members({
  status: { const: 'ok' },
  endpoints: { type: 'object', additionalProperties: url },
  discovery: members({ startWith: { const: 'svc_api_discovery' }, order: list(text, 5) }),
  tools: { ...list(text, 12), maxItems: 12 },
  isolation: { anyOf: [isolation, { type: 'null' }] },
})

const skillsStore = members({
  version: text,
  count: { const: 7 },
  skills: list(members({ name: skillName, description: skillDescription, skillMdUrl: url, digest }), 7),
})

const skillDetail = members({
  name: skillName,
  digest,
  validation: members({ valid: { const: true }, checks: list(members({ check: text, ok: { const: true } })) }),
})

export const DOCUMENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  '/api/health': health,
  '/api/developer/status': status,
  '/.well-known/mcp': serverCard,
  '/.well-known/mcp.json': serverCard,
  '/.well-known/mcp/server-card.json': serverCard,
  '/mcp/server-card': serverCard,
  '/.well-known/ai-catalog.json': aiCatalog,
  '/.well-known/agent-skills/index.json': agentSkills,
  '/.well-known/skills/index.json': olderSkills,
  '/.well-known/agent-card.json': agentCard,
  '/.well-known/agent.json': olderAgentCard,
  '/.well-known/agent-configuration': agentConfiguration,
  '/.well-known/api-catalog': apiCatalog,
  '/.well-known/oauth-protected-resource': protectedResource,
  '/.well-known/oauth-protected-resource/mcp': protectedResource,
  '/.well-known/oauth-protected-resource/a2a': protectedResource,
  '/.well-known/oauth-authorization-server': authorizationServer,
  '/server.json': registryEntry,
  '/.well-known/jwks.json': jwks,
  '/api/skills-store': skillsStore,
  '/api/skills-store/svc-api': skillDetail,
}
