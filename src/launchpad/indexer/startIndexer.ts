import { setTimeout as delay } from 'node:timers/promises'
import type { Chain } from '#chain/Chain.ts'
import { isUnavailable } from '#core/ApiError.ts'
import type { Database } from '#database/Database.ts'
import * as LeaderElection from '#database/LeaderElection.ts'
import type { Log } from '#database/Log.ts'
import type { Factory } from '#launchpad/contract/Factory.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Site } from '#launchpad/wire/toWire.ts'
import { BadAnswer } from './chain/BadAnswer.ts'
import type { FollowState } from './FollowState.ts'
import { ChainReplaced } from './reorganise.ts'
import { startFollowing } from './startFollowing.ts'
import type { Leadership } from './write/leaderTransaction.ts'
import { WrongChain } from './write/openTables.ts'

export type IndexerOptions = {
  database: Database
  chain: Chain
  factory: Factory
  site: Site
  isDevnet: boolean
  now: () => number
  log: Log
  /** Wakes the readers of committed rows. */
  notify: () => void
}

export type Indexer = AsyncDisposable & {
  /** The state of this process while it is the leader. */
  state(): FollowState | undefined
  /** The error that keeps it from indexing, if waiting does not help. */
  problem(): string | undefined
}

const RETRY_MS = 250
const REFUSED_MS = 30_000

/** Follows the chain in one process at a time, the elected leader. */
export function startIndexer(options: IndexerOptions): Indexer {
  const { database, log, ...work } = options
  let current: FollowState | undefined
  let refusal: string | undefined
  async function attempt(leadership: Leadership, signal: AbortSignal): Promise<void> {
    try {
      refusal = undefined
      const onStart = (state: FollowState) => {
        current = state
      }
      await startFollowing({ ...work, leadership, log }, { signal, onStart })
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
    const leadership = { db: database.tables<Tables>(), term }
    try {
      while (!signal.aborted) await attempt(leadership, signal).catch((error) => recover(error, signal))
    } finally {
      // Another process indexes from here on, and reports its own problems.
      refusal = undefined
    }
  }
  const election = LeaderElection.elect(database, { name: 'launchpad', onElected: serve })
  return {
    state: () => current,
    problem: () => refusal,
    [Symbol.asyncDispose]: () => election[Symbol.asyncDispose](),
  }
}

/** The delay before the next attempt. An unexpected error ends the term. */
function waitAfter(error: unknown): number {
  if (error instanceof WrongChain) return REFUSED_MS
  if (error instanceof ChainReplaced) return 0
  if (error instanceof BadAnswer || isUnavailable(error)) return RETRY_MS
  throw error
}
