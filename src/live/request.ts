import { z } from 'zod'

const WAIT_MAX_SECONDS = 25

export const followRequest = {
  after: z
    .string()
    .max(4_000)
    .optional()
    .meta({ description: 'Responds once, in JSON, with the events after this position.' }),
  wait: z
    .string()
    .regex(/^[0-9]{1,3}$/, 'must be a number of seconds')
    .transform((text) => Math.min(WAIT_MAX_SECONDS, Number(text)))
    .optional()
    .meta({ description: `With \`after\`: seconds to wait for an event, at most ${WAIT_MAX_SECONDS}. Default: 0` }),
}
