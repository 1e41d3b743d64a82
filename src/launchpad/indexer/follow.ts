import { setTimeout as delay } from 'node:timers/promises'
import { auditWhenDue } from './audit/auditWhenDue.ts'
import * as ChainHead from './ChainHead.ts'
import { catchUp } from './catchUp.ts'
import { fetchProven } from './chain/fetchProven.ts'
import type { Header } from './chain/Log.ts'
import * as Source from './chain/Source.ts'
import { commitRange } from './commitRange.ts'
import type { FollowState } from './FollowState.ts'
import * as Heartbeat from './Heartbeat.ts'
import { isReplaced } from './isReplaced.ts'
import { recover, TIP_BLOCKS } from './recover.ts'
import { reorganise } from './reorganise.ts'
import { recheckSetAside } from './setLaunchAside.ts'
import type { Work } from './Work.ts'
import { expireRows } from './write/expireRows.ts'

/** Ranges end this far from the head, where reorganisations are rare. */
const SETTLED_BLOCKS = 16
const EXPIRE_MS = 60_000
const RETRY_MS = 50
const RETRY_MAX_MS = 1_000

/** Follows the chain until the term is over. Throws errors that a retry cannot fix. */
export async function follow(work: Work, state: FollowState, signal: AbortSignal): Promise<void> {
  const { leadership, now } = work
  const { cursor, progress } = state
  let failures = 0
  let expiredAt = Number.NEGATIVE_INFINITY
  let activeAt = now()
  while (!signal.aborted) {
    try {
      if (now() - expiredAt >= EXPIRE_MS) {
        cursor.windowStart = await expireRows(leadership, { expected: cursor.checkpoint, nowMs: now() })
        expiredAt = now()
      }
      if (await step(work, state, signal)) activeAt = now()
      await auditWhenDue(work, state)
      await recheckSetAside(work, state)
      failures = 0
      progress.problem = null
    } catch (error) {
      await recover(work, state, error)
      failures += 1
    }
    await Heartbeat.beat(work, state)
    await delay(pauseMs(work, { failures, idleMs: now() - activeAt }), undefined, { signal }).catch(() => {})
  }
}

/** Polls the chain once; true if there was something new. */
async function step(work: Work, state: FollowState, signal: AbortSignal): Promise<boolean> {
  const { cursor, head } = state
  const { checkpoint } = cursor
  const newest = await ChainHead.poll(work, head)
  const ahead = newest.number - checkpoint.block
  if (ahead <= 0) {
    const replaced = await isReplaced(work, { head, checkpoint }, newest)
    if (replaced) await reorganise(work, state)
    return replaced
  }
  if (ahead <= TIP_BLOCKS) await commitProven(work, state, { last: newest, isLive: true })
  else if (checkpoint.block < cursor.proveUntil) await proveOldBlocks(work, state)
  else await catchUp(work, state, { target: newest.number - SETTLED_BLOCKS, signal })
  head.behindSince = undefined
  return true
}

async function proveOldBlocks(work: Work, state: FollowState): Promise<void> {
  const [last] = await Source.existingHeaders(work.chain, [state.cursor.checkpoint.block + TIP_BLOCKS])
  if (last) await commitProven(work, state, { last, isLive: false })
}

type Blocks = { last: Header; isLive: boolean }

async function commitProven(work: Work, state: FollowState, { last, isLive }: Blocks): Promise<void> {
  const { cursor, watchList, rangeSize } = state
  const { checkpoint } = cursor
  const range = await fetchProven(work.chain, { checkpoint, last, emitters: work.emitters, watchList, rangeSize })
  await commitRange(work, state, { ...range, isLive })
}

function pauseMs({ chain, isDevnet }: Work, { failures, idleMs }: { failures: number; idleMs: number }): number {
  if (failures > 0) return Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (failures - 1))
  // One and a half blocks keeps a public node at a dozen requests a second; our own chain can be asked more often.
  if (!isDevnet) return chain.facts.blockTimeMs * 1.5
  return idleMs < 10_000 ? 10 : 50
}
