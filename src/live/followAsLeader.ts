import { once } from 'node:events'
import { createPoll } from './createPoll.ts'

const POLL_MS = 500

type Options<Term> = {
  /** Takes part in an election; the leader works until the signal is aborted. */
  elect(lead: (term: Term, over: AbortSignal) => Promise<void>): AsyncDisposable
  listen(wake: () => void): Disposable
  /** One step; returns whether there may be more to do. */
  advance(term: Term): Promise<boolean>
  failed(error: unknown): void
}

/** Takes step after step on every notification, in one process at a time. */
export function followAsLeader<Term>({ elect, listen, advance, failed }: Options<Term>): AsyncDisposable {
  return elect(async (term, over) => {
    const read = async () => {
      while (!over.aborted && (await advance(term)));
    }
    const report = (error: unknown) => {
      if (!over.aborted) failed(error)
    }
    await using poll = createPoll({ everyMs: POLL_MS, listen, read, failed: report })
    await poll.refresh().catch(report)
    if (!over.aborted) await once(over, 'abort')
  })
}
