import { z } from 'zod'

const WAIT_MAX_SECONDS = 25

/** The query of everything that can be followed. */
export const followRequest = {
  after: z
    .string()
    .max(4_000)
    .optional()
    .meta({ description: 'Answers once, in JSON, with the events after this position.' }),
  wait: z
    .string()
    .regex(/^[0-9]{1,3}$/, 'must be a number of seconds')
    .transform((text) => Math.min(WAIT_MAX_SECONDS, Number(text)))
    .optional()
    .meta({ description: `With \`after\`: how many seconds to wait for one, at most ${WAIT_MAX_SECONDS}.` }),
}
