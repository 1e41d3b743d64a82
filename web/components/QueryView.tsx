import type { ReactNode } from 'react'
import { Failure, SkeletonRows } from './States.tsx'

type Props<Answer> = {
  query: { data: Answer | undefined; failure: Error | undefined; reload(): void }
  /** Names the data that is read, such as "the rooms". */
  what: string
  rows: number
  /** Whether messages keep a distance from the edges of the card. */
  isPadded?: boolean
  /** Says that the answer shown is older than a read that failed. */
  warnsWhenOld?: boolean
  children(data: Answer): ReactNode
}

/** The answer of a query; before that, rows that keep its place, or why it could not be read. */
export function QueryView<Answer>({ query, what, rows, isPadded, warnsWhenOld, children }: Props<Answer>) {
  const { data, failure, reload } = query
  const isOld = data !== undefined && warnsWhenOld === true
  const message = failure && (data === undefined || isOld) && (
    <Failure title={isOld ? 'The list may be old.' : `Could not read ${what}.`} retry={reload}>
      {failure.message}
    </Failure>
  )
  return (
    <>
      {message && isPadded ? <div className="pad">{message}</div> : message}
      {data === undefined && !failure && <SkeletonRows rows={rows} label={`Reading ${what}`} />}
      {data !== undefined && children(data)}
    </>
  )
}
