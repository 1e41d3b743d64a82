import { invalidField } from '#core/ApiError.ts'
import { type Cron, nextTime, parseCron } from './cron.ts'

/** When a schedule is due: at an interval, or at the times of a crontab line. */
export type Timing = { everySeconds: number | null; cron: string | null }

/** The minimum interval of a schedule, because runs cost money. */
export const INTERVAL_SECONDS_MIN = 300
/** The number of times of a crontab line that are compared. */
const COMPARED = 60

/** Throws unless exactly one of the two is given and its times are far enough apart. */
export function requireTiming({ everySeconds, cron }: Timing): void {
  if ((everySeconds === null) === (cron === null))
    throw invalidField('everySeconds', 'or cron must be sent, but not both')
  if (cron === null) return
  const parsed = parseCron(cron)
  if (!parsed)
    throw invalidField('cron', 'must be minute, hour, day, month and weekday in numbers, such as "0 9 * * 1-5"')
  requireGaps(parsed)
}

function requireGaps(cron: Cron): void {
  let last = nextTime(cron, new Date())
  if (!last) throw invalidField('cron', 'matches no date')
  for (let count = 0; count < COMPARED; count++) {
    const next = nextTime(cron, last)
    if (!next) return
    if (next.getTime() - last.getTime() < INTERVAL_SECONDS_MIN * 1000)
      throw invalidField('cron', `must leave at least ${INTERVAL_SECONDS_MIN} seconds between two times`)
    last = next
  }
}

/** The next time after `now`. Times missed while the service was down are skipped. */
export function nextDue({ everySeconds, cron }: Timing, now: Date): Date {
  if (everySeconds !== null) return new Date(now.getTime() + everySeconds * 1000)
  const parsed = parseCron(cron ?? '')
  const next = parsed && nextTime(parsed, now)
  if (!next) throw new Error('The schedule has no next time.')
  return next
}
