import { age } from '#site/format.ts'
import { type Alert, listAlerts } from '../../api/rules.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Card } from '../../components/Card.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { useNow } from '../../components/useNow.ts'

const POLL_MS = 5_000

/** The events of all rules, newest first. */
export function Alerts({ token }: { token: string }) {
  const alerts = useQuery(token, () => listAlerts(token), { pollMs: POLL_MS })
  return (
    <Card title="Alerts" isPadded={false}>
      <QueryView query={alerts} what="your alerts" rows={2} isPadded>
        {(list) => <AlertTable alerts={list} />}
      </QueryView>
    </Card>
  )
}

function AlertTable({ alerts }: { alerts: readonly Alert[] }) {
  const now = useNow()
  if (alerts.length === 0) return <Empty title="No alerts yet">Events of your rules appear here.</Empty>
  return (
    <Table columns={['Event', 'Rule', 'Time']}>
      {alerts.map(({ id, sequence, type, at, replaced, event }) => (
        <tr key={id} className={replaced ? 'dim' : undefined}>
          <td>
            <details>
              <summary>
                <span className="mono text-small">
                  {type} #{sequence}
                </span>
                {replaced && ' (block replaced)'}
              </summary>
              <pre className="text-small">{JSON.stringify(event['data'], null, 2)}</pre>
            </details>
          </td>
          <td>
            <bdi>{(event['rule'] as { name: string }).name}</bdi>
          </td>
          <td className="faint">{age(new Date(at), now)} ago</td>
        </tr>
      ))}
    </Table>
  )
}
