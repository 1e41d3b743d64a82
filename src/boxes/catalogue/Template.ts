import { z } from 'zod'
import { ISOLATION_LEVELS } from '#boxes/isolation/Driver.ts'
import { SIZE_NAMES } from '#boxes/isolation/Limits.ts'

const Id = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens')
const Text = z.string().min(1).max(2_000)

/** A host that an agent reaches through the service, which adds the credential. */
const Egress = z.strictObject({
  host: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name'),
  /** The header that carries the credential; `{credential}` is replaced by it. */
  header: z.string().regex(/^[a-z-]+: .*\{credential\}.*$/),
  /** The name under which the operator configures the credential. */
  credential: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  /** The paths that ask a model; `*` matches any characters but a slash. */
  paths: z
    .array(z.string().startsWith('/').max(200))
    .min(1)
    .max(20)
    .default([
      '/v1/messages',
      '/v1/messages/count_tokens',
      '/v1/responses',
      '/responses',
      '/v1/chat/completions',
      '/chat/completions',
      '/v1beta/models/*:generateContent',
      '/v1beta/models/*:streamGenerateContent',
      '/v1beta/models/*:countTokens',
    ]),
  /** The models that may be asked; `*` as in `paths`. */
  models: z.array(z.string().min(1).max(120)).min(1).max(40),
  /** The environment variable with the base URL for the agent's requests. */
  variable: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
})

/** How the agent receives its model. */
const Model = z.strictObject({
  variable: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  /** The accepted names; any name when empty. */
  names: z.array(z.string().min(1).max(120)).max(40).default([]),
})

/** A kind of agent, described by a file. */
export const Template = z.strictObject({
  id: Id,
  title: z.string().min(1).max(120),
  description: Text,
  category: z.enum(['trading', 'knowledge', 'coding', 'testing', 'other']),
  tags: z.array(z.string().min(1).max(40)).max(8).default([]),
  featured: z.boolean().default(false),
  openingMessage: Text,
  openingQuestions: z.array(z.string().min(1).max(200)).max(8).default([]),
  /** `builtin` for an agent of this repository, otherwise a program on the machine. */
  command: z.string().min(1).max(200),
  arguments: z.array(z.string().max(500)).max(40).default([]),
  /** Environment variables that the creator of a box may set. */
  environment: z
    .array(z.string().regex(/^[A-Z][A-Z0-9_]*$/))
    .max(20)
    .default([]),
  network: z.union([z.literal('none'), Egress]).default('none'),
  model: Model.optional(),
  minimumIsolation: z.enum(ISOLATION_LEVELS).default('bubblewrap'),
  size: z.enum(SIZE_NAMES).default('small').meta({ description: 'The minimum size of its boxes.' }),
  /** Default scopes of its boxes, as far as the creator has them. */
  scopes: z.array(z.enum(['arena:read', 'arena:write', 'lp:build', 'launchpad:write'])).default([]),
})

export type Template = z.output<typeof Template>
export type Egress = z.output<typeof Egress>
