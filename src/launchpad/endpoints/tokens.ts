import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { isNarrow } from '#launchpad/store/filters.ts'
import { readPreviews } from '#launchpad/store/previews.ts'
import { readTokenRows } from '#launchpad/store/readTokenRows.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import * as responses from '#launchpad/wire/responses.ts'
import { toGlance } from '#launchpad/wire/toGlance.ts'
import { toTokenRecord } from '#launchpad/wire/toTokenRecord.ts'
import { toTokenUsd, toUsdSource } from '#launchpad/wire/usd.ts'

const SEARCH_MAX = 64
const CURSOR_MAX = 256
const ADDRESSES_MAX = 100
const TOTAL_MS = 5_000
const TOTALS_MAX = 1_000
/** Ages are measured from a time rounded to this many seconds, so that totals can be cached. */
const AGE_STEP = 10

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
  cursor: z.string().max(CURSOR_MAX, 'must be the nextCursor of an earlier response').optional(),
  sort: z.enum(TokenPage.SORT_NAMES).default('newest').meta({
    description:
      'Highest first; `volume` is `outsideVolume24hEth`, `progress` is `raisedByOthersEth`, and `newHolders` is `glance.newHolders24h` of the 500 launches on the curve and the 500 in pools that traded last. Default: newest.',
  }),
  creator: Address.optional(),
  holder: Address.optional().meta({ description: 'Only tokens that this account holds.' }),
  graduated: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: 'Only launches that have graduated into their pool, or only those that have not.' }),
  search: z.string().max(SEARCH_MAX, `must have at most ${SEARCH_MAX} characters`).optional().meta({
    description:
      'Part of a name or symbol (with one or two characters, its beginning), or the address of a token or creator.',
  }),
  maxAgeSeconds: bound(999_999_999, 'Maximum age of a launch.'),
  minProgressBps: bound(10_000, 'Minimum part of the target that is raised, in hundredths of a percent.'),
  minHolders: bound(999_999_999, 'Minimum number of holders with at least 10,000 tokens.'),
  maxCreatorShareBps: bound(
    10_000,
    "Maximum part of the supply that is the creator's, the fee holder's or locked, in hundredths of a percent.",
  ),
  minCreatorGraduated: bound(999_999_999, 'Minimum number of launches of the same creator that have graduated.'),
  addresses: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(Address).max(ADDRESSES_MAX, `must be at most ${ADDRESSES_MAX} addresses`))
    .optional()
    .meta({
      description:
        'Addresses of tokens, separated by commas, at most 100. Returns these tokens in this order instead of a filtered list; tokens that are not indexed are omitted.',
    }),
  include: z.literal('glance', 'must be glance').optional().meta({
    description: '`glance` adds a preview to each launch: recent prices, the price change and signals.',
  }),
})

export type ReadTotal = (filter: TokenPage.Filter) => Promise<number>

/** Totals of filters. Those that must be counted are cached for a few seconds, or until a launch changes them. */
export function createTotalReader({ db, feed, now }: Context): ReadTotal {
  const cache = new Map<string, { until: number; total: Promise<number> }>()
  feed.subscribe(({ events, isQuiet }) => {
    if (isQuiet || events.some(({ kind }) => kind === 'token' || kind === 'graduation')) cache.clear()
  })
  return (filter) => {
    if (filter.search === undefined && !isNarrow(filter.narrowing ?? {})) return TokenPage.readTotal(db, filter)
    const key = JSON.stringify(filter)
    const known = cache.get(key)
    if (known && now() < known.until) return known.total
    const total = TokenPage.readTotal(db, filter)
    if (cache.size >= TOTALS_MAX) cache.clear()
    cache.set(key, { until: now() + TOTAL_MS, total })
    total.catch(() => cache.delete(key))
    return total
  }
}

export function tokens(
  { db, site, ethPrice, now, revisions }: Context,
  readTotal: ReadTotal,
  { name, path }: { name: string; path: string },
): Operation {
  async function readFiltered(
    { limit, cursor, sort, addresses: _, ...query }: Query,
    seconds: number,
  ): Promise<CountedPage> {
    const filter = filterOf(query, seconds)
    const total = await readTotal(filter)
    return { total, ...(await TokenPage.read(db, { ...filter, sort, limit, cursor, total })) }
  }
  async function readNamed(addresses: readonly string[], query: Query): Promise<CountedPage> {
    refuseFilters(query)
    const wanted = new Set(addresses.map((address) => address.toLowerCase()))
    const rows = await readTokenRows(db, [...wanted])
    return { total: rows.length, rows }
  }
  return define({
    name,
    method: 'GET',
    path,
    tag: 'launchpad',
    summary: 'List launched tokens.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.timed,
    request: Request,
    response: responses.TokenPage,
    async handle({ include, ...query }) {
      const seconds = Math.floor(now() / 1000)
      const { total, rows, nextCursor } = query.addresses
        ? await readNamed(query.addresses, query)
        : await readFiltered(query, seconds)
      const previews = include && (await readPreviews(db, rows, seconds))
      const price = await ethPrice()
      const tokens = rows.map((row) => {
        const preview = previews?.get(row.id)
        const record = toTokenRecord(row, site)
        const glance = preview && { glance: toGlance(preview, BigInt(row.price)) }
        return { ...record, ...toTokenUsd(record, price), ...glance }
      })
      return { total, tokens, usdSource: toUsdSource(price), ...(nextCursor !== undefined && { nextCursor }) }
    },
  })
}

type Query = Omit<z.output<typeof Request>, 'include'>
type FilterQuery = Omit<Query, 'limit' | 'cursor' | 'sort' | 'addresses'>
type CountedPage = Awaited<ReturnType<typeof TokenPage.read>> & { total: number }

function refuseFilters({ addresses: _, limit: _limit, sort: _sort, ...filters }: Query): void {
  const extra = Object.entries(filters).find(([, value]) => value !== undefined)?.[0]
  if (extra === undefined) return
  throw new ApiError('invalid_argument', `addresses and ${extra} cannot be combined. Send one of the two.`, {
    details: [{ type: 'field', value: extra }],
  })
}

function filterOf({ creator, graduated, search, ...bounds }: FilterQuery, now: number): TokenPage.Filter {
  const narrowing = { ...bounds, holder: bounds.holder?.toLowerCase() }
  return {
    creator: creator?.toLowerCase(),
    graduated: graduated === undefined ? undefined : graduated === 'true',
    search: search?.trim() || undefined,
    ...(isNarrow(narrowing) && { narrowing, now: now - (now % AGE_STEP) }),
  }
}
