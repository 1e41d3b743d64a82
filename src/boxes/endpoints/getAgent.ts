import { z } from 'zod'
import type { Context } from '#boxes/Context.ts'
import { AgentRecord } from '#boxes/wire/schemas.ts'
import { toAgentRecord } from '#boxes/wire/toWire.ts'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'

export function getAgent({ catalogue }: Pick<Context, 'catalogue'>): Operation {
  return define({
    name: 'getBoxAgent',
    method: 'GET',
    path: '/api/boxes/agents/{agentId}',
    tag: 'boxes',
    summary: 'Get an agent that a box can run.',
    access: none,
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ agentId: z.string().max(120) }),
    response: z.object({ agent: AgentRecord }),
    handle({ agentId }) {
      const template = catalogue.get(agentId)
      if (template) return { agent: toAgentRecord(template, catalogue.problemOf(template)) }
      throw new ApiError('not_found', 'There is no such agent. GET /api/boxes/agents lists them.')
    },
  })
}
