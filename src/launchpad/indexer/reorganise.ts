import { setTimeout as delay } from 'node:timers/promises'
import type { Follower } from './Follower.ts'
import { findFork } from './findFork.ts'
import { BadAnswer } from './Log.ts'
import type { Checkpoint } from './Office.ts'
import { rewind } from './rewind.ts'

const CONFIRM_MS = 25

/** Not one stored block is on the chain. */
export class ChainReplaced extends Error {
  override readonly name = 'ChainReplaced'
}

/** Goes back to where the tables and the chain part, once the chain has said so twice. */
export async function reorganise(follower: Follower): Promise<void> {
  const { chain, office, checkpoint, log, progress } = follower
  const fork = await findFork(chain, office.db)
  await delay(CONFIRM_MS)
  const again = await findFork(chain, office.db)
  if (fork?.block !== again?.block) throw new BadAnswer('the chain does not say twice where it was replaced')
  if (!fork) throw new ChainReplaced('The chain has none of the stored blocks.')
  if (fork.block === checkpoint.block) return
  await goBack(follower, fork)
  progress.reorgs += 1
  log.info({ from: fork.block + 1, to: checkpoint.block }, 'blocks were replaced')
}

/** Goes back to the newest stored block before `block`. */
export async function goBackBefore(follower: Follower, block: number): Promise<void> {
  const row = await follower.office.db
    .selectFrom('launch_blocks')
    .selectAll()
    .where('number', '<', block)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new BadAnswer(`nothing is stored before block ${block}`)
  await goBack(follower, { block: row.number, hash: row.hash, time: row.at })
}

async function goBack(follower: Follower, fork: Checkpoint): Promise<void> {
  const { office, checkpoint: expected, emitters } = follower
  await rewind(office, { expected, fork, emitters })
  follower.checkpoint = fork
  follower.notify()
}
