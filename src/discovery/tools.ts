import { z } from 'zod'
import { open } from '#core/Access.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Tool } from '#core/Tool.ts'
import { apiPart } from './apiPart.ts'
import { CALLER_RULES } from './callerRules.ts'
import { accessInWords, DEVNET_WARNING, type Deployment, documentsOf, keySteps, SUMMARY } from './Deployment.ts'
import { handoffText } from './handoffText.ts'
import { llmsText } from './llmsText.ts'

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

/** A requested part comes without the lists that the answer to an empty request contains. */
const Discovery = z.object({
  service: z.string(),
  version: z.string(),
  network: z.enum(['devnet', 'live']),
  warning: z.string().optional(),
  what: z.string(),
  health: z.string(),
  chainId: z.int(),
  documents: z.record(z.string(), z.string()).optional(),
  key: z.array(z.string()).optional(),
  tools: z.array(z.object({ name: z.string(), access: z.string() })).optional(),
  rules: z.array(z.string()).optional(),
  full: z.record(z.string(), z.unknown()).optional(),
})

type Sources = { deployment: () => Deployment; health: () => string }

/** The first tool to call. */
export function discoveryTool({ deployment, health }: Sources): Tool {
  return define({
    name: 'svc_api_discovery',
    title: 'Discover Slipway',
    description: 'Call first: summary, documents, keys, tools, rules and health of this service.',
    access: open,
    limit: 'read',
    annotations: READS,
    input: z.strictObject({
      include: z
        .array(z.enum(['llms']))
        .max(1)
        .optional()
        .meta({ description: 'Include llms.txt.' }),
      api: z.string().max(60).optional().meta({
        description: 'A tag such as liquidity lists its REST operations; the name of an operation describes it.',
      }),
    }),
    output: Discovery,
    run({ include = [], api }) {
      const served = deployment()
      const full = {
        ...(include.length > 0 && { llms: llmsText(served) }),
        ...(api !== undefined && { api: apiPart(served, api) }),
      }
      const head = describe(served, health())
      return Object.keys(full).length > 0 ? { ...head, full } : { ...head, ...listsOf(served) }
    },
  })
}

function describe(deployment: Deployment, health: string): z.output<typeof Discovery> {
  return {
    service: 'slipway',
    version: deployment.version,
    network: deployment.isDevnet ? 'devnet' : 'live',
    ...(deployment.isDevnet && { warning: DEVNET_WARNING }),
    what: SUMMARY,
    health,
    chainId: LAUNCH_CHAIN_ID,
  }
}

function listsOf(deployment: Deployment): Partial<z.output<typeof Discovery>> {
  return {
    documents: briefly(documentsOf(deployment)),
    key: keySteps(deployment),
    tools: deployment.tools.map((tool) => ({ name: tool.name, access: accessInWords(tool) })),
    rules: Object.values(CALLER_RULES),
  }
}

const FIRST = ['health', 'status', 'openapi', 'llms', 'mcpServerCard', 'skills', 'launchpad', 'devnet']

/** The documents an agent needs next; the status document lists all. */
function briefly(documents: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(documents).filter(([name]) => FIRST.includes(name)))
}

/** Setup text for another runtime. */
export function handoffTool({ deployment }: Pick<Sources, 'deployment'>): Tool {
  return define({
    name: 'svc_agent_handoff',
    title: 'Hand off to another runtime',
    description: 'Setup text for another agent or runtime: endpoint, keys, call order, rules, client setup.',
    access: open,
    limit: 'read',
    annotations: READS,
    input: z.strictObject({}),
    output: z.object({ text: z.string() }),
    run: () => ({ text: handoffText(deployment()) }),
  })
}
