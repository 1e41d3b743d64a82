import type { Endpoint } from '../../api/rules.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'

type Props = {
  endpoints: readonly Endpoint[]
  chosen: string | undefined
  onChoose(id: string): void
  onRotate(id: string): void
  onEnable(id: string): void
  onDelete(id: string): void
}

export function EndpointTable({ endpoints, chosen, onChoose, onRotate, onEnable, onDelete }: Props) {
  if (endpoints.length === 0)
    return <Empty title="No endpoints yet">Add the URL of a server that receives events.</Empty>
  return (
    <Table columns={['URL', 'State']} hasActions>
      {endpoints.map(({ id, url, status, disabledReason, fullAt }) => (
        <tr key={id}>
          <td>
            <LinkButton onClick={() => onChoose(id)} aria-pressed={chosen === id}>
              <bdi className="mono text-small">{url}</bdi>
            </LinkButton>
            {fullAt !== null && (
              <p className="muted text-small">Too many deliveries wait. New events are only in the list of alerts.</p>
            )}
            {disabledReason && <p className="muted text-small">{disabledReason}</p>}
          </td>
          <td>
            <Chip tone={status === 'active' ? 'ok' : 'line'}>{status}</Chip>
          </td>
          <td className="numeric">
            {status === 'disabled' && <LinkButton onClick={() => onEnable(id)}>Enable</LinkButton>}{' '}
            <LinkButton onClick={() => onRotate(id)}>Rotate secret</LinkButton>{' '}
            <LinkButton onClick={() => onDelete(id)} aria-label={`Delete ${url}`}>
              Delete
            </LinkButton>
          </td>
        </tr>
      ))}
    </Table>
  )
}
