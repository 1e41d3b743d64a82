import { type ChainReport, type DatabaseReport, databaseProblems } from './health.ts'

export type Readiness = {
  /** Parts without which the service cannot answer. */
  unready: string[]
  /** Parts that fail while the rest is served. */
  degraded: string[]
  /** Paths that answer `unavailable` meanwhile. */
  unavailable: string[]
}

type Reports = {
  database: DatabaseReport
  launchChain: ChainReport | undefined
  /** Why the launch index is behind; undefined while it is current or not served. */
  indexProblem: string | undefined
  /** How far this machine's clock is from the database's; undefined while they agree. */
  clockProblem: string | undefined
  /** Whether a stop was requested and only the last requests are served. */
  isLeaving: boolean
}

/** Paths that cannot answer without the chain of the launches. */
export const CHAIN_PATHS = ['/lp/* on chain 4663', '/api/launchpad/quote', '/api/launchpad/prepare']
/** Paths that sign or check times. */
const CLOCK_PATHS = ['/api/auth/*', '/lp/*']

/**
 * The service is unready without its database, with a wrong clock, and once a stop was requested. Without the chain or the
 * launch index it is degraded: a failing RPC concerns all replicas alike, so none may leave the load balancer for it.
 */
export function readinessOf({ database, launchChain, indexProblem, clockProblem, isLeaving }: Reports): Readiness {
  const hasChain = launchChain?.status === 'ok'
  const degraded = [
    ...databaseProblems(database),
    ...(hasChain ? [] : ['chain 4663']),
    ...(indexProblem === undefined ? [] : [`launch index (${indexProblem})`]),
    ...(clockProblem === undefined ? [] : [`clock (${clockProblem})`]),
  ]
  const isUnready = database.status === 'unavailable' || clockProblem !== undefined
  return {
    unready: [...(isUnready ? degraded : []), ...(isLeaving ? ['shutting down'] : [])],
    degraded,
    unavailable: [...(hasChain ? [] : CHAIN_PATHS), ...(clockProblem === undefined ? [] : CLOCK_PATHS)],
  }
}

export function healthLine({ degraded }: Readiness): string {
  return degraded.length === 0 ? 'ok: database, chain 4663 and launch index work' : `degraded: ${degraded.join(', ')}`
}
