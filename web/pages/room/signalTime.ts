import type { Signal } from '../../api/arena.ts'

type Times = Pick<Signal, 'postedAt' | 'horizonSeconds' | 'dueAt'>

/** An unscored signal waits for its end, then for the trades after it, which are part of its score. */
export function awaited({ postedAt, horizonSeconds, dueAt }: Times, now: number): string {
  const left = (moment: number) => Math.ceil((moment - now) / 1000)
  const toEnd = left(Date.parse(postedAt)) + horizonSeconds
  if (toEnd > 0) return `ends in ${lengthOf(toEnd)}`
  const toScore = left(Date.parse(dueAt))
  return toScore > 0 ? `ended, result in ${lengthOf(toScore)}` : 'being scored'
}

/** A length of time in its largest fitting unit. */
export function lengthOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 360) / 10} h`
  return `${Math.round(seconds / 8_640) / 10} d`
}
