import { z } from 'zod'

const MAX = 500
const DEFAULT = 50

/** How many items to send: 1 to 500, 50 when not said; more is taken for the most. */
export const Limit = z
  .union([z.string(), z.number()])
  .optional()
  .meta({ type: 'integer', description: `1 to ${MAX}, ${DEFAULT} when not said; larger is clamped.` })
  .transform((value, context) => {
    if (value === undefined) return DEFAULT
    const text = String(value)
    if (/^0*[1-9][0-9]*$/.test(text)) return Math.min(MAX, Number(text))
    context.addIssue({ code: 'custom', message: `must be a whole number from 1 to ${MAX}` })
    return z.NEVER
  })
