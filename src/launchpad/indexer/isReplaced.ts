import type { ChainHead } from './ChainHead.ts'
import type { Checkpoint } from './chain/Checkpoint.ts'
import type { Header } from './chain/Log.ts'
import * as Source from './chain/Source.ts'
import type { Work } from './Work.ts'

/** How long a node must stay behind the tables to count as reset: our own may be reset, others usually lag or hang. */
const BEHIND_MS = { own: 2_000, other: 60_000 }

type State = { head: ChainHead; checkpoint: Checkpoint }

/**
 * True when the node's chain diverges from the indexed one, or its head has stayed behind ours long enough to indicate
 * a reset.
 */
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

/** Whether the newest common block height has different hashes. */
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
