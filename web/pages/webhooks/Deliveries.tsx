import { age } from '#site/format.ts'
import { type Delivery, listDeliveries, redeliver } from '../../api/rules.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { useNow } from '../../components/useNow.ts'

const POLL_MS = 5_000

/** The delivery log of an endpoint; each event can be sent again. */
export function Deliveries({ token, id }: { token: string; id: string }) {
  const deliveries = useQuery(`${token} ${id}`, () => listDeliveries(token, id), { pollMs: POLL_MS })
  const { run, problem } = useAction()
  return (
    <Card title="Deliveries" isPadded={false}>
      <Problem text={problem} />
      <QueryView query={deliveries} what="the deliveries" rows={2} isPadded>
        {(list) => (
          <DeliveryTable
            deliveries={list}
            onAgain={(eventId) => void run(() => redeliver(token, id, eventId).then(deliveries.reload))}
          />
        )}
      </QueryView>
    </Card>
  )
}

type Props = { deliveries: readonly Delivery[]; onAgain(eventId: string): void }

function DeliveryTable({ deliveries, onAgain }: Props) {
  const now = useNow()
  if (deliveries.length === 0)
    return <Empty title="No deliveries yet">Create a rule with this endpoint, or test one.</Empty>
  return (
    <Table columns={['Event', 'State', ['Last answer', 'hide-small'], ['Created', 'hide-small']]} hasActions>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            <details>
              <summary>
                <span className="mono text-small">
                  {delivery.type} #{delivery.sequence}
                </span>
              </summary>
              <pre className="text-small">{delivery.request}</pre>
            </details>
          </td>
          <td>
            <Chip tone={delivery.status === 'delivered' ? 'ok' : 'line'}>{delivery.status}</Chip>
          </td>
          <td className="hide-small text-small">{lastAnswer(delivery)}</td>
          <td className="faint hide-small">{age(new Date(delivery.createdAt), now)} ago</td>
          <td className="numeric">
            <LinkButton onClick={() => onAgain(delivery.eventId)} aria-label={`Send event ${delivery.sequence} again`}>
              Send again
            </LinkButton>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function lastAnswer({ log, attempts }: Delivery): string {
  const [last] = log
  if (!last) return 'none yet'
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  return `${last.problem ?? `status ${last.status}`}, ${last.durationMs} ms, ${tries}`
}
