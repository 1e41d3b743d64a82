import { type Read, reads, urlOf } from '#launchpad/wire/urls.ts'

/** Filters and sort orders of the list of launches; kept in the page's URL, so that a view can be shared. */
export type Filters = {
  search: string
  age: string
  progress: string
  creator: string
  holders: string
  /** Graduated launches of the creator. */
  record: string
  sorts: Record<Column, string>
  /** `compact` has a line per launch; warnings keep theirs. */
  rows: '' | 'compact'
}

export const COLUMNS = ['new', 'near', 'graduated'] as const
export type Column = (typeof COLUMNS)[number]
export const COLUMN_NAMES: Record<Column, string> = { new: 'New', near: 'Near', graduated: 'Graduated' }

type Option = { value: string; label: string }
const ANY: Option = { value: '', label: 'any' }

/** The filters, as a person reads them. */
export const LABELS = {
  age: 'Age',
  progress: 'Progress',
  creator: 'Creator holds',
  holders: 'Holders',
  record: 'Record',
} as const

export const OPTIONS = {
  age: [ANY, option('1h', '≤ 1 h'), option('24h', '≤ 24 h'), option('7d', '≤ 7 d')],
  progress: [ANY, option('10', '≥ 10 %'), option('25', '≥ 25 %'), option('50', '≥ 50 %'), option('75', '≥ 75 %')],
  creator: [ANY, option('1', '≤ 1 %'), option('5', '≤ 5 %'), option('15', '≤ 15 %')],
  holders: [ANY, option('5', '≥ 5'), option('25', '≥ 25'), option('100', '≥ 100')],
  record: [ANY, option('1', '≥ 1 graduated'), option('3', '≥ 3 graduated')],
} as const

export type FilterName = keyof typeof OPTIONS

export const SORT_OPTIONS: readonly Option[] = [
  option('newest', 'Newest'),
  option('progress', 'Progress'),
  option('marketCap', 'Market cap'),
  option('volume', 'Volume'),
  option('newHolders', 'New holders'),
  option('lastTrade', 'Last trade'),
]

const SORT_OF: Record<Column, string> = { new: 'newest', near: 'progress', graduated: 'lastTrade' }
const SORT_PARAMETER: Record<Column, string> = { new: 'newSort', near: 'nearSort', graduated: 'graduatedSort' }
const SECONDS: Record<string, number> = { '1h': 3_600, '24h': 86_400, '7d': 604_800 }
const NEAR_PERCENT = 50
const LIMIT = 30

function option(value: string, label: string): Option {
  return { value, label }
}

/** Reads the filters from a query; unknown values are ignored. */
export function readFilters(query: URLSearchParams): Filters {
  const oneOf = (options: readonly Option[], name: string, fallback = '') => {
    const value = query.get(name) ?? fallback
    return options.some((known) => known.value === value) ? value : fallback
  }
  const sort = (column: Column) => oneOf(SORT_OPTIONS, SORT_PARAMETER[column], SORT_OF[column])
  return {
    search: (query.get('search') ?? '').slice(0, 64),
    age: oneOf(OPTIONS.age, 'age'),
    progress: oneOf(OPTIONS.progress, 'progress'),
    creator: oneOf(OPTIONS.creator, 'creator'),
    holders: oneOf(OPTIONS.holders, 'holders'),
    record: oneOf(OPTIONS.record, 'record'),
    sorts: { new: sort('new'), near: sort('near'), graduated: sort('graduated') },
    rows: query.get('rows') === 'compact' ? 'compact' : '',
  }
}

/** The query of a view, without default values. */
export function writeFilters({ search, sorts, ...filters }: Filters): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  for (const [name, value] of Object.entries(filters)) if (value !== '') query.set(name, value)
  for (const column of COLUMNS) if (sorts[column] !== SORT_OF[column]) query.set(SORT_PARAMETER[column], sorts[column])
  return query.toString()
}

/** A view in words, such as "“moon”, Holders ≥ 25, New by volume". */
export function viewWords({ search, sorts, rows, ...filters }: Filters): string {
  const chosen = (Object.keys(OPTIONS) as FilterName[]).filter((name) => filters[name] !== '')
  const words = [
    ...(search === '' ? [] : [`“${search}”`]),
    ...chosen.map((name) => `${LABELS[name]} ${labelOf(OPTIONS[name], filters[name])}`),
    ...COLUMNS.filter((column) => sorts[column] !== SORT_OF[column]).map(
      (column) => `${COLUMN_NAMES[column]} by ${labelOf(SORT_OPTIONS, sorts[column]).toLowerCase()}`,
    ),
    ...(rows === '' ? [] : ['Compact']),
  ]
  return words.join(', ')
}

function labelOf(options: readonly Option[], value: string): string {
  return options.find((known) => known.value === value)?.label ?? value
}

export function isNarrowed({ search, age, progress, creator, holders, record }: Filters): boolean {
  return [search, age, progress, creator, holders, record].some((value) => value !== '')
}

function columnQuery(column: Column, filters: Filters): Record<string, string> {
  const { search, age, creator, holders, record } = filters
  const progress = Math.max(Number(filters.progress), column === 'near' ? NEAR_PERCENT : 0)
  return {
    limit: String(LIMIT),
    sort: filters.sorts[column],
    graduated: String(column === 'graduated'),
    include: 'glance',
    ...(search !== '' && { search }),
    ...(age !== '' && { maxAgeSeconds: String(SECONDS[age]) }),
    ...(progress > 0 && { minProgressBps: String(progress * 100) }),
    ...(creator !== '' && { maxCreatorShareBps: String(Number(creator) * 100) }),
    ...(holders !== '' && { minHolders: holders }),
    ...(record !== '' && { minCreatorGraduated: record }),
  }
}

export function columnRead(column: Column, filters: Filters): Read {
  return reads.tokens(columnQuery(column, filters))
}

/** The URL a column is read from, the same on the server and in the browser. */
export function columnUrl(column: Column, filters: Filters): string {
  return urlOf(columnRead(column, filters))
}
