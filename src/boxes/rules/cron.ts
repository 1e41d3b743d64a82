/** The minutes at which a schedule is due, in UTC: the fields of a crontab line as sets of numbers. */
export type Cron = { minutes: Field; hours: Field; days: Field; months: Field; weekdays: Field; isAnyDay: boolean }

type Field = ReadonlySet<number>

const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A date such as 29 February occurs at least once in this number of days. */
const SEARCH_DAYS = 366 * 8 + 2

/**
 * Parses `minute hour day month weekday`; undefined for anything else. Names of months and weekdays are not supported.
 */
export function parseCron(text: string): Cron | undefined {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== BOUNDS.length) return undefined
  const fields = parts.map((part, index) => parseField(part, BOUNDS[index] ?? [0, 0]))
  const [minutes, hours, days, months, weekdays] = fields
  if (!minutes || !hours || !days || !months || !weekdays) return undefined
  const sundays = weekdays.has(7) ? [0] : []
  const [, , day, , weekday] = parts
  const isAnyDay = day === '*' || weekday === '*'
  return { minutes, hours, days, months, weekdays: new Set([...weekdays, ...sundays]), isAnyDay }
}

/** A list of numbers, ranges and steps, such as `0,30` or `1-5`. */
function parseField(text: string, bounds: readonly [number, number]): Field | undefined {
  const items = text.split(',').map((item) => parseItem(item, bounds))
  const known = items.filter((item) => item !== undefined)
  return known.length === items.length ? new Set(known.flat()) : undefined
}

const ITEM = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/

function parseItem(item: string, [low, high]: readonly [number, number]): number[] | undefined {
  const parsed = ITEM.exec(item)
  if (!parsed) return undefined
  const [, first = low, last, by] = parsed
  const isOpen = item.startsWith('*') || by !== undefined
  const from = Number(first)
  const to = Number(last ?? (isOpen ? high : first))
  const step = Number(by ?? 1)
  if (from < low || to > high || from > to || step === 0) return undefined
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
}

/** The first minute after a time at which it is due; undefined for a date that does not exist, such as 30 February. */
export function nextTime(cron: Cron, after: Date): Date | undefined {
  const start = new Date(Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS)
  for (let day = 0; day < SEARCH_DAYS; day++) {
    const date = new Date(Math.floor(start.getTime() / DAY_MS) * DAY_MS + day * DAY_MS)
    if (!isDay(cron, date)) continue
    const found = firstMinute(cron, date, day === 0 ? start : date)
    if (found) return found
  }
  return undefined
}

/** As in crontab: where both the day and the weekday are limited, either is enough. */
function isDay({ days, months, weekdays, isAnyDay }: Cron, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false
  const isDate = days.has(date.getUTCDate())
  const isWeekday = weekdays.has(date.getUTCDay())
  return isAnyDay ? isDate && isWeekday : isDate || isWeekday
}

function firstMinute({ hours, minutes }: Cron, day: Date, from: Date): Date | undefined {
  for (let hour = 0; hour < 24; hour++) {
    if (!hours.has(hour)) continue
    for (let minute = 0; minute < 60; minute++) {
      const time = new Date(day.getTime() + (hour * 60 + minute) * MINUTE_MS)
      if (minutes.has(minute) && time >= from) return time
    }
  }
  return undefined
}
