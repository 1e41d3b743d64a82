import { useQuery } from '../../api/useQuery.ts'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { readUsage, type Usage } from './keysApi.ts'
import { UsagePlot } from './UsagePlot.tsx'

const POLL_MS = 20_000

/** The requests of a key: a plot by day, and its last calls. */
export function KeyUsage({ token, id }: { token: string; id: string }) {
  const { data: usage, failure } = useQuery<Usage>(`${token} ${id}`, () => readUsage(token, id), { pollMs: POLL_MS })
  if (failure && !usage) return <Failure title="The usage could not be read.">{failure.message}</Failure>
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
