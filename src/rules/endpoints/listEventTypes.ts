import { z } from 'zod'
import { none } from '#core/Access.ts'
import { jsonSchema } from '#core/jsonSchema.ts'
import { defineDocument, type Operation } from '#core/Operation.ts'
import { EVENT_TYPE_NAMES, eventTypeOf } from '#rules/rules/eventTypes.ts'

export function listEventTypes(): Operation {
  const text = JSON.stringify({
    types: EVENT_TYPE_NAMES.map((type) => {
      const { summary, filter, example } = eventTypeOf(type)
      return { type, summary, filter: jsonSchema(filter), example }
    }),
  })
  return defineDocument({
    name: 'listEventTypes',
    method: 'GET',
    path: '/api/event-types',
    tag: 'rules',
    summary: 'List the event types that a rule can match, each with its filter and an example.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=300',
    request: z.object({}),
    response: z.object({
      types: z.array(
        z.object({
          type: z.string(),
          summary: z.string(),
          filter: z.record(z.string(), z.unknown()).meta({ description: 'A JSON schema.' }),
          example: z.record(z.string(), z.unknown()).meta({ description: 'The `data` of an event.' }),
        }),
      ),
    }),
    document: () => text,
  })
}
