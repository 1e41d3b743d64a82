import { createPoll } from './createPoll.ts'
import * as FollowedList from './FollowedList.ts'
import type { NumberedEvent } from './numbered.ts'
import type { Source } from './Source.ts'

export type ListPosition = { id: string; seq: number }

/** The tables behind a feed: lists of rows, numbered without gaps in each list. */
export type RowStore<Row> = {
  /** The last number of each list; a list that does not exist is left out. */
  readLastSeqs(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The rows after each position in order, at most `limit` of each list. */
  readAfter(positions: readonly ListPosition[], limit: number): Promise<readonly Row[]>
  listOf(row: Row): string
  /** The number before the first row that is kept, for a list whose old rows are deleted. Default: 0 */
  readOldest?(): Promise<number>
}

type Options<Row, Event> = {
  database: {
    listen(channel: string, wake: () => void): Disposable
    notify(channel: string): void
    log: { debug(fields: object, message: string): void }
  }
  channel: string
  store: RowStore<Row>
  toEvent(row: Row): Event
  /** Rows closer together than this are delivered together. Default: 0 */
  coalesceMs?: number
}

/** Numbered rows for many readers. Only lists with a reader in this process are read, all of them by one query. */
export type RowFeed<Row, Event extends NumberedEvent> = AsyncDisposable & {
  source(id: string): Source<number, Event>
  /** Whether a followed list has been deleted; noticed within a second. */
  isGone(id: string): boolean
  /** Reads every followed list now. */
  refresh(): Promise<void>
  /** Delivers rows that this process has just committed, and wakes the other replicas. */
  committed(rows: readonly Row[]): void
}

const POLL_MS = 1_000
const PART = 500

type State<Row, Event> = {
  options: Options<Row, Event>
  lists: Map<string, FollowedList.FollowedList<Event>>
  /** When the ends of all followed lists were last read. */
  checkedAt: number
}

export function createRowFeed<Row extends { seq: number }, Event extends NumberedEvent>(
  options: Options<Row, Event>,
): RowFeed<Row, Event> {
  const { database, channel, store } = options
  const state: State<Row, Event> = { options, lists: new Map(), checkedAt: Number.NEGATIVE_INFINITY }
  const { lists } = state
  let isOwnWake = false
  const poll = createPoll({
    everyMs: POLL_MS,
    listen: (wake) =>
      database.listen(channel, () => {
        if (isOwnWake) isOwnWake = false
        else wake()
      }),
    read: () => readAll(state),
    failed: (err) => database.log.debug({ err, channel }, 'failed to read new rows'),
  })
  return {
    source: (id) => sourceOf(state, id),
    isGone: (id) => lists.get(id)?.isGone ?? false,
    refresh: poll.refresh,
    committed(rows) {
      for (const [id, own] of Map.groupBy(rows, store.listOf)) {
        const list = lists.get(id)
        if (list) FollowedList.take(list, own, options)
      }
      // The wake-up comes back to this process, which has just delivered the rows.
      isOwnWake = true
      database.notify(channel)
    },
    async [Symbol.asyncDispose]() {
      for (const { timer } of lists.values()) clearTimeout(timer)
      await poll[Symbol.asyncDispose]()
    },
  }
}

function sourceOf<Row extends { seq: number }, Event extends NumberedEvent>(
  state: State<Row, Event>,
  id: string,
): Source<number, Event> {
  const { lists, options } = state
  return {
    lastSeq: () => lists.get(id)?.lastSeq ?? 0,
    oldest: () => options.store.readOldest?.() ?? 0,
    readAfter: async (seq, limit) => (await options.store.readAfter([{ id, seq }], limit)).map(options.toEvent),
    subscribe(listener) {
      const list = lists.get(id) ?? FollowedList.create(id, (created) => readOne(state, created))
      lists.set(id, list)
      list.listeners.add(listener)
      return {
        [Symbol.dispose]() {
          list.listeners.delete(listener)
          if (list.listeners.size > 0) return
          clearTimeout(list.timer)
          if (lists.get(id) === list) lists.delete(id)
        },
      }
    },
    refresh: async () => lists.get(id)?.reading.run(),
  }
}

async function readOne<Row extends { seq: number }, Event>(
  state: State<Row, Event>,
  list: FollowedList.FollowedList<Event>,
): Promise<void> {
  if (list.lastSeq === undefined) await readEnds(state, [list])
  else await readRows(state, [list])
}

/** The ends of lists that were read before are read once a second, to notice deleted lists. */
async function readAll<Row extends { seq: number }, Event>(state: State<Row, Event>): Promise<void> {
  const followed = [...state.lists.values()]
  const isDue = performance.now() - state.checkedAt >= POLL_MS
  if (isDue) state.checkedAt = performance.now()
  const unread = isDue ? followed : followed.filter(({ lastSeq }) => lastSeq === undefined)
  await Promise.all([readRows(state, followed), readEnds(state, unread)])
}

async function readRows<Row extends { seq: number }, Event>(
  { options }: State<Row, Event>,
  lists: readonly FollowedList.FollowedList<Event>[],
): Promise<void> {
  const known = lists.filter(({ lastSeq }) => lastSeq !== undefined)
  if (known.length === 0) return
  const positions = known.map(({ id, lastSeq = 0 }) => ({ id, seq: lastSeq }))
  const rows = Map.groupBy(await options.store.readAfter(positions, PART), options.store.listOf)
  for (const list of known) {
    const own = rows.get(list.id) ?? []
    FollowedList.take(list, own, options)
    if (own.length === PART) FollowedList.readOn(list)
  }
}

/** The first read of a list only finds its end: readers replay what came before. */
async function readEnds<Row, Event>(
  { options }: State<Row, Event>,
  lists: readonly FollowedList.FollowedList<Event>[],
): Promise<void> {
  if (lists.length === 0) return
  const seqs = await options.store.readLastSeqs(lists.map(({ id }) => id))
  for (const list of lists) {
    const seq = seqs.get(list.id)
    list.isGone = seq === undefined
    list.lastSeq ??= seq ?? 0
  }
}
