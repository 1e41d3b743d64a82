import { ApiError } from '#core/ApiError.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { reindexFromGap } from './audit/reindexFromGap.ts'
import * as ChainHead from './ChainHead.ts'
import { BadAnswer } from './chain/BadAnswer.ts'
import { Forked } from './chain/Forked.ts'
import { MissingLogs, UnlinkedSwap } from './derive/MissingLogs.ts'
import type { IndexCursor } from './IndexCursor.ts'
import type { Progress } from './Progress.ts'
import { reorganise } from './reorganise.ts'
import type { Work } from './Work.ts'

/** Up to so many blocks behind the head every block is fetched and proven; further behind, ranges are. */
export const TIP_BLOCKS = 64

type State = { cursor: IndexCursor; head: ChainHead.ChainHead; progress: Progress }

/** Reacts to a failed step: a fork is followed, missing logs are searched for, and what passes by itself is waited out. */
export async function recover(work: Work, state: State, error: unknown): Promise<void> {
  const { progress } = state
  if (!(error instanceof Forked) && !isTransient(error)) throw error
  progress.problem = error.message
  progress.rejected += 1
  work.log.debug({ err: error }, 'an answer could not be used')
  try {
    if (error instanceof Forked) await reorganise(work, state)
    if (error instanceof MissingLogs) await findMissingLogs(work, state, error)
  } catch (next) {
    if (!isTransient(next)) throw next
    progress.problem = next.message
  }
}

/** Logs that a query left out are there when the blocks are proven; from those that the tables lack they are filled again. */
async function findMissingLogs(work: Work, state: State, error: MissingLogs): Promise<void> {
  const { cursor, head } = state
  const { block } = cursor.checkpoint
  const isProven = block < cursor.proveUntil || ChainHead.distance(head, block) <= TIP_BLOCKS
  const { token, message: reason } = error
  if (!isProven) {
    cursor.proveUntil = Position.block(error.position)
    return
  }
  if (await reindexFromGap(work, state, { token, reason })) return
  work.log.warn({ token }, `${reason}, nor found`)
  // The chain has no more to tell: its word on the price is taken, and the audit judges the fees.
  if (error instanceof UnlinkedSwap) cursor.acceptedSwaps.add(error.position)
}

/** What passes by itself: the chain or the database cannot be reached, or an answer cannot be used. */
function isTransient(error: unknown): error is Error {
  if (error instanceof ApiError) return error.code === 'unavailable'
  return error instanceof BadAnswer
}
