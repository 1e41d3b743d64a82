import { age } from '#site/format.ts'
import { type Overview, readOverview } from '../../api/operators.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Table } from '../../components/Table.tsx'
import { useNow } from '../../components/useNow.ts'

const POLL_MS = 5_000
const MEGABYTE = 1_000_000

/** Load and queues, leaders, box hosts, and the providers of each chain in use. */
export function Load({ token }: { token: string }) {
  const overview = useQuery(token, () => readOverview(token), { pollMs: POLL_MS })
  return (
    <Card title="Load">
      <QueryView query={overview} what="the state of the service" rows={3}>
        {(seen) => (
          <>
            <KeyValues facts={factsOf(seen)} />
            <Leaders {...seen} />
            <Providers {...seen} />
          </>
        )}
      </QueryView>
    </Card>
  )
}

function factsOf({ replica, queues, boxes, hosts }: Overview) {
  const { unready, degraded, streams, connections, memoryBytes, models } = replica
  const problems = [...unready, ...degraded]
  const running = Object.entries(boxes).map(([status, count]) => `${count} ${status}`)
  return [
    { key: 'state', term: 'State', value: problems.length === 0 ? 'ready' : problems.join(', ') },
    { key: 'streams', term: 'Streams', value: String(streams) },
    {
      key: 'database',
      term: 'Database',
      value: `${connections.open} connections, ${connections.waiting} callers wait`,
    },
    { key: 'memory', term: 'Memory', value: `${Math.round(memoryBytes / MEGABYTE)} MB` },
    { key: 'queues', term: 'Queues', value: `${queues.runs} runs, ${queues.deliveries} deliveries` },
    { key: 'boxes', term: 'Boxes', value: `${running.join(', ') || 'none'}, on ${hosts.length} hosts` },
    { key: 'models', term: 'Models', value: `${models.calls} calls, $${models.usd.toFixed(2)}` },
  ]
}

function Leaders({ leaders }: Pick<Overview, 'leaders'>) {
  const now = useNow()
  return (
    <Table label="Leaders" columns={['Leader of', 'Term', 'Since']}>
      {leaders.map(({ name, epoch, electedAt }) => (
        <tr key={name}>
          <td className="mono text-small">{name}</td>
          <td>{epoch}</td>
          <td className="faint">{age(new Date(electedAt), now)} ago</td>
        </tr>
      ))}
    </Table>
  )
}

function Providers({ replica }: Pick<Overview, 'replica'>) {
  const rows = replica.chains.flatMap(({ chainId, name, providers }) =>
    providers.map((provider, index) => ({ ...provider, key: `${chainId} ${index}`, chain: name, number: index + 1 })),
  )
  return (
    <Table
      label="RPC providers"
      columns={['RPC provider', 'State', 'Latency', 'Calls', ['Last failure', 'hide-small']]}
    >
      {rows.map(({ key, chain, number, breaker, latencyMs, calls, lastFailure }) => (
        <tr key={key}>
          <td>
            {chain} {number}
          </td>
          <td>
            <Chip tone={breaker === 'closed' ? 'ok' : 'line'}>{breaker === 'closed' ? 'in service' : 'paused'}</Chip>
          </td>
          <td>{latencyMs === null ? '–' : `${Math.round(latencyMs)} ms`}</td>
          <td>{calls.toLocaleString('en-US')}</td>
          <td className="hide-small faint">{lastFailure ?? 'none'}</td>
        </tr>
      ))}
    </Table>
  )
}
