import type { ChainHead } from './ChainHead.ts'
import type { Checkpoint } from './chain/Checkpoint.ts'
import type { Header } from './chain/Log.ts'
import * as Source from './chain/Source.ts'
import type { Work } from './Work.ts'

/** A node that stays behind the tables this long speaks for the chain: our own may be reset, others only lag or hang. */
const BEHIND_MS = { own: 2_000, other: 60_000 }

type State = { head: ChainHead; checkpoint: Checkpoint }

/** Whether the node, which is not ahead of the tables, has another chain than they, or has gone back for good. */
export async function isReplaced(work: Work, { head, checkpoint }: State, newest: Header): Promise<boolean> {
  const { now, isDevnet } = work
  if (newest.number === checkpoint.block) {
    head.behindSince = undefined
    return newest.hash !== checkpoint.hash
  }
  if (await isAnother(work, newest)) return true
  head.behindSince ??= now()
  return now() - head.behindSince >= (isDevnet ? BEHIND_MS.own : BEHIND_MS.other)
}

/** Whether the newest block that both may have is not the same. */
async function isAnother({ chain, leadership }: Work, newest: Header): Promise<boolean> {
  const stored = await leadership.db
    .selectFrom('launch_blocks')
    .select(['number', 'hash'])
    .where('number', '<=', newest.number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!stored) return false
  const [found] = stored.number === newest.number ? [newest] : await Source.headers(chain, [stored.number])
  return found !== undefined && found.hash !== stored.hash
}
