import * as Position from '#launchpad/records/LogPosition.ts'
import { reindexFromGap } from './audit/reindexFromGap.ts'
import type { Contradiction } from './derive/Contradiction.ts'
import type { IndexCursor } from './IndexCursor.ts'
import type { Progress } from './Progress.ts'
import * as SetAside from './SetAside.ts'
import type { Work } from './Work.ts'
import { insertSetAside } from './write/setAsideRows.ts'

type State = { cursor: IndexCursor; progress: Progress }

/** Leaves a launch that contradicts itself out of the index from here on, so that all others continue. */
export async function setLaunchAside(work: Work, { cursor, progress }: State, error: Contradiction): Promise<void> {
  const { leadership, emitters, now, notify } = work
  const entry = { token: error.token, position: error.asideFrom, reason: error.message }
  await insertSetAside(leadership, { expected: cursor.checkpoint, entry })
  SetAside.add(cursor.setAside, entry, { factory: emitters.factory, now: now() })
  progress.alarms += 1
  alarm(work, entry)
  notify()
}

/** Searches again for logs that would explain the contradiction, and repeats the alarm, less and less often. */
export async function recheckSetAside(work: Work, state: State): Promise<void> {
  const { launches } = state.cursor.setAside
  const due = [...launches.values()].find(({ checkAt }) => checkAt <= work.now())
  if (!due) return
  SetAside.backOff(due, work.now())
  const { token, reason, position } = due
  const isFound = await reindexFromGap(work, state, { token, reason, until: Position.block(position) - 1 })
  if (!isFound) alarm(work, due)
}

function alarm(
  { log }: Work,
  { token, reason, position }: Pick<SetAside.AsideLaunch, 'token' | 'reason' | 'position'>,
) {
  const block = Position.block(position)
  log.error({ address: token, reason, block }, 'launch set aside: its events contradict each other')
}
