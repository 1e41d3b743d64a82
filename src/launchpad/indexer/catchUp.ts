import type { Follower } from './Follower.ts'
import { fetchHistory, type Launched, launchedIn } from './fetchHistory.ts'
import type { Checkpoint } from './Office.ts'
import * as Progress from './Progress.ts'
import * as Range from './Range.ts'
import * as Source from './Source.ts'
import type { Stretch } from './Stretch.ts'
import { takeIn } from './takeIn.ts'

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
    await takeIn(follower, stretch)
    tell(follower, from.checkpoint.block >= target)
  }
}

function tell({ log, progress, checkpoint, head, now }: Follower, isOver: boolean): void {
  const place = { block: checkpoint.block, head: head?.number ?? checkpoint.block, now: now() }
  const report = Progress.report(progress, place, isOver)
  if (report) log.info(report, isOver ? 'the history of launches is read' : 'reading the history of launches')
}

function after({ emitters }: Follower, { launched }: From, { last, logs }: Stretch): From {
  const checkpoint = { block: last.number, hash: last.hash, time: last.timestamp }
  return { checkpoint, launched: launchedIn(logs, { emitters, launched }) }
}

async function fetchFrom(follower: Follower, from: From, target: number): Promise<Stretch> {
  const { chain, emitters, range } = follower
  for (;;) {
    const to = Math.min(target, from.checkpoint.block + range.size)
    try {
      const stretch = await fetchHistory(chain, { ...from, to, emitters })
      Range.adapt(range, stretch.logs.length)
      return stretch
    } catch (error) {
      if (!Source.isTooMuch(error) || !Range.halve(range)) throw error
    }
  }
}

function copy({ tokens, pools }: Launched): Launched {
  return { tokens: [...tokens], pools: [...pools] }
}
