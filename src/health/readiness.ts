import { type ChainReport, type DatabaseReport, databaseProblems } from './health.ts'

export type Readiness = {
  /** Parts without which the service cannot answer. */
  unready: string[]
  /** Parts that fail while the rest is served. */
  degraded: string[]
}

type Reports = {
  database: DatabaseReport
  launchChain: ChainReport | undefined
  /** Why the launch index is behind; undefined while it is current or not served. */
  indexProblem: string | undefined
}

/** The service is unready without its database; without the chain or the launch index it is degraded. */
export function readinessOf({ database, launchChain, indexProblem }: Reports): Readiness {
  const degraded = [
    ...databaseProblems(database),
    ...(launchChain?.status === 'ok' ? [] : ['chain 4663']),
    ...(indexProblem === undefined ? [] : [`launch index (${indexProblem})`]),
  ]
  return { unready: database.status === 'unavailable' ? degraded : [], degraded }
}

/** The state of the service in one line. */
export function healthLine({ degraded }: Readiness): string {
  return degraded.length === 0 ? 'ok: database, chain 4663 and launch index work' : `degraded: ${degraded.join(', ')}`
}
