import { z } from 'zod'

/** Control characters, and halves of characters, which the database would refuse. */
export const PLAIN_TEXT = /^\P{C}*$/u

export const Limit = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(200, 'must be at most 200')
  .default(50)
  .meta({ description: 'How many entries one answer may hold.' })

/** The id of the last entry of the answer before. */
export const Cursor = z
  .string()
  .max(64, 'must be nextCursor of the answer before')
  .regex(PLAIN_TEXT, 'must be nextCursor of the answer before')
  .optional()
  .meta({ description: '`nextCursor` of the answer before.' })

export const NextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })
