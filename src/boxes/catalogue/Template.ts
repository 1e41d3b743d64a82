import { z } from 'zod'
import { ISOLATION_LEVELS } from '#boxes/isolation/Driver.ts'
import { SIZE_NAMES } from '#boxes/isolation/Limits.ts'
import { MODEL_PROTOCOLS } from '#core/ModelEndpoint.ts'
import { Login } from './Login.ts'

const Id = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens')
const Text = z.string().min(1).max(2_000)

const VariableName = z.string().regex(/^[A-Z][A-Z0-9_]*$/)

/** How the agent receives its model. */
const Model = z.strictObject({
  variable: VariableName,
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
  environment: z.array(VariableName).max(20).default([]),
  /** The protocol in which the agent asks its model, through the gateway. Default: it has no model */
  speaks: z.enum(MODEL_PROTOCOLS).optional(),
  /** Whether the agent also works where no model is configured. */
  worksWithoutModel: z.boolean().default(false),
  /** Further hosts to read from, such as a package registry, at `{gateway}/hosts/<name>/`. */
  hosts: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, 'must be a host name'))
    .max(20)
    .default([]),
  /** Environment variables of every box. `{gateway}` is the base URL for requests to the model, also in `arguments`. */
  variables: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(4_000)).default({}),
  model: Model.optional(),
  login: Login.default({}),
  /** The npm package with its command, for `npm run agents -- install`. */
  package: z.string().max(120).optional(),
  minimumIsolation: z.enum(ISOLATION_LEVELS).default('bubblewrap'),
  size: z.enum(SIZE_NAMES).default('small').meta({ description: 'The minimum size of its boxes.' }),
  /** Default scopes of its boxes, limited to those of the creator. */
  scopes: z.array(z.enum(['arena:read', 'arena:write', 'lp:build', 'launchpad:write'])).default([]),
})

export type Template = z.output<typeof Template>
