import type { Feed, Told } from './Feed.ts'
import { isWanted, type Wanted } from './openStream.ts'

type Options = Wanted & { after: number; waitMs: number; signal: AbortSignal }
export type Batch = { events: { seq: number; kind: string; data: unknown }[]; lastSeq: number; reset: boolean }

const LIMIT = 500

/** The events after a number, at once or as soon as there is one. `lastSeq` is what to send as `after` next. */
export async function waitForEvents(feed: Feed, options: Options): Promise<Batch> {
  const { after, token, waitMs, signal } = options
  // Heard from before the tables are read, so that nothing falls between.
  using heard = listen(feed, options)
  await feed.refresh()
  const lastSeq = feed.standing()?.lastSeq ?? 0
  const oldest = Math.min(await feed.oldest(), lastSeq + 1)
  if (after > lastSeq || after + 1 < oldest) return { events: [], lastSeq, reset: true }
  const missed = await feed.readAfter(after, { token, limit: LIMIT })
  const found = missed.filter((told) => isWanted(options, told))
  if (found.length > 0 || missed.length === LIMIT) return batchOf(found, missed.at(-1)?.seq ?? lastSeq)
  const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  const next = (await heard.next(over)).filter(({ seq }) => seq > after)
  return batchOf(next, Math.max(lastSeq, ...next.map(({ seq }) => seq)))
}

type Heard = Disposable & { next(over: AbortSignal): Promise<Told[]> }

function listen(feed: Feed, wanted: Wanted): Heard {
  const items: Told[] = []
  const first = Promise.withResolvers<void>()
  const subscription = feed.subscribe(({ told }) => {
    items.push(...told.filter((item) => isWanted(wanted, item)))
    if (items.length > 0) first.resolve()
  })
  return {
    async next(over) {
      over.addEventListener('abort', () => first.resolve(), { once: true })
      if (!over.aborted) await first.promise
      return items
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}

function batchOf(told: readonly Told[], lastSeq: number): Batch {
  return { events: told.map(({ seq, kind, body }) => ({ seq, kind, data: JSON.parse(body) })), lastSeq, reset: false }
}
