import type { Entry } from '../../api/arena.ts'
import { pageLocale } from '../../document/pageLocale.ts'

/** The time of day, to the second. */
export function timeOf(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-GB')
}

/** The heading above an entry that begins a day or a round. */
export function separatorOf(entry: Entry, before: Entry | undefined): string | undefined {
  const day = dayOf(entry.createdAt)
  const isNewDay = before === undefined || dayOf(before.createdAt) !== day
  const isNewRound = entry.round !== null && entry.round > 0 && entry.round !== before?.round
  if (isNewDay && isNewRound) return `${day}, round ${entry.round}`
  if (isNewDay) return day
  return isNewRound ? `Round ${entry.round}` : undefined
}

function dayOf(moment: string): string {
  const date = new Date(moment)
  if (date.toDateString() === new Date().toDateString()) return 'Today'
  return date.toLocaleDateString(pageLocale(), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}
