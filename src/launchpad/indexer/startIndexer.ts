import { setTimeout as delay } from 'node:timers/promises'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Database } from '#database/Database.ts'
import * as LeaderElection from '#database/LeaderElection.ts'
import type { Log } from '#database/Log.ts'
import type { Site } from '#launchpad/records.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Follower } from './Follower.ts'
import type { Factory } from './identify.ts'
import { BadAnswer } from './Log.ts'
import type { Office } from './Office.ts'
import { WrongChain } from './openTables.ts'
import { ChainReplaced } from './reorganise.ts'
import { startFollowing } from './startFollowing.ts'

export type IndexerOptions = {
  database: Database
  chain: Chain
  factory: Factory
  site: Site
  isDevnet: boolean
  now: () => number
  log: Log
  /** Wakes those who read what has just been committed. */
  notify: () => void
}

export type Indexer = AsyncDisposable & {
  /** The work of this process while it is in office. */
  follower(): Follower | undefined
  /** What keeps it from working, beside what passes by itself. */
  problem(): string | undefined
}

const RETRY_MS = 250
const REFUSED_MS = 30_000

/** Follows the chain in one process at a time: of all that run one, the elected does the work. */
export function startIndexer(options: IndexerOptions): Indexer {
  const { database, log, ...work } = options
  let current: Follower | undefined
  let refusal: string | undefined
  async function attempt(office: Office, signal: AbortSignal): Promise<void> {
    try {
      refusal = undefined
      await startFollowing({ ...work, office, log }, signal, (follower) => {
        current = follower
      })
    } finally {
      current = undefined
    }
  }
  async function recover(error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const waitMs = waitAfter(error)
    refusal = (error as Error).message
    if (error instanceof WrongChain) log.error({ err: error }, refusal)
    await delay(waitMs, undefined, { signal }).catch(() => {})
  }
  async function serve(term: LeaderElection.Term, signal: AbortSignal): Promise<void> {
    const office = { db: database.tables<Tables>(), term }
    while (!signal.aborted) await attempt(office, signal).catch((error) => recover(error, signal))
  }
  const election = LeaderElection.elect(database, { name: 'launchpad', onElected: serve })
  return {
    follower: () => current,
    problem: () => refusal,
    [Symbol.asyncDispose]: () => election[Symbol.asyncDispose](),
  }
}

/** How long to wait before the work begins anew; what is not expected gives the office up. */
function waitAfter(error: unknown): number {
  if (error instanceof WrongChain) return REFUSED_MS
  if (error instanceof ChainReplaced) return 0
  if (error instanceof BadAnswer || (error instanceof ApiError && error.code === 'unavailable')) return RETRY_MS
  throw error
}
