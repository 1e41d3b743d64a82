import type { Operation } from '#core/Operation.ts'
import { VERSION } from '#core/version.ts'
import { health } from '#health/health.ts'
import { probes } from '#health/probes.ts'
import { type Readiness, readinessOf } from '#health/readiness.ts'
import { chainReports } from '#health/watchChain.ts'
import type { ClockWatch } from '#health/watchClock.ts'
import type { DatabaseWatch } from '#health/watchDatabase.ts'
import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Resources } from './Resources.ts'

type Watched = { database: DatabaseWatch; clock: ClockWatch; launchpad: Launchpad | undefined }

export type Health = { readiness(): Readiness; document: Operation; probes: Operation[] }

/** The health document, and the probes for load balancers. */
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
  return { readiness, document: health(sources), probes: probes(readiness) }
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
