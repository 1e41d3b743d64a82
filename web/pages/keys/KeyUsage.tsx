import { useCallback, useEffect, useState } from 'react'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { useRefresh } from '../../components/useRefresh.ts'
import { readUsage, type Usage } from './keysApi.ts'
import { UsagePlot } from './UsagePlot.tsx'

/** What a key did: a plot of its days, and its last calls. */
export function KeyUsage({ token, id }: { token: string; id: string }) {
  const [usage, setUsage] = useState<Usage>()
  const [problem, setProblem] = useState<string>()
  const read = useCallback(() => {
    readUsage(token, id).then(
      (answer) => {
        setUsage(answer)
        setProblem(undefined)
      },
      (error: Error) => setProblem(error.message),
    )
  }, [token, id])
  useEffect(read, [read])
  useRefresh(read)
  if (problem !== undefined && !usage) return <Failure title="The usage cannot be read now.">{problem}</Failure>
  if (!usage) return <SkeletonRows rows={3} label="Reading the usage" />
  const total = usage.usage.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="d2">
      <section className="card" aria-labelledby="uh">
        <div className="hd">
          <h2 id="uh">Usage</h2>
          <span className="faint s12">{total.toLocaleString('en-US')} requests in 7 days</span>
        </div>
        <div className="bd">
          <UsagePlot counts={usage.usage} />
        </div>
      </section>
      <section className="card" aria-labelledby="lh">
        <div className="hd">
          <h2 id="lh">Request log</h2>
        </div>
        {usage.requests.length === 0 ? (
          <Empty title="No calls yet">They appear here a moment after they are made.</Empty>
        ) : (
          <ul className="rlog">
            {usage.requests.slice(0, 8).map(({ at, operation, status, durationMs, requestId }) => (
              <li key={requestId}>
                <span className="faint">{at.slice(11, 19)}</span>
                <span className="mono s12">{operation}</span>
                <span className={status < 400 ? 'up b' : 'down b'}>{status}</span>
                <span className="num faint">{Math.round(durationMs)} ms</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
