import { z } from 'zod'

export const Cursor = z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page.' })
export const NextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })
