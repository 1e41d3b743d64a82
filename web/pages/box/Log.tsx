import { useEffect, useRef, useState } from 'react'
import { type Box, type LogLine, readLog } from '../../api/boxes.ts'
import { Empty } from '../../components/States.tsx'

const EVERY_MS = 4_000
const KEPT = 300

/** The log of the box, followed while it is open. */
export function Log({ box, isAtWork }: { box: Box; isAtWork: boolean }) {
  const [lines, setLines] = useState<LogLine[]>([])
  const [problem, setProblem] = useState<string>()
  const cursor = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the box, or the end of an answer, is looked for at once
  useEffect(() => {
    let isRunning = false
    const look = async () => {
      if (isRunning || document.hidden) return
      isRunning = true
      try {
        const answer = await readLog(box.id, cursor.current)
        cursor.current = answer.nextCursor
        setProblem(undefined)
        if (answer.lines.length > 0) setLines((before) => merged(before, answer.lines))
      } catch (error) {
        setProblem((error as Error).message)
      }
      isRunning = false
    }
    void look()
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => clearInterval(timer)
  }, [box.id, box.status, isAtWork])
  return (
    <section className="card logc" aria-label="Log">
      <div className="hd">
        <h2>Log</h2>
        <span className="grow" />
        <span className="row s12 faint">
          <span className={problem === undefined ? 'dot live' : 'dot warn'} />
          {problem === undefined ? 'live' : 'cannot be read now'}
        </span>
      </div>
      {lines.length === 0 && <Empty title="Nothing yet" />}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className="log" tabIndex={0}>
          {lines.map(({ at, source, line }) => `${at.slice(11, 23)} ${source.padEnd(7)} ${line}`).join('\n')}
        </pre>
      )}
    </section>
  )
}

/** Lines that two looks brought are shown once. */
function merged(before: readonly LogLine[], news: readonly LogLine[]): LogLine[] {
  const last = before.at(-1)?.seq ?? 0
  return [...before, ...news.filter(({ seq }) => seq > last)].slice(-KEPT)
}
