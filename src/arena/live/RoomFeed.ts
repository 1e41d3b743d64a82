import type { RoomChange } from '#arena/rules/RoomState.ts'
import { readAfter, readNew } from '#arena/store/entries.ts'
import { findRoom } from '#arena/store/rooms.ts'
import type { EntryRow, Store, Tables } from '#arena/store/tables.ts'
import type { Database } from '#database/Database.ts'
import type { Source } from '#live/Source.ts'
import { type RoomEvent, toEvent } from './RoomEvent.ts'

/** What is committed in rooms that somebody follows here, wherever it was written. Rooms nobody follows cost nothing. */
export type RoomFeed = AsyncDisposable & {
  source(roomId: string): Source<number, RoomEvent>
  /** Looks now at every room that is followed here. */
  refresh(): Promise<void>
  /** Takes what this process has just committed, and wakes the other replicas. */
  committed(changes: readonly RoomChange[]): void
}

const CHANNEL = 'arena'
const POLL_MS = 1_000
/** Entries that come closer together than this reach readers together. */
const COALESCE_MS = 25
const PART = 500

type Listener = (events: readonly RoomEvent[]) => void
type Watch = {
  roomId: string
  listeners: Set<Listener>
  /** The last entry that was told or waits to be; undefined until the room was looked at. */
  last: number | undefined
  waiting: RoomEvent[]
  toldAt: number
  timer: NodeJS.Timeout | undefined
  looking: Promise<void> | undefined
  isWanted: boolean
}

export function createRoomFeed(database: Database): RoomFeed {
  const store: Store = database.tables<Tables>()
  const watches = new Map<string, Watch>()
  let isOwnWake = false
  let isLookWanted = false
  let looking: Promise<void> | undefined

  /** A wish that comes while a look is under way is met by one more look after it. */
  function refresh(): Promise<void> {
    isLookWanted = true
    looking ??= (async () => {
      while (isLookWanted) {
        isLookWanted = false
        await readAll(store, [...watches.values()])
      }
    })().finally(() => {
      looking = undefined
    })
    return looking
  }
  const quietly = () => {
    if (watches.size > 0) refresh().catch((err) => database.log.debug({ err }, 'rooms could not be read'))
  }

  const wake = database.listen(CHANNEL, () => {
    if (isOwnWake) isOwnWake = false
    else quietly()
  })
  const timer = setInterval(quietly, POLL_MS).unref()
  return {
    refresh,
    source: (roomId) => sourceOf(store, watches, roomId),
    committed(changes) {
      for (const { room, entries } of changes) take(store, watches.get(room.id), entries)
      // The wake-up of this process comes at once, and tells what was taken above.
      isOwnWake = true
      database.notify(CHANNEL)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      wake[Symbol.dispose]()
      for (const watch of watches.values()) clearTimeout(watch.timer)
      await looking?.catch(() => {})
    },
  }
}

function sourceOf(store: Store, watches: Map<string, Watch>, roomId: string): Source<number, RoomEvent> {
  return {
    lastSeq: () => watches.get(roomId)?.last ?? 0,
    oldest: () => 0,
    readAfter: async (seq, limit) => (await readAfter(store, roomId, { seq, limit })).map(toEvent),
    subscribe(listener) {
      const watch = watches.get(roomId) ?? createWatch(roomId)
      watches.set(roomId, watch)
      watch.listeners.add(listener)
      return { [Symbol.dispose]: () => unsubscribe(watches, watch, listener) }
    },
    async refresh() {
      const watch = watches.get(roomId)
      if (watch) await look(store, watch)
    },
  }
}

function createWatch(roomId: string): Watch {
  const listeners = new Set<Listener>()
  const idle = { timer: undefined, looking: undefined, isWanted: false }
  return { roomId, listeners, last: undefined, waiting: [], toldAt: 0, ...idle }
}

function unsubscribe(watches: Map<string, Watch>, watch: Watch, listener: Listener): void {
  watch.listeners.delete(listener)
  if (watch.listeners.size > 0) return
  clearTimeout(watch.timer)
  if (watches.get(watch.roomId) === watch) watches.delete(watch.roomId)
}

/** A wish that comes while a look is under way is met by one more look after it. */
function look(store: Store, watch: Watch): Promise<void> {
  watch.isWanted = true
  watch.looking ??= (async () => {
    while (watch.isWanted) {
      watch.isWanted = false
      await readOn(store, watch)
    }
  })().finally(() => {
    watch.looking = undefined
  })
  return watch.looking
}

/** Takes what is new; at the first look only finds out where the room stands. */
async function readOn(store: Store, watch: Watch): Promise<void> {
  if (watch.last === undefined) {
    watch.last = (await findRoom(store, watch.roomId))?.seq ?? 0
    return
  }
  const entries = await readAfter(store, watch.roomId, { seq: watch.last, limit: PART })
  if (entries.length === PART) watch.isWanted = true
  take(store, watch, entries)
}

/** One query for all rooms that are followed. */
async function readAll(store: Store, watches: readonly Watch[]): Promise<void> {
  const unknown = watches.filter(({ last }) => last === undefined)
  const seqs = unknown.length === 0 ? new Map<string, number>() : await readSeqs(store, unknown)
  for (const watch of unknown) watch.last ??= seqs.get(watch.roomId) ?? 0
  const known = watches.map(({ roomId, last = 0 }) => ({ id: roomId, seq: last }))
  if (known.length === 0) return
  const entries = Map.groupBy(await readNew(store, known, PART), ({ room_id }) => room_id)
  for (const watch of watches) {
    const own = entries.get(watch.roomId)
    if (own) take(store, watch, own)
    if (own?.length === PART) await look(store, watch)
  }
}

async function readSeqs(store: Store, watches: readonly Watch[]): Promise<Map<string, number>> {
  const ids = watches.map(({ roomId }) => roomId)
  const rows = await store.selectFrom('arena_rooms').select(['id', 'seq']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** Tells what follows on the last entry told; where something is between, it is read. */
function take(store: Store, watch: Watch | undefined, entries: readonly EntryRow[]): void {
  if (!watch) return
  if (watch.last === undefined) {
    watch.isWanted = true
    return
  }
  const last = watch.last
  const fresh = entries.filter(({ seq }) => seq > last)
  const [first] = fresh
  if (!first) return
  if (first.seq !== last + 1) return void look(store, watch).catch(() => {})
  watch.last = fresh.at(-1)?.seq ?? last
  watch.waiting.push(...fresh.map(toEvent))
  tellSoon(watch)
}

function tellSoon(watch: Watch): void {
  if (watch.timer !== undefined) return
  const wait = watch.toldAt + COALESCE_MS - performance.now()
  if (wait <= 0) tell(watch)
  else watch.timer = setTimeout(tell, wait, watch)
}

function tell(watch: Watch): void {
  watch.timer = undefined
  watch.toldAt = performance.now()
  const events = watch.waiting
  watch.waiting = []
  if (events.length > 0) for (const listener of watch.listeners) listener(events)
}
