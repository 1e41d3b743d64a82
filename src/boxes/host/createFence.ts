import type { CommitQueue, Work } from '#boxes/store/commitQueue.ts'
import { isHeldBy } from '#boxes/store/hosts.ts'

export type FencedCommits = {
  /** Resolves with nothing when the host no longer runs the box, and then writes nothing. */
  commit<Result>(work: Work<Result>): Promise<Result | undefined>
}

/** Commits of a host for one of its boxes, refused once another host, or none, runs the box. */
export function createFence(
  { commit }: Pick<CommitQueue, 'commit'>,
  holder: { boxId: string; hostId: string },
): FencedCommits {
  return {
    commit: (work) =>
      commit(async (tx) => ((await isHeldBy(tx, holder)) ? work(tx) : { result: undefined, events: [] })),
  }
}
