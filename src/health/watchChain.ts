import type { Chain, ChainHealth } from '#chain/Chain.ts'
import type { Chains } from '#chain/createChains.ts'
import { every } from '#core/every.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Log } from '#observability/createLogs.ts'
import type { ChainReport } from './health.ts'

const PROBE_EVERY_MS = 5000
/** The live chain makes ten blocks a second; the development chain makes none without transactions. */
const HEAD_AGE_MAX_MS = 60_000

type WatchOptions = { chain: Pick<Chain, 'probe'>; report(): ChainReport; log: Pick<Log, 'info' | 'warn' | 'error'> }

/** Probes one chain regularly, so that a health request makes no call to it; logs each change of its state once. */
export function watchChain({ chain, report, log }: WatchOptions, everyMs = PROBE_EVERY_MS): Disposable {
  let logged: ChainReport['status'] = 'ok'
  const logChange = () => {
    const { chainId, status, head, headAgeMs } = report()
    if (status === logged || status === 'unused') return
    logged = status
    if (status === 'ok') log.info({ chainId, head }, 'chain recovered')
    else log.warn({ chainId, head, headAgeMs }, 'chain degraded: no usable RPC, or its head is stale')
  }
  let aside = ''
  const logOthers = ({ chainId, providers }: ChainHealth) => {
    const places = providers.flatMap(({ isOfAnotherChain }, index) => (isOfAnotherChain ? [index + 1] : []))
    if (places.join() !== aside && places.length > 0)
      log.error({ chainId, places }, 'RPC provider set aside: it serves another chain')
    aside = places.join()
  }
  // Logged before the probe too, because a hanging endpoint delays the probe.
  const probe = async () => {
    logChange()
    logOthers(await chain.probe())
    logChange()
  }
  probe().catch(() => {})
  return every(everyMs, probe)
}

/** Every chain as of its last use, chain 4663 first; a stale head of the live chain 4663 counts as degraded. */
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
