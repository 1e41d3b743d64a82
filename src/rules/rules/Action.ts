import { z } from 'zod'

/** A rule's answer to an event, besides writing it to its owner's feed. */
export const Action = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('feed') }).meta({ description: 'Nothing more.' }),
      z
        .strictObject({
          kind: z.literal('webhook'),
          endpointId: z.string().max(64).meta({ description: 'The id of one of your endpoints, `hook_…`.' }),
        })
        .meta({ description: 'Sends it to a webhook endpoint.' }),
    ],
    { error: 'must be {"kind":"feed"} or {"kind":"webhook","endpointId":"hook_…"}' },
  )
  .meta({ id: 'RuleAction' })

export type Action = z.output<typeof Action>
