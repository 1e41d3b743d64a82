import type { Context } from '#boxes/Context.ts'
import { AgentList } from '#boxes/wire/schemas.ts'
import { toAgentRecord } from '#boxes/wire/toWire.ts'
import { none } from '#core/Access.ts'
import { define, Empty, type Operation } from '#core/Operation.ts'

export function listAgents({ catalogue }: Pick<Context, 'catalogue'>): Operation {
  return define({
    name: 'listBoxAgents',
    method: 'GET',
    path: '/api/boxes/agents',
    tag: 'boxes',
    summary: 'List the agents that a box can run.',
    access: none,
    limit: 'read',
    errors: [],
    request: Empty,
    response: AgentList,
    handle: () => ({
      agents: catalogue.all().map((template) => toAgentRecord(template, catalogue.problemOf(template))),
    }),
  })
}
