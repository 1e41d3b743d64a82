import type { Operation } from '#core/Operation.ts'
import type { Page } from '#core/Page.ts'
import type { Skill } from '#core/Skill.ts'
import type { Tool } from '#core/Tool.ts'
import type { Webhook } from '#core/Webhook.ts'

/** The deployment, as the discovery documents describe it. */
export type Deployment = {
  baseUrl: string
  apiOrigin: string
  version: string
  isDevnet: boolean
  chainPrefix: string
  startedAt: Date
  /** Contact for security reports, if configured. */
  securityContact?: string | undefined
  /** Additional issuers of session tokens. */
  oidcIssuers: readonly string[]
  operations: readonly Operation[]
  /** Messages that the service sends to receivers. */
  webhooks: readonly Webhook[]
  tools: readonly Tool[]
  skills: readonly Skill[]
  pages: readonly Pick<Page, 'path' | 'title'>[]
}

export const SUMMARY =
  'Agent platform for chain 4663 and 24 others: arena rooms, hosted agent boxes, unsigned Uniswap liquidity transactions and a bonding-curve launchpad.'

export const DEVNET_WARNING = 'Chain 4663 is an embedded development chain here. Nothing on it has value.'

/** URLs of the documents that this deployment serves, by name. */
export function documentsOf(deployment: Deployment): Record<string, string> {
  const { baseUrl, operations, chainPrefix, securityContact } = deployment
  const served = new Set(operations.map(({ path }) => path))
  if (!securityContact) served.delete(PATHS.securityTxt)
  const documents = { ...PATHS, launchpad: `/.well-known/${chainPrefix}-launchpad.json` }
  return Object.fromEntries(
    Object.entries(documents)
      .filter(([, path]) => served.has(path))
      .map(([name, path]) => [name, baseUrl + path]),
  )
}

const PATHS = {
  health: '/api/health',
  status: '/api/developer/status',
  openapi: '/api/developer/openapi.json',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  mcpServerCard: '/.well-known/mcp/server-card.json',
  agentCard: '/.well-known/agent-card.json',
  agentConfiguration: '/.well-known/agent-configuration',
  skills: '/api/skills-store',
  agentSkills: '/.well-known/agent-skills/index.json',
  aiCatalog: '/.well-known/ai-catalog.json',
  apiCatalog: '/.well-known/api-catalog',
  oauthProtectedResource: '/.well-known/oauth-protected-resource',
  oauthAuthorizationServer: '/.well-known/oauth-authorization-server',
  auth: '/auth.md',
  jwks: '/.well-known/jwks.json',
  securityTxt: '/.well-known/security.txt',
  devnet: '/api/developer/devnet',
}

/** Who may call a tool or an operation. */
export function accessInWords({ access }: Pick<Tool, 'access'>): string {
  if (access.kind === 'key') return `key with ${access.scope}`
  if (access.kind === 'session') return access.scope ? `key with ${access.scope}, or session` : 'session'
  return access.kind === 'admin' ? 'operators' : 'anyone'
}

/** The EIP-4361 message to sign, on one line. */
function signInTemplate(host: string, baseUrl: string): string {
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    '<ADDRESS>',
    '',
    'Sign in to Slipway.',
    '',
    `URI: ${baseUrl}`,
    'Version: 1',
    'Chain ID: 4663',
    'Nonce: <NONCE>',
    'Issued At: <NOW, such as 2026-01-31T12:00:00.000Z>',
  ].join('\\n')
}

/** How to create a first API key, step by step. */
export function keySteps({ baseUrl }: Pick<Deployment, 'baseUrl'>): string[] {
  const { host } = new URL(baseUrl)
  return [
    `POST ${baseUrl}/api/auth/siwe/nonce with {} returns {"nonce"}.`,
    `The user’s wallet signs an EIP-4361 message (Sign-In with Ethereum) with that nonce, domain ${host}, URI ${baseUrl}, version 1, chain id 4663; no gas, no transaction. With \\n for a line break: "${signInTemplate(host, baseUrl)}"`,
    `POST ${baseUrl}/api/auth/siwe/verify with {"message", "signature"} returns {"token"}, the session token.`,
    `POST ${baseUrl}/api/developer/keys with "Authorization: Bearer <SESSION_TOKEN>" and {"name": "my agent", "scopes": ["api:*"]} returns {"key"}. The key is shown only once.`,
    'Send the key as "Authorization: Bearer <API_KEY>" or "x-api-key: <API_KEY>".',
  ]
}
