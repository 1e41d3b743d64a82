import { z } from 'zod'
import { optional } from '#core/Access.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'

const PROBE_MS = 2500
const PROBE_AGE_MS_MAX = 1000

const ChainHealth = z.object({
  chainId: z.int(),
  name: z.string(),
  status: z.enum(['ok', 'degraded', 'unused']),
  head: z.string().nullable().meta({ description: 'Newest block seen.' }),
  headAgeMs: z.number().nullable().meta({ description: 'Age of that block in milliseconds, by its timestamp.' }),
  rpcLatencyMs: z.number().nullable(),
  contractsPresent: z.boolean().nullable(),
})

const Probe = z.object({ origin: z.string(), status: z.enum(['ok', 'unreachable']), latencyMs: z.number() })

export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  timestamp: Timestamp,
  version: z.string(),
  network: z
    .enum(['devnet', 'live'])
    .meta({ description: '`devnet` when chain 4663 is the embedded development chain.' }),
  database: z.object({
    status: z
      .enum(['ok', 'full', 'unavailable'])
      .meta({ description: '`full`: reads are served, writes are refused.' }),
    latencyMs: z.number().nullable(),
  }),
  trading: z.object({ status: z.enum(['ok', 'degraded']), chains: z.array(ChainHealth) }),
  degraded: z
    .array(z.string())
    .meta({ description: 'Failing components. `status` is `ok` as long as the database and chain 4663 work.' }),
  probes: z
    .record(z.string(), Probe)
    .optional()
    .meta({ description: 'The gateway and zero-service origins. Only with probe=true.' }),
})

const Request = z.strictObject({
  probe: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Also probe the configured origins, for at most 2.5 s. Default: false.' }),
})

export type ChainReport = z.output<typeof ChainHealth>
export type DatabaseReport = z.output<typeof Health>['database']

type Sources = {
  version: string
  isDevnet: boolean
  database: () => DatabaseReport
  /** Chain 4663 first, then the others as of their last use; makes no network call. */
  chains: () => ChainReport[]
  probeOrigins: Record<string, string>
  now: () => number
}

/** Health from cached reports; only `probe=true` makes network calls, at most once a second for all callers. */
export function health(sources: Sources): Operation {
  let probing: Promise<Probes> | undefined
  let freshUntil = 0
  return define({
    name: 'getHealth',
    method: 'GET',
    path: '/api/health',
    tag: 'discovery',
    summary: 'Read the health of the service, its database and the chains it trades on.',
    access: optional,
    limit: 'none',
    errors: [],
    request: Request,
    response: Health,
    async handle({ probe }) {
      if (probe !== 'true') return assess(sources)
      if (sources.now() >= freshUntil) {
        freshUntil = Number.POSITIVE_INFINITY
        probing = probeAll(sources.probeOrigins).finally(() => {
          freshUntil = sources.now() + PROBE_AGE_MS_MAX
        })
      }
      return { ...assess(sources), probes: await probing }
    },
  })
}

function assess(sources: Sources): z.output<typeof Health> {
  const database = sources.database()
  const chains = sources.chains()
  const launch = chains.find(({ chainId }) => chainId === LAUNCH_CHAIN_ID)
  const isFailing = ({ chainId, status }: ChainReport) =>
    chainId === LAUNCH_CHAIN_ID ? status !== 'ok' : status === 'degraded'
  const failing = chains.filter(isFailing).map(({ chainId }) => `chain ${chainId}`)
  const degraded = [...databaseProblems(database), ...failing]
  const works = database.status === 'ok' && launch?.status === 'ok'
  return {
    status: works ? 'ok' : 'degraded',
    timestamp: new Date(sources.now()),
    version: sources.version,
    network: sources.isDevnet ? 'devnet' : 'live',
    database,
    trading: { status: launch?.status === 'ok' ? 'ok' : 'degraded', chains },
    degraded,
  }
}

/** The database in a list of degraded parts. */
export function databaseProblems({ status }: DatabaseReport): string[] {
  if (status === 'ok') return []
  return [status === 'full' ? 'database (disk full)' : 'database']
}

type Probes = Record<string, z.output<typeof Probe>>

async function probeAll(origins: Record<string, string>): Promise<Probes> {
  const probed = Object.entries(origins).map(async ([name, origin]) => [name, await probeOne(origin)] as const)
  return Object.fromEntries(await Promise.all(probed))
}

/** Reads the status only: the body is discarded, and with it the connection. */
async function probeOne(origin: string): Promise<z.output<typeof Probe>> {
  const start = performance.now()
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(PROBE_MS)])
  const reached = await fetch(origin, { signal, redirect: 'manual' }).then(
    (response) => response.status < 500,
    () => false,
  )
  done.abort()
  return { origin, status: reached ? 'ok' : 'unreachable', latencyMs: Math.round(performance.now() - start) }
}
