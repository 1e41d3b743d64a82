import { z } from 'zod'
import { none } from '#core/Access.ts'
import type { Code } from '#core/ApiError.ts'
import { defineDocument, type Operation } from '#core/Operation.ts'
import { authText } from './authText.ts'
import type { Deployment } from './Deployment.ts'
import { llmsFullText, llmsText } from './llmsText.ts'
import { openApiDocument } from './openApiDocument.ts'
import { serverCard, serverJson } from './serverCard.ts'
import * as wellKnown from './wellKnown.ts'

type Document = {
  name: string
  path: string
  summary: string
  contentType: string
  headers?: Record<string, string>
  errors?: Code[]
  make(deployment: Deployment): object | string
}

const JSON_TYPE = 'application/json'
const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const CARD = 'application/mcp-server-card+json'

const card = (name: string, path: string): Document => ({
  name,
  path,
  summary: 'Get the MCP server card: URL, authentication and tools.',
  contentType: path === '/.well-known/mcp' || path.endsWith('.json') ? JSON_TYPE : CARD,
  make: serverCard,
})

const llms = (name: string, path: string): Document => ({
  name,
  path,
  summary: 'Get the description of the service for language models, as plain text.',
  contentType: TEXT,
  make: llmsText,
})

const DOCUMENTS: readonly Document[] = [
  llms('getDeveloperLlmsText', '/api/developer/llms.txt'),
  llms('getLlmsText', '/llms.txt'),
  {
    name: 'getLlmsFullText',
    path: '/llms-full.txt',
    summary: 'Get the description of the service for language models, with every tool and path.',
    contentType: TEXT,
    make: llmsFullText,
  },
  {
    name: 'getAuthText',
    path: '/auth.md',
    summary: 'Get the sign-in guide for people, clients and programs, as markdown.',
    contentType: MARKDOWN,
    make: authText,
  },
  {
    name: 'getServerJson',
    path: '/server.json',
    summary: 'Get the entry of the MCP server for registries.',
    contentType: JSON_TYPE,
    make: serverJson,
  },
  card('getMcpDiscovery', '/.well-known/mcp'),
  card('getMcpJson', '/.well-known/mcp.json'),
  card('getMcpServerCard', '/.well-known/mcp/server-card.json'),
  card('getServerCard', '/mcp/server-card'),
  {
    name: 'getAgentConfiguration',
    path: '/.well-known/agent-configuration',
    summary: 'Get the guide for agents to sign in and get keys.',
    contentType: JSON_TYPE,
    make: wellKnown.agentConfiguration,
  },
  {
    name: 'getAiCatalog',
    path: '/.well-known/ai-catalog.json',
    summary: 'List the resources for agents, by media type.',
    contentType: 'application/ai-catalog+json',
    make: wellKnown.aiCatalog,
  },
  {
    name: 'getAgentSkills',
    path: '/.well-known/agent-skills/index.json',
    summary: 'List the skill packages, with digests.',
    contentType: JSON_TYPE,
    make: wellKnown.agentSkills,
  },
  {
    name: 'getSkillsIndex',
    path: '/.well-known/skills/index.json',
    summary: 'List the skill packages, in the format before version 0.2.',
    contentType: JSON_TYPE,
    make: wellKnown.olderSkills,
  },
  {
    name: 'getApiCatalog',
    path: '/.well-known/api-catalog',
    summary: 'List the APIs of this origin (RFC 9727).',
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    headers: { link: '</.well-known/api-catalog>; rel="api-catalog"' },
    make: wellKnown.apiCatalog,
  },
  {
    name: 'getProtectedResource',
    path: '/.well-known/oauth-protected-resource',
    summary: 'Get the OAuth metadata of the API (RFC 9728).',
    contentType: JSON_TYPE,
    make: (deployment) => wellKnown.protectedResource(deployment, ''),
  },
  {
    name: 'getProtectedToolServer',
    path: '/.well-known/oauth-protected-resource/mcp',
    summary: 'Get the OAuth metadata of the MCP server (RFC 9728).',
    contentType: JSON_TYPE,
    make: (deployment) => wellKnown.protectedResource(deployment, '/mcp'),
  },
  {
    name: 'getProtectedAgent',
    path: '/.well-known/oauth-protected-resource/a2a',
    summary: 'Get the OAuth metadata of the A2A endpoint (RFC 9728).',
    contentType: JSON_TYPE,
    make: (deployment) => wellKnown.protectedResource(deployment, '/a2a'),
  },
  {
    name: 'getSecurityText',
    path: '/.well-known/security.txt',
    summary: 'Get the contacts for vulnerabilities and leaked keys (RFC 9116).',
    contentType: TEXT,
    errors: ['not_found'],
    make: wellKnown.securityText,
  },
  {
    name: 'getRobotsText',
    path: '/robots.txt',
    summary: 'Get the rules for crawlers.',
    contentType: TEXT,
    make: wellKnown.robotsText,
  },
  {
    name: 'getSitemap',
    path: '/sitemap.xml',
    summary: 'List the pages of the site.',
    contentType: 'application/xml',
    make: wellKnown.sitemap,
  },
]

/** Every document, generated at its first request, because the list of operations includes the documents. */
export function documents(deployment: () => Deployment): Operation[] {
  return [openApiDocument(deployment), ...DOCUMENTS.map((document) => toOperation(document, deployment))]
}

function toOperation(document: Document, deployment: () => Deployment): Operation {
  const { name, path, summary, contentType, headers, errors = [], make } = document
  let text: string | undefined
  const isText = contentType.startsWith('text/') || contentType === 'application/xml'
  return defineDocument({
    name,
    method: 'GET',
    path,
    tag: 'discovery',
    summary,
    access: none,
    limit: 'read',
    errors,
    cacheControl: 'public, max-age=300',
    contentType,
    ...(headers && { headers }),
    request: z.strictObject({}),
    response: isText ? z.string() : z.record(z.string(), z.unknown()),
    document: () => (text ??= toText(make(deployment()))),
  })
}

function toText(made: object | string): string {
  return typeof made === 'string' ? made : JSON.stringify(made)
}
