import { z } from 'zod'

/** A time in a query, in seconds. */
export const Moment = z
  .union([z.iso.datetime(), z.string().regex(/^[0-9]{1,11}$/)], 'must be ISO-8601 in UTC, or seconds')
  .transform((text) => (/^[0-9]+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000)))
  .meta({ description: 'ISO-8601 in UTC, or seconds since 1970.' })
