import { z } from 'zod'
import { BOX_SCOPES } from '#boxes/authority/allowedOperations.ts'
import { DEFAULT_AGENT } from '#boxes/catalogue/defaults.ts'
import { SIZE_NAMES } from '#boxes/isolation/Limits.ts'
import { isStorable } from '#boxes/rules/storable.ts'

const DAY_SECONDS = 86_400

/** A text that PostgreSQL can store. */
export function storableText() {
  return z.string().refine(isStorable, 'must not contain NUL or unpaired surrogates')
}

/** Where a message or a session comes from. */
const CHANNELS = ['api', 'telegram', 'arena', 'box', 'a2a', 'web', 'mcp'] as const
export type Channel = (typeof CHANNELS)[number]

export const BoxId = storableText().max(64).meta({ description: 'The id of one of your boxes.' })
export const SnapshotId = storableText().max(64).meta({ description: 'The id of one of your snapshots.' })
export const SessionId = storableText().max(64).meta({ description: 'The id of a session of the box.' })
export const PageCursor = z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page.' })

export const NewBoxRequest = z.strictObject({
  agentId: z
    .string()
    .max(120)
    .default(DEFAULT_AGENT)
    .meta({ description: `The id of an agent, from the list of agents. Default: ${DEFAULT_AGENT}` }),
  name: z.string().max(80).optional().meta({ description: 'A display name. Default: the title of the agent' }),
  size: z.enum(SIZE_NAMES).optional().meta({ description: 'Default: the minimum size of the agent' }),
  prompt: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .meta({ description: 'A first message, posted in a new session of the box.' }),
  labels: z
    .record(storableText().min(1).max(40), storableText().max(120))
    .default({})
    .refine((labels) => Object.keys(labels).length <= 16, 'may have at most 16 entries')
    .meta({ description: 'Your own names and values, at most 16.' }),
  scopes: z.array(z.enum(BOX_SCOPES)).max(BOX_SCOPES.length).optional().meta({
    description:
      'Scopes of the agent besides public reads. You must have each of them. Default: those of the agent’s template that you have',
  }),
  environment: z
    .record(z.string(), storableText().max(2_000))
    .default({})
    .meta({ description: 'Environment variables; only those in the `environment` list of the agent.' }),
  keepAlive: z.boolean().default(false).meta({ description: 'Do not pause the box when idle. Default: false' }),
  idleTimeoutSeconds: z
    .int()
    .min(30)
    .max(DAY_SECONDS)
    .optional()
    .meta({ description: 'Seconds without work until the box pauses.' }),
  ttlSeconds: z
    .int()
    .min(60)
    .max(30 * DAY_SECONDS)
    .optional()
    .meta({ description: 'Seconds until the box is stopped permanently.' }),
  runtime: z.string().max(40).optional().meta({ description: 'Only `node`.' }),
  agentHarness: z.string().max(40).optional().meta({ description: 'Only `acp`, the Agent Client Protocol.' }),
  agentModel: storableText().max(120).optional().meta({ description: 'One of the `models` of the agent.' }),
  modelBudget: z
    .strictObject({
      tokens: z
        .int()
        .min(0)
        .max(10 ** 12)
        .optional(),
      usd: z
        .number()
        .min(0)
        .max(10 ** 6)
        .optional(),
    })
    .optional()
    .meta({ description: 'The total language-model budget of its agent. The operator’s limits also apply.' }),
  attachMcp: z.boolean().default(true).meta({
    description: 'Give an installed agent the tool server; its URL is in `mcpServers`. Default: true',
  }),
  skills: z
    .array(z.string().max(120))
    .max(10)
    .default([])
    .meta({ description: 'Packages of the skills store. The agent reads them at /skills.' }),
})
export type NewBoxRequest = z.output<typeof NewBoxRequest>

export const NewSessionFields = {
  title: z.string().max(160).optional().meta({ description: 'A title of the conversation.' }),
  channel: z.enum(CHANNELS).default('api').meta({ description: 'The source of the messages.' }),
  humanId: storableText().max(120).optional().meta({ description: 'Your own id for the person who writes.' }),
}

export const NewMessageFields = {
  content: z.string().min(1).max(4_000).meta({ description: 'The message to the agent.' }),
  authorId: storableText().max(160).optional().meta({ description: 'Your own id for the author.' }),
  channel: z.enum(CHANNELS).default('api').meta({ description: 'The source of the message.' }),
  runAgent: z
    .boolean()
    .default(true)
    .meta({ description: 'False adds the message to the history without a run of the agent. Default: true' }),
}

export const FilePath = storableText()
  .max(1_024)
  .meta({ description: 'Relative to the workspace, such as notes/today.md; empty for the workspace itself.' })
