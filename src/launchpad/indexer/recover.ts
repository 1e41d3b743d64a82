import { ApiError } from '#core/ApiError.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { reindexFromGap } from './audit/reindexFromGap.ts'
import * as ChainHead from './ChainHead.ts'
import { BadAnswer } from './chain/BadAnswer.ts'
import { Forked } from './chain/Forked.ts'
import { Contradiction, UnlinkedSwap } from './derive/Contradiction.ts'
import type { IndexCursor } from './IndexCursor.ts'
import type { Progress } from './Progress.ts'
import { reorganise } from './reorganise.ts'
import { setLaunchAside } from './setLaunchAside.ts'
import type { Work } from './Work.ts'

/** Up to this distance from the head every block is fetched and proven; further back, ranges are. */
export const TIP_BLOCKS = 64

/** The number of attempts to get a missing log from a node before the launch is set aside. */
const REFUSALS_MAX = 3

type State = { cursor: IndexCursor; head: ChainHead.ChainHead; progress: Progress }

/** Recovers from a failed step: follows a fork, searches for missing logs, or waits. */
export async function recover(work: Work, state: State, error: unknown): Promise<void> {
  const { progress } = state
  if (!(error instanceof Forked) && !isTransient(error)) throw error
  progress.problem = error.message
  progress.rejected += 1
  work.log.debug({ err: error }, 'rejected a response of the node')
  try {
    if (error instanceof Forked) await reorganise(work, state)
    if (error instanceof Contradiction) await explain(work, state, error)
  } catch (next) {
    if (!isTransient(next)) throw next
    progress.problem = next.message
  }
}

/**
 * If eth_getLogs omitted logs, reads the blocks again with proven logs; if rows are missing from the tables, indexes again
 * from the first gap. A launch that still contradicts itself is set aside.
 */
async function explain(work: Work, state: State, error: Contradiction): Promise<void> {
  const { cursor, head } = state
  const { block } = cursor.checkpoint
  const isProven = block < cursor.proveUntil || ChainHead.distance(head, block) <= TIP_BLOCKS
  const { token, position, message: reason } = error
  if (!isProven) {
    cursor.proveUntil = Position.block(position)
    return
  }
  if (await reindexFromGap(work, state, { token, reason })) return
  if (error instanceof UnlinkedSwap) {
    // The chain has no more logs: the swap's own price is taken, and the audit checks the fees.
    work.log.warn({ address: token, reason }, 'swap accepted although it does not follow from the known liquidity')
    cursor.acceptedSwaps.add(position)
    return
  }
  const refusals = (cursor.refusals.get(position) ?? 0) + 1
  cursor.refusals.set(position, refusals)
  if (refusals >= REFUSALS_MAX) await setLaunchAside(work, state, error)
}

/** Errors that pass without intervention: chain or database unavailable, or a bad answer. */
function isTransient(error: unknown): error is Error {
  if (error instanceof ApiError) return error.code === 'unavailable'
  return error instanceof BadAnswer
}
