import { setTimeout as delay } from 'node:timers/promises'
import * as Position from '#launchpad/records/LogPosition.ts'
import { BadAnswer } from './chain/BadAnswer.ts'
import type { Checkpoint } from './chain/Checkpoint.ts'
import { findFork } from './chain/findFork.ts'
import type { IndexCursor } from './IndexCursor.ts'
import type { Progress } from './Progress.ts'
import * as SetAside from './SetAside.ts'
import type { Work } from './Work.ts'
import { rewind } from './write/rewind.ts'

const CONFIRM_MS = 25

/** None of the stored blocks is on the chain. */
export class ChainReplaced extends Error {
  override readonly name = 'ChainReplaced'
}

type State = { cursor: IndexCursor; progress: Progress }

/** Rewinds to the fork, once two searches agree on it. */
export async function reorganise(work: Work, { cursor, progress }: State): Promise<void> {
  const { chain, leadership, log } = work
  const { block } = cursor.checkpoint
  const fork = await findFork(chain, leadership.db)
  await delay(CONFIRM_MS)
  const again = await findFork(chain, leadership.db)
  if (fork?.block !== again?.block) throw new BadAnswer('two searches for the fork disagree')
  if (!fork) throw new ChainReplaced('The chain has none of the stored blocks.')
  if (fork.block === block) return
  await goBack(work, cursor, fork)
  progress.reorgs += 1
  log.info({ from: fork.block + 1, to: block }, 'rewound replaced blocks')
}

/** Rewinds to the newest stored block before `block`. */
export async function goBackBefore(work: Work, cursor: IndexCursor, block: number): Promise<void> {
  const row = await work.leadership.db
    .selectFrom('launch_blocks')
    .selectAll()
    .where('number', '<', block)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new BadAnswer(`nothing is stored before block ${block}`)
  await goBack(work, cursor, { block: row.number, hash: row.hash, time: row.at })
}

async function goBack({ leadership, emitters, notify }: Work, cursor: IndexCursor, fork: Checkpoint): Promise<void> {
  await rewind(leadership, { expected: cursor.checkpoint, fork, emitters })
  cursor.checkpoint = fork
  SetAside.dropFrom(cursor.setAside, Position.startOf(fork.block + 1))
  notify()
}
