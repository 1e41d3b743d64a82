import { useEffect, useRef } from 'react'
import { type Box, type LogLine, type LogPage, readLog } from '../../api/boxes.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Card } from '../../components/Card.tsx'
import { Empty } from '../../components/States.tsx'

const POLL_MS = 4_000
const KEPT = 300

/** The log of the box, followed while it is open. */
export function Log({ box, isAtWork }: { box: Box; isAtWork: boolean }) {
  const known = useRef<LogPage>(undefined)
  const { data, failure, reload } = useQuery<LogPage>(box.id, () => readLog(box.id, known.current?.nextCursor), {
    pollMs: POLL_MS,
    merge: ({ lines, nextCursor }, before) => ({ lines: merged(before?.lines ?? [], lines), nextCursor }),
  })
  known.current = data
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status of the box, or the end of an answer, adds lines
  useEffect(reload, [box.status, isAtWork, reload])
  const lines = data?.lines ?? []
  const state = (
    <>
      <span className={failure ? 'dot warn' : 'dot live'} />
      {failure ? 'cannot be read now' : 'live'}
    </>
  )
  return (
    <Card title="Log" className="log-card" isPadded={false} aside={state}>
      {lines.length === 0 && <Empty title="Nothing yet" />}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className="log" tabIndex={0}>
          {lines.map(({ at, source, line }) => `${at.slice(11, 23)} ${source.padEnd(7)} ${line}`).join('\n')}
        </pre>
      )}
    </Card>
  )
}

/** Lines that two reads brought are shown once. */
function merged(before: readonly LogLine[], news: readonly LogLine[]): LogLine[] {
  const last = before.at(-1)?.seq ?? 0
  return [...before, ...news.filter(({ seq }) => seq > last)].slice(-KEPT)
}
