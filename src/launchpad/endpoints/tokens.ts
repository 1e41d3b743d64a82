import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import { toToken } from '#launchpad/store/TokenRow.ts'
import * as wire from '#launchpad/wire.ts'

const SEARCH_MAX = 64
const CURSOR_MAX = 256
const TOTAL_MS = 5_000
const TOTALS_KEPT = 1_000

const Request = z.object({
  limit: PageLimit,
  cursor: z.string().max(CURSOR_MAX, 'must be the nextCursor of an earlier answer').optional(),
  sort: z
    .enum(Object.keys(TokenPage.SORTS) as [TokenPage.Sort, ...TokenPage.Sort[]])
    .default('newest')
    .meta({ description: 'Highest first; `volume` is that of the last 24 hours.' }),
  creator: Address.optional(),
  graduated: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: 'Only launches that have, or have not, moved into their pool.' }),
  search: z.string().max(SEARCH_MAX, `must have at most ${SEARCH_MAX} characters`).optional().meta({
    description:
      'Part of a name or symbol (one or two characters: its beginning), or an address of a token or creator.',
  }),
})

const Response = z.object({
  total: z.int().meta({ description: 'How many launches the filter matches.' }),
  tokens: z.array(wire.Token),
  nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
})

type Place = { name: string; path: string }

export type ReadTotals = (filter: TokenPage.Filter) => Promise<number>

/** Totals of filters; those of a search, which must be counted, are kept for a few seconds or until they change. */
export function createReadTotals({ db, feed, now }: Context): ReadTotals {
  const kept = new Map<string, { until: number; total: Promise<number> }>()
  feed.subscribe(({ told, isQuiet }) => {
    if (isQuiet || told.some(({ kind }) => kind === 'token' || kind === 'graduation')) kept.clear()
  })
  return (filter) => {
    if (filter.search === undefined) return TokenPage.readTotal(db, filter)
    const key = JSON.stringify(filter)
    const known = kept.get(key)
    if (known && now() < known.until) return known.total
    const total = TokenPage.readTotal(db, filter)
    if (kept.size >= TOTALS_KEPT) kept.clear()
    kept.set(key, { until: now() + TOTAL_MS, total })
    total.catch(() => kept.delete(key))
    return total
  }
}

/** Lists launches. */
export function tokens({ db, site }: Context, readTotals: ReadTotals, { name, path }: Place): Operation {
  return define({
    name,
    method: 'GET',
    path,
    tag: 'launchpad',
    summary: 'List launched tokens.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: Response,
    async handle({ limit, cursor, sort, creator, graduated, search }) {
      const filter = {
        creator: creator?.toLowerCase(),
        graduated: graduated === undefined ? undefined : graduated === 'true',
        search: search?.trim() || undefined,
      }
      const total = await readTotals(filter)
      const { rows, nextCursor } = await TokenPage.read(db, { ...filter, sort, limit, cursor, total })
      return { total, tokens: rows.map((row) => toToken(row, site)), ...(nextCursor !== undefined && { nextCursor }) }
    },
  })
}
