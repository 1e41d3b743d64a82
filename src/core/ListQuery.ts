import { z } from 'zod'
import { pageLimit } from './PageLimit.ts'

/** Text without control characters and lone surrogates, which PostgreSQL refuses. */
export const PLAIN_TEXT = /^\P{C}*$/u

export const Limit = pageLimit({ max: 200, fallback: 50 })

export const Cursor = z
  .string()
  .max(64, 'must be nextCursor of the previous page')
  .regex(PLAIN_TEXT, 'must be nextCursor of the previous page')
  .optional()
  .meta({ description: '`nextCursor` of the previous page.' })

export const NextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })
