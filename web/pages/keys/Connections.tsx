import { age } from '#site/format.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { useNow } from '../../components/useNow.ts'
import { type Connection, disconnect, listConnections } from './connectionsApi.ts'

/** The clients that act for the signed-in person; each can be disconnected. */
export function Connections({ token }: { token: string }) {
  const connections = useQuery(token, () => listConnections(token))
  const { run, problem } = useAction()
  return (
    <Card title="Connected clients" isPadded={false}>
      <Problem text={problem} />
      <QueryView query={connections} what="your clients" rows={1} isPadded>
        {(list) => (
          <ConnectionTable
            connections={list}
            onDisconnect={(id) => void run(() => disconnect(token, id).then(connections.reload))}
          />
        )}
      </QueryView>
    </Card>
  )
}

type Props = { connections: readonly Connection[]; onDisconnect(id: string): void }

function ConnectionTable({ connections, onDisconnect }: Props) {
  const now = useNow()
  if (connections.length === 0)
    return <Empty title="No clients yet">Apps that you sign in to from a chat or an editor appear here.</Empty>
  return (
    <Table columns={['Client', 'Host', ['Scopes', 'hide-medium'], ['Connected', 'hide-small']]} hasActions>
      {connections.map(({ id, clientName, clientHost, scopes, createdAt, expiresAt }) => (
        <tr key={id}>
          <td>
            <bdi>{clientName}</bdi>
          </td>
          <td className="mono text-small">{clientHost}</td>
          <td className="hide-medium">
            <span className="mono text-small muted">{scopes.join(' ')}</span>
          </td>
          <td className="faint hide-small">
            {age(new Date(createdAt), now)} ago, until {expiresAt.slice(0, 10)}
          </td>
          <td className="numeric">
            <LinkButton onClick={() => onDisconnect(id)} aria-label={`Disconnect ${clientName}`}>
              Disconnect
            </LinkButton>
          </td>
        </tr>
      ))}
    </Table>
  )
}
