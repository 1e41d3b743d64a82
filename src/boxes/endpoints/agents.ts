import { z } from 'zod'
import type { BoxContext } from '#boxes/Context.ts'
import type { Template } from '#boxes/catalogue/Template.ts'
import { ISOLATION_LEVELS } from '#boxes/isolation/Driver.ts'
import { SIZE_NAMES } from '#boxes/isolation/Limits.ts'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, Empty, type Operation } from '#core/Operation.ts'

const AgentRecord = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  featured: z.boolean(),
  openingMessage: z.string(),
  openingQuestions: z.array(z.string()),
  environment: z.array(z.string()).meta({ description: 'Variables a box of it may be given.' }),
  network: z.string().meta({ description: '`none`, or the one host it reaches through the service.' }),
  models: z.array(z.string()).nullable().meta({
    description: 'What `agentModel` may be; any name where it is empty, nothing where it is null.',
  }),
  scopes: z
    .array(z.string())
    .meta({ description: 'What a box of it is given unless said otherwise, where its creator has it.' }),
  minimumSize: z.enum(SIZE_NAMES),
  minimumIsolation: z.enum(ISOLATION_LEVELS),
  enabled: z.boolean(),
  disabledReason: z.string().nullable(),
})

export const AgentList = z.object({ agents: z.array(AgentRecord) })

/** The catalogue as callers see it: commands and arguments stay with the operator. */
export function describeAgents({ catalogue }: Pick<BoxContext, 'catalogue'>): z.output<typeof AgentList> {
  return { agents: catalogue.all().map((template) => describe(template, catalogue.problemOf(template))) }
}

function describe(template: Template, problem: string | undefined): z.output<typeof AgentRecord> {
  const { id, title, description, category, tags, featured, openingMessage, openingQuestions, environment, scopes } =
    template
  const network = template.network === 'none' ? 'none' : template.network.host
  return {
    ...{ id, title, description, category, tags, featured, openingMessage, openingQuestions, environment, scopes },
    network,
    models: template.model?.names ?? null,
    minimumSize: template.size,
    minimumIsolation: template.minimumIsolation,
    enabled: problem === undefined,
    disabledReason: problem ?? null,
  }
}

export function listAgents(context: Pick<BoxContext, 'catalogue'>): Operation {
  return define({
    name: 'listBoxAgents',
    method: 'GET',
    path: '/api/boxes/agents',
    tag: 'boxes',
    summary: 'The agents a box can run.',
    access: none,
    limit: 'read',
    errors: [],
    request: Empty,
    response: AgentList,
    handle: () => describeAgents(context),
  })
}

export function getAgent(context: Pick<BoxContext, 'catalogue'>): Operation {
  return define({
    name: 'getBoxAgent',
    method: 'GET',
    path: '/api/boxes/agents/{agentId}',
    tag: 'boxes',
    summary: 'One of the agents a box can run.',
    access: none,
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ agentId: z.string().max(120) }),
    response: z.object({ agent: AgentRecord }),
    handle({ agentId }) {
      const agent = describeAgents(context).agents.find(({ id }) => id === agentId)
      if (agent) return { agent }
      throw new ApiError('not_found', 'There is no such agent. GET /api/boxes/agents lists them.')
    },
  })
}
