import { z } from 'zod'

type Bounds = { max: number; fallback: number }

export const PageLimit = pageLimit({ max: 500, fallback: 50 })

/** The `limit` of a list; a value above the maximum is clamped. */
export function pageLimit({ max, fallback }: Bounds) {
  return z
    .union([z.string(), z.number()])
    .optional()
    .meta({ type: 'integer', description: `1 to ${max}; a larger value is clamped. Default: ${fallback}` })
    .transform((value, context) => {
      if (value === undefined) return fallback
      const text = String(value)
      if (/^0*[1-9][0-9]*$/.test(text)) return Math.min(max, Number(text))
      context.addIssue({ code: 'custom', message: `must be a whole number from 1 to ${max}` })
      return z.NEVER
    })
}
