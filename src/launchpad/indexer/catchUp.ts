import type { Follower } from './Follower.ts'
import { fetchHistory, type Launched, launchedIn } from './fetchHistory.ts'
import { MissingLogs } from './Log.ts'
import { mend } from './mend.ts'
import type { Checkpoint } from './Office.ts'
import * as Range from './Range.ts'
import * as Source from './Source.ts'
import type { Stretch } from './Stretch.ts'
import { takeIn } from './takeIn.ts'

const MENDS_MAX = 100

type From = { checkpoint: Checkpoint; launched: Launched }

/** Takes in the blocks up to `target`, one range being fetched while the one before it is written. */
export async function catchUp(follower: Follower, target: number, signal: AbortSignal): Promise<void> {
  let from: From = { checkpoint: follower.checkpoint, launched: copy(follower.launched) }
  let next = fetchFrom(follower, from, target)
  while (from.checkpoint.block < target && !signal.aborted) {
    const stretch = await next
    from = after(follower, from, stretch)
    if (from.checkpoint.block < target) {
      next = fetchFrom(follower, from, target)
      // Its failure is met when it is awaited, unless writing fails first.
      next.catch(() => {})
    }
    await takeInWhole(follower, stretch)
  }
}

function after({ emitters }: Follower, { launched }: From, { last, logs }: Stretch): From {
  const checkpoint = { block: last.number, hash: last.hash, time: last.timestamp }
  return { checkpoint, launched: launchedIn(logs, { emitters, launched }) }
}

async function fetchFrom(follower: Follower, from: From, target: number): Promise<Stretch> {
  const { chain, emitters, range, distrusted } = follower
  for (;;) {
    const to = Math.min(target, from.checkpoint.block + range.size)
    try {
      const stretch = await fetchHistory(chain, { ...from, to, emitters, distrusted })
      Range.adapt(range, stretch.logs.length)
      return stretch
    } catch (error) {
      if (!Source.isTooMuch(error) || !Range.halve(range)) throw error
    }
  }
}

/** Logs that were left out are brought in from elsewhere before anything is written. */
async function takeInWhole(follower: Follower, stretch: Stretch): Promise<void> {
  let whole = stretch
  for (let mends = 0; ; mends++) {
    try {
      return await takeIn(follower, whole)
    } catch (error) {
      if (!(error instanceof MissingLogs) || mends === MENDS_MAX) throw error
      follower.progress.rejected += 1
      const mended = await mend(follower.chain, whole, { error, emitters: follower.emitters })
      if (mended.logs.length === whole.logs.length) throw error
      whole = mended
    }
  }
}

function copy({ tokens, pools }: Launched): Launched {
  return { tokens: [...tokens], pools: [...pools] }
}
