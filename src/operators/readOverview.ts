import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { admin } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'

const Provider = z.object({
  breaker: z.enum(['closed', 'open', 'half-open']).meta({ description: '`open`: out of service until the next try.' }),
  latencyMs: z.number().nullable(),
  lastFailure: z.string().nullable(),
  calls: z
    .int()
    .meta({ description: 'Calls of this replica since it started, to compare with the plan of the provider.' }),
})

const Replica = z
  .object({
    version: z.string(),
    startedAt: Timestamp,
    unready: z.array(z.string()),
    degraded: z.array(z.string()),
    streams: z.int().meta({ description: 'Open event streams.' }),
    connections: z.object({ open: z.int(), idle: z.int(), waiting: z.int() }),
    memoryBytes: z.int(),
    chains: z.array(z.object({ chainId: z.int(), name: z.string(), status: z.string(), providers: z.array(Provider) })),
    models: z.object({ calls: z.int(), tokensIn: z.int(), tokensOut: z.int(), usd: z.number() }),
  })
  .meta({ description: 'The replica that responds to this call.' })

const Response = z.object({
  replica: Replica,
  leaders: z.array(z.object({ name: z.string(), epoch: z.int(), electedAt: Timestamp })),
  hosts: z
    .array(z.object({ id: z.string(), seenAt: Timestamp, boxes: z.int() }))
    .meta({ description: 'Box hosts seen in the last minute.' }),
  queues: z.object({
    runs: z.int().meta({ description: 'Queued runs of boxes.' }),
    deliveries: z.int().meta({ description: 'Webhook deliveries that are queued.' }),
  }),
  boxes: z.record(z.string(), z.int()).meta({ description: 'Boxes of all developers by status.' }),
})

export type ReplicaReport = z.output<typeof Replica>

type Options = { db: Kysely<unknown>; replica(): ReplicaReport }

/** Load, queues, leaders and RPC providers. */
export function readOverview({ db, replica }: Options): Operation {
  return define({
    name: 'readOverview',
    method: 'GET',
    path: '/api/admin/overview',
    tag: 'operations',
    summary: 'Read the load, queues, leaders, box hosts and RPC providers.',
    description: 'For operators. `replica` describes the replica that responds; all other fields cover every replica.',
    access: admin,
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({}),
    response: Response,
    handle: async () => ({ replica: replica(), ...(await readShared(db)) }),
  })
}

type Shared = Omit<z.output<typeof Response>, 'replica'>

async function readShared(db: Kysely<unknown>): Promise<Shared> {
  const leaders = sql<Shared['leaders'][number]>`
    select name, epoch, elected_at as "electedAt" from leaders order by name`.execute(db)
  const hosts = sql<Shared['hosts'][number]>`
    select id, seen_at as "seenAt", (select count(*)::int4 from boxes where host_id = box_hosts.id) as boxes
    from box_hosts where seen_at > now() - interval '1 minute' order by id`.execute(db)
  const queues = sql<Shared['queues']>`
    select (select count(*)::int4 from box_tasks where ended_at is null and status = 'queued') as runs,
      (select count(*)::int4 from rule_deliveries where status = 'pending') as deliveries`.execute(db)
  const boxes = sql<{ status: string; count: number }>`
    select status, count(*)::int4 as count from boxes group by status`.execute(db)
  const [queue = { runs: 0, deliveries: 0 }] = (await queues).rows
  return {
    leaders: (await leaders).rows,
    hosts: (await hosts).rows,
    queues: queue,
    boxes: Object.fromEntries((await boxes).rows.map(({ status, count }) => [status, count])),
  }
}
