import type { Boxes } from '#boxes/createBoxes.ts'
import type { Operation } from '#core/Operation.ts'
import { VERSION } from '#core/version.ts'
import type { Readiness } from '#health/readiness.ts'
import type { Live } from '#live/createLive.ts'
import type { Operators } from '#operators/createOperators.ts'
import { type ReplicaReport, readOverview } from '#operators/readOverview.ts'
import type { Resources } from './Resources.ts'

type OperatorParts = Pick<ReplicaParts, 'live' | 'boxes' | 'readiness'> & { operators: Operators }

/** The operations of operators, with the state of this replica. */
export function openOperators(resources: Resources, { operators, ...parts }: OperatorParts): Operation[] {
  const startedAt = new Date(resources.now())
  const replica = () => replicaReport(resources, { ...parts, startedAt })
  return [...operators.operations, readOverview({ db: resources.database.kysely, replica })]
}

type ReplicaParts = { live: Live; boxes: Boxes; readiness(): Readiness; startedAt: Date }

/** Makes no network call. */
function replicaReport(
  { database, chains }: Resources,
  { live, boxes, readiness, startedAt }: ReplicaParts,
): ReplicaReport {
  const { unready, degraded } = readiness()
  const { calls, tokensIn, tokensOut, micros } = boxes.modelTotals()
  return {
    version: VERSION,
    startedAt,
    unready,
    degraded,
    streams: live.size(),
    connections: database.usage(),
    memoryBytes: process.memoryUsage.rss(),
    chains: chains
      .health()
      .filter(({ status }) => status !== 'unused')
      .map(({ chainId, name, status, providers }) => ({
        chainId,
        name,
        status,
        providers: providers.map(({ breaker, latencyMs = null, lastFailure = null, calls: sent }) => ({
          breaker,
          latencyMs,
          lastFailure,
          calls: sent,
        })),
      })),
    models: { calls, tokensIn, tokensOut, usd: micros / 1e6 },
  }
}
