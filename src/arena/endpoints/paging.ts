import { z } from 'zod'

/** The query and answer of a list that is read page by page. */
export const Cursor = z.string().max(200).optional().meta({ description: '`nextCursor` of the answer before.' })
export const NextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })
