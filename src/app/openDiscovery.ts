import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '#core/Operation.ts'
import type { Page } from '#core/Page.ts'
import type { Tool } from '#core/Tool.ts'
import { VERSION } from '#core/version.ts'
import type { Webhook } from '#core/Webhook.ts'
import { CALLER_RULES, rulesAsMarkdown } from '#discovery/callerRules.ts'
import { type Deployment, keySteps, SUMMARY } from '#discovery/Deployment.ts'
import { documents } from '#discovery/documents.ts'
import { icons } from '#discovery/serverCard.ts'
import { discoveryTool, handoffTool } from '#discovery/tools.ts'
import { createMcpServer } from '#mcp/createMcpServer.ts'
import { mcpOperation } from '#mcp/operation.ts'
import { loadSkills } from '#skills/loadSkills.ts'
import { operations as skillOperations } from '#skills/operations.ts'
import type { Resources } from './Resources.ts'

const SKILLS = join(import.meta.dirname, '../../skills')
const CARD = join(import.meta.dirname, '../../web/server/dist/chatCard.html')

type Sources = {
  /** The tools of the modules, in the order they are listed. */
  tools: readonly Tool[]
  /** Every operation; a function, because discovery adds its own. */
  operations: () => readonly Operation[]
  webhooks: readonly Webhook[]
  pages: () => readonly Page[]
  health: () => string
  startedAt: Date
}

export type Discovery = { operations: Operation[]; tools: readonly Tool[]; deployment: () => Deployment }

/** Creates what agents start with: documents, skills and the tool server. */
export async function openDiscovery({ config, devnet }: Resources, sources: Sources): Promise<Discovery> {
  const { baseUrl, apiOrigin } = config
  const values = {
    base_url: baseUrl,
    chain_prefix: config.CHAIN_PREFIX,
    caller_rules: rulesAsMarkdown(),
    key_steps: keySteps({ baseUrl })
      .map((step, index) => `${index + 1}. ${step}`)
      .join('\n'),
  }
  const skills = await loadSkills(SKILLS, values)
  const deployment = (): Deployment => ({
    baseUrl,
    apiOrigin,
    version: VERSION,
    isDevnet: devnet !== undefined,
    chainPrefix: config.CHAIN_PREFIX,
    startedAt: sources.startedAt,
    securityContact: config.SECURITY_CONTACT,
    oidcIssuers: config.OIDC_ISSUERS.map(({ issuer }) => issuer),
    operations: sources.operations(),
    webhooks: sources.webhooks,
    tools,
    skills,
    pages: sources.pages().filter(({ isUnlisted }) => isUnlisted !== true),
  })
  const tools: readonly Tool[] = [
    discoveryTool({ deployment, health: sources.health }),
    ...sources.tools,
    handoffTool({ deployment }),
  ]
  const server = createMcpServer({
    info: { name: 'slipway', title: 'Slipway', version: VERSION, websiteUrl: baseUrl },
    baseUrl,
    icons: icons(baseUrl),
    instructions: `${SUMMARY} Call svc_api_discovery first. ${CALLER_RULES['confirmLiveWrites']} ${CALLER_RULES['untrusted']}`,
    tools,
    skills,
    card: await readCard(baseUrl),
    operationOf: (name) => sources.operations().find((operation) => operation.name === name),
  })
  return {
    operations: [...documents(deployment), mcpOperation(server), ...skillOperations(skills, baseUrl)],
    tools,
    deployment,
  }
}

/** The card that chats show; undefined until the site is built. */
async function readCard(baseUrl: string): Promise<string | undefined> {
  const card = await readFile(CARD, 'utf8').catch(() => undefined)
  return card?.replace('{{base_url}}', new URL(baseUrl).origin)
}
