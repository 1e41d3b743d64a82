import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { isNarrow } from '#launchpad/store/filters.ts'
import { readGlances } from '#launchpad/store/previews.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import { toToken } from '#launchpad/store/TokenRow.ts'
import { TokenPage as TokenPageBody } from '#launchpad/wire/responses.ts'

const SEARCH_MAX = 64
const CURSOR_MAX = 256
const TOTAL_MS = 5_000
const TOTALS_KEPT = 1_000
/** Ages are counted from the same moment for some seconds, so that totals can be kept. */
const AGE_STEP = 10

/** A bound in a query: digits, at most `max`. */
const bound = (max: number, description: string) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().max(max, `must be at most ${max}`))
    .optional()
    .meta({ description })

const Request = z.strictObject({
  limit: PageLimit,
  cursor: z.string().max(CURSOR_MAX, 'must be the nextCursor of an earlier answer').optional(),
  sort: z
    .enum(Object.keys(TokenPage.SORTS) as [TokenPage.Sort, ...TokenPage.Sort[]])
    .default('newest')
    .meta({ description: 'Highest first; `volume` is the fee-backed one of the last 24 hours.' }),
  creator: Address.optional(),
  graduated: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: 'Only launches that have, or have not, moved into their pool.' }),
  search: z.string().max(SEARCH_MAX, `must have at most ${SEARCH_MAX} characters`).optional().meta({
    description:
      'Part of a name or symbol (one or two characters: its beginning), or an address of a token or creator.',
  }),
  maxAgeSeconds: bound(999_999_999, 'Only launches that are not older.'),
  minProgressBps: bound(
    10_000,
    'Only launches that have raised at least this part of the target, in hundredths of a percent.',
  ),
  minHolders: bound(999_999_999, 'Only launches with at least as many holders.'),
  maxCreatorShareBps: bound(10_000, 'Only launches whose creator holds at most this part of the supply.'),
  include: z.literal('glance', 'must be glance').optional().meta({
    description: '`glance` adds to each launch what a list shows of it: a line of prices, the change, signals.',
  }),
})

type Place = { name: string; path: string }

export type ReadTotals = (filter: TokenPage.Filter) => Promise<number>

/** Totals of filters; those of a search, which must be counted, are kept for a few seconds or until they change. */
export function createReadTotals({ db, feed, now }: Context): ReadTotals {
  const kept = new Map<string, { until: number; total: Promise<number> }>()
  feed.subscribe(({ events, isQuiet }) => {
    if (isQuiet || events.some(({ kind }) => kind === 'token' || kind === 'graduation')) kept.clear()
  })
  return (filter) => {
    if (filter.search === undefined && !isNarrow(filter.narrowing ?? {})) return TokenPage.readTotal(db, filter)
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
export function tokens({ db, site, now }: Context, readTotals: ReadTotals, { name, path }: Place): Operation {
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
    response: TokenPageBody,
    async handle({ limit, cursor, sort, include, ...asked }) {
      const seconds = Math.floor(now() / 1000)
      const filter = filterOf(asked, seconds)
      const total = await readTotals(filter)
      const { rows, nextCursor } = await TokenPage.read(db, { ...filter, sort, limit, cursor, total })
      const glances = include && (await readGlances(db, rows, seconds))
      const tokens = rows.map((row) => ({ ...toToken(row, site), ...(glances && { glance: glances.get(row.id) }) }))
      return { total, tokens, ...(nextCursor !== undefined && { nextCursor }) }
    },
  })
}

type Asked = Omit<z.output<typeof Request>, 'limit' | 'cursor' | 'sort' | 'include'>

function filterOf({ creator, graduated, search, ...narrowing }: Asked, now: number): TokenPage.Filter {
  return {
    creator: creator?.toLowerCase(),
    graduated: graduated === undefined ? undefined : graduated === 'true',
    search: search?.trim() || undefined,
    ...(isNarrow(narrowing) && { narrowing, now: now - (now % AGE_STEP) }),
  }
}
