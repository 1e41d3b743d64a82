import type { Chain, ChainHealth } from '#chain/Chain.ts'
import type { Chains } from '#chain/createChains.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { ChainReport } from '#health/health.ts'
import type { Log } from '#observability/createLogs.ts'

const PROBE_EVERY_MS = 5000
/** The live chain makes ten blocks a second; the development chain rests while nobody sends anything. */
const HEAD_AGE_MAX_MS = 60_000

type Watched = { chain: Pick<Chain, 'probe'>; report(): ChainReport; log: Pick<Log, 'info' | 'warn'> }

/** Keeps an eye on one chain, so that asking for health asks nothing of it; each change of its state is told once. */
export function watchChain({ chain, report, log }: Watched, everyMs = PROBE_EVERY_MS): Disposable {
  let told: ChainReport['status'] = 'ok'
  const tell = () => {
    const { chainId, status, head, headAgeMs } = report()
    if (status === told || status === 'unused') return
    told = status
    if (status === 'ok') log.info({ chainId, head }, 'the chain can be read again')
    else log.warn({ chainId, head, headAgeMs }, 'the chain cannot be read as it should: what needs it waits')
  }
  // A frozen endpoint keeps a probe waiting; what others learnt from it meanwhile is told all the same.
  const look = async () => {
    tell()
    await chain.probe()
    tell()
  }
  look().catch(() => {})
  const timer = setInterval(() => look().catch(() => {}), everyMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Every chain from its last use, chain 4663 first; where that is live, a head that stands still is a fault. */
export function chainReports(chains: Pick<Chains, 'health' | 'facts'>, isDevnet: boolean): ChainReport[] {
  const used = new Map(chains.health().map((health) => [health.chainId, health]))
  const ids = [LAUNCH_CHAIN_ID, ...chains.facts.map(({ id }) => id).filter((id) => id !== LAUNCH_CHAIN_ID)]
  const reports = ids.map((id) =>
    report(id, chains.facts.find((facts) => facts.id === id)?.name ?? String(id), used.get(id)),
  )
  return reports.map((one) =>
    one.chainId === LAUNCH_CHAIN_ID && !isDevnet && isStale(one) ? { ...one, status: 'degraded' } : one,
  )
}

function isStale({ headAgeMs }: ChainReport): boolean {
  return headAgeMs !== null && headAgeMs > HEAD_AGE_MAX_MS
}

function report(chainId: number, name: string, health: ChainHealth | undefined): ChainReport {
  return {
    chainId,
    name,
    status: health?.status ?? 'unused',
    head: health?.head?.toString() ?? null,
    headAgeMs: rounded(health?.headAgeMs),
    rpcLatencyMs: rounded(health?.rpcLatencyMs),
    contractsPresent: health?.missingContracts ? health.missingContracts.length === 0 : null,
  }
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 10) / 10
}
