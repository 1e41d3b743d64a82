import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Readiness } from '#health/readiness.ts'
import type { Live } from '#live/createLive.ts'
import type { Resources } from './Resources.ts'

type Watched = { live: Live; readiness(): Readiness }

/** Exports the state of this replica: readiness, connections, streams and the providers of chain 4663. */
export function serviceGauges({ metrics, database, chains }: Resources, { live, readiness }: Watched): void {
  const { gauge } = metrics
  gauge('slipway_ready', '1 while the replica is ready.', () => Number(readiness().unready.length === 0))
  gauge(
    'slipway_degraded_parts',
    'Failing components of a replica that still serves the rest.',
    () => readiness().degraded.length,
  )
  gauge('slipway_streams_open', 'Open event streams.', live.size)
  gauge('slipway_database_connections_open', 'Pooled database connections.', () => database.usage().open)
  gauge('slipway_database_connections_idle', 'Idle pooled database connections.', () => database.usage().idle)
  gauge('slipway_database_waiting', 'Callers that wait for a database connection.', () => database.usage().waiting)
  gauge(
    'slipway_database_incarnation',
    'Increases with each failover or restore of the database.',
    database.incarnation.current,
  )
  const health = () => chains.get(LAUNCH_CHAIN_ID).health()
  gauge('slipway_chain_head_age_ms', 'Age of the newest block of chain 4663.', () => health().headAgeMs ?? Number.NaN)
  gauge('slipway_rpc_latency_ms', 'Latency of the RPC of chain 4663.', () => health().rpcLatencyMs ?? Number.NaN)
  gauge('slipway_rpc_providers_open', 'RPC providers of chain 4663 whose circuit breaker is open.', () =>
    health().providers.reduce((count, { breaker }) => count + Number(breaker === 'open'), 0),
  )
  const all = () => chains.health()
  gauge('slipway_rpc_providers_of_another_chain', 'RPC providers set aside because they serve another chain.', () =>
    all().reduce((sum, { providers }) => sum + providers.filter(({ isOfAnotherChain }) => isOfAnotherChain).length, 0),
  )
  gauge('slipway_rpc_disagreements', 'Reads refused because two RPC providers gave different answers.', () =>
    all().reduce((sum, { disagreements }) => sum + disagreements, 0),
  )
}
