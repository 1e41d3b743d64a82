import type { Operation } from '#core/Operation.ts'
import { VERSION } from '#core/version.ts'
import { health } from '#health/health.ts'
import { history } from '#health/history.ts'
import { probes } from '#health/probes.ts'
import { type Readiness, readinessOf } from '#health/readiness.ts'
import { reliability } from '#health/reliability.ts'
import { chainReports } from '#health/watchChain.ts'
import type { ClockWatch } from '#health/watchClock.ts'
import type { DatabaseWatch } from '#health/watchDatabase.ts'
import { watchOutages } from '#health/watchOutages.ts'
import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Resources } from './Resources.ts'

type Watched = { database: DatabaseWatch; clock: ClockWatch; launchpad: Launchpad | undefined }

export type Health = Disposable & { readiness(): Readiness; documents: Operation[]; probes: Operation[] }

/** The health documents, the record of outages, and the probes for load balancers. */
export function openHealth(resources: Resources, { database, clock, launchpad }: Watched): Health {
  const sources = healthSourcesOf(resources, database)
  const readiness = () =>
    readinessOf({
      database: sources.database(),
      launchChain: sources.chains()[0],
      indexProblem: launchpad?.status().problem,
      clockProblem: clock.problem(),
      isLeaving: resources.leaving?.aborted ?? false,
    })
  const { kysely: db } = resources.database
  const outages = watchOutages({ db, failing: () => readiness().degraded })
  return {
    readiness,
    documents: [health(sources), history(db), reliability(resources.config.DATA_DIR)],
    probes: probes(readiness),
    [Symbol.dispose]: () => outages[Symbol.dispose](),
  }
}

/** The clock for times that are signed or checked; it throws while it is off. */
export function accurate(clock: ClockWatch, now: () => number): () => number {
  return () => {
    clock.requireAccurate()
    return now()
  }
}

function healthSourcesOf({ config, chains, devnet, now }: Resources, { report }: DatabaseWatch) {
  const isDevnet = devnet !== undefined
  const origins = { gateway: config.GATEWAY_ORIGIN, zeroService: config.ZERO_SERVICE_ORIGIN }
  const configured = Object.entries(origins).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    version: VERSION,
    isDevnet,
    database: report,
    chains: () => chainReports(chains, isDevnet),
    probeOrigins: Object.fromEntries(configured),
    now,
  }
}
