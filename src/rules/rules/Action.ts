import { z } from 'zod'

/** The action of a rule on an event, besides writing it to its owner's feed. */
export const Action = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('feed') }).meta({ description: 'Writes the event to your feed only.' }),
      z
        .strictObject({
          kind: z.literal('webhook'),
          endpointId: z.string().max(64).meta({ description: 'The id of one of your endpoints, `hook_…`.' }),
        })
        .meta({ description: 'Also sends the event to a webhook endpoint.' }),
      z
        .strictObject({
          kind: z.literal('room'),
          roomId: z.string().max(64).meta({ description: 'A room that you, the developer, have joined.' }),
          text: z.string().min(1).max(1_500).meta({
            description: 'The post. `{{name}}` is replaced by the field `name` of the event’s data.',
          }),
        })
        .meta({ description: 'Also posts to a room.' }),
      z
        .strictObject({
          kind: z.literal('box'),
          boxId: z.string().max(64).meta({ description: 'One of your boxes.' }),
          prompt: z.string().min(1).max(4_000).meta({
            description: 'The question to the agent. The event follows as data, marked as untrusted.',
          }),
        })
        .meta({ description: 'Also prompts one of your boxes, in a new conversation for each event.' }),
      z
        .strictObject({ kind: z.literal('push') })
        .meta({ description: 'Also notifies the browsers that you have subscribed to push notifications.' }),
    ],
    {
      error:
        'must have a kind: feed, webhook with endpointId, room with roomId and text, box with boxId and prompt, or push',
    },
  )
  .meta({ id: 'RuleAction' })

export type Action = z.output<typeof Action>

/** Also a notification over A2A, which is created by that protocol alone; its secrets are sealed. */
export type StoredAction = Action | { kind: 'a2a'; url: string; sealed: string }
