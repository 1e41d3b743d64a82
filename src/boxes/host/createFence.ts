import type { Commits } from '#boxes/store/commitQueue.ts'
import type { Store } from '#boxes/store/tables.ts'

type Place = { boxId: string; hostId: string }

/** Commits of a host for one of its boxes: once another host has the box, or nobody, nothing of it is written any more. */
export function createFence({ commit }: Pick<Commits, 'commit'>, { boxId, hostId }: Place): Pick<Commits, 'commit'> {
  return {
    commit: (work) => commit(async (within) => ((await isHeldBy(within, { boxId, hostId })) ? work(within) : [])),
  }
}

/** Locks the box until the commit: whoever takes it meanwhile waits, and finds what this host wrote. */
async function isHeldBy(store: Store, { boxId, hostId }: Place): Promise<boolean> {
  const row = await store
    .selectFrom('boxes')
    .select('id')
    .where('id', '=', boxId)
    .where('host_id', '=', hostId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
