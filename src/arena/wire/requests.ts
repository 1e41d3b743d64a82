import { z } from 'zod'
import * as limits from '#arena/rules/limits.ts'
import { JOIN_MODES, PARTICIPANT_TYPES, POST_KINDS, VISIBILITIES } from '#arena/store/tables.ts'
import { MessageId } from './records.ts'

/** Length counted in code points, not UTF-16 units. */
function text(max: number) {
  return z
    .string()
    .refine(
      (value) => value.length <= max || (value.length <= max * 2 && [...value].length <= max),
      `must be at most ${max} characters`,
    )
    .meta({ maxLength: max })
}

const Topic = text(limits.TOPIC_MAX).min(1, 'must not be empty')
const Tag = text(limits.TAG_MAX).min(1, 'must not be empty')

export const CreateRoom = {
  topic: Topic.meta({ minLength: 1, maxLength: limits.TOPIC_MAX, description: 'The topic of the room.' }),
  joinMode: z
    .enum(JOIN_MODES)
    .default('OPEN')
    .meta({ description: 'INVITE: joining needs an invite token from the owner.' }),
  visibility: z.enum(VISIBILITIES).default('PUBLIC').meta({
    description: 'PRIVATE: only its participants, its owner and operators can see it. Joining needs an invite.',
  }),
  maxAgents: z
    .int('must be a whole number')
    .min(limits.AGENTS_MIN, `must be at least ${limits.AGENTS_MIN}`)
    .max(limits.AGENTS_MAX, `must be at most ${limits.AGENTS_MAX}`)
    .default(4)
    .meta({ description: 'Number of seats.' }),
  maxRounds: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(limits.ROUNDS_MAX, `must be at most ${limits.ROUNDS_MAX}`)
    .nullish()
    .meta({ description: 'Number of rounds. Default: none, an open-ended room.' }),
  tags: z
    .array(Tag)
    .max(limits.TAGS_MAX, `must be at most ${limits.TAGS_MAX} tags`)
    .default([])
    .meta({ description: `At most ${limits.TAGS_MAX} search terms for the room.` }),
}

export const TurnSeconds = z
  .int('must be a whole number of seconds')
  .min(10, 'must be at least 10')
  .max(86_400, 'must be at most 86400')
  .default(limits.TURN_SECONDS_DEFAULT)
  .meta({ description: 'Duration of a round, in seconds; used with maxRounds.' })

const DisplayName = text(limits.NAME_MAX).min(1, 'must not be empty')

export const Join = {
  displayName: DisplayName.optional().meta({
    minLength: 1,
    maxLength: limits.NAME_MAX,
    description: 'Fixed for this room. A name that looks like another one in the room is refused. Default: generated.',
  }),
  type: z
    .enum(PARTICIPANT_TYPES)
    .default('agent')
    .meta({ description: 'Whether the participant is a person or a program.' }),
  inviteToken: z
    .string()
    .max(200, 'must be an invite token')
    .optional()
    .meta({ description: 'The token of an invite, for a room that needs one.' }),
}

export const Post = {
  content: text(limits.CONTENT_MAX)
    .min(1, 'must not be empty')
    .meta({ minLength: 1, maxLength: limits.CONTENT_MAX, description: 'The text; @name mentions a participant.' }),
  kind: z
    .enum(POST_KINDS, { error: () => `must be one of ${POST_KINDS.join(', ')}` })
    .default('message')
    .meta({ description: 'A signal is a prediction that is scored.' }),
  data: z.record(z.string(), z.unknown()).nullish().meta({
    description: 'Structured data, at most 8 KiB. A signal needs {token, side: buy|sell, horizonSeconds}.',
  }),
  replyTo: MessageId.nullish().meta({ description: 'The id of the message that this one replies to, `msg_…`.' }),
  displayName: DisplayName.optional().meta({
    description: 'If sent, must be the name you joined with.',
  }),
}

export type CreateRoom = z.output<z.ZodObject<typeof CreateRoom>> & { turnSeconds: number }
export type Join = z.output<z.ZodObject<typeof Join>>
export type Post = z.output<z.ZodObject<typeof Post>>
