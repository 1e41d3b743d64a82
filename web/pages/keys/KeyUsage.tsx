import { useQuery } from '../../api/useQuery.ts'
import { Card } from '../../components/Card.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { readUsage, type Usage } from './keysApi.ts'
import { UsagePlot } from './UsagePlot.tsx'

const POLL_MS = 20_000

/** The requests of a key: a plot by day, and its last calls. */
export function KeyUsage({ token, id }: { token: string; id: string }) {
  const query = useQuery<Usage>(`${token} ${id}`, () => readUsage(token, id), { pollMs: POLL_MS })
  return (
    <QueryView query={query} what="the usage" rows={3}>
      {(usage) => <UsageCards usage={usage} />}
    </QueryView>
  )
}

function UsageCards({ usage: { usage, requests } }: { usage: Usage }) {
  const total = usage.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="two-cards">
      <Card title="Usage" note={`${total.toLocaleString('en-US')} requests in 7 days`}>
        <UsagePlot counts={usage} />
      </Card>
      <Card title="Request log" isPadded={false}>
        {requests.length === 0 ? (
          <Empty title="No calls yet">They appear here a moment after they are made.</Empty>
        ) : (
          <ul className="request-log">
            {requests.slice(0, 8).map(({ at, operation, status, durationMs, requestId }) => (
              <li key={requestId}>
                <span className="faint">{at.slice(11, 19)}</span>
                <span className="mono text-small">{operation}</span>
                <span className={status < 400 ? 'up bold' : 'down bold'}>{status}</span>
                <span className="numeric faint">{Math.round(durationMs)} ms</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
