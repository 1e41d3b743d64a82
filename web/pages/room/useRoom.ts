import { useCallback, useEffect, useRef, useState } from 'react'
import { type Entry, eventsUrl, type RoomView, readEntries, roomUrl } from '../../api/arena.ts'
import { type Query, useResource } from '../../api/useQuery.ts'
import type { StreamEvent, StreamState } from '../../live/eventStream.ts'
import { useEvents } from '../../live/useEvents.ts'
import { authorized, sessionHeaders } from '../../session/authorized.ts'
import { append, type Entries, lastSeq, leavesGap, prepend, replace } from './entries.ts'

const PAGE = 200
/** No event reports presence, so it is polled. */
const LOOK_MS = 15_000
const SOON_MS = 400

export type LiveRoom = {
  view: Query<RoomView>
  entries: Entries
  state: StreamState
  hasOlder: boolean
  isReadingOlder: boolean
  readOlder(): void
  /** Shows the reader's own post at once. */
  add(entry: Entry): void
  put(entry: Entry): void
}

type Options = { roomId: string; isPaused: boolean; reader: string | undefined }

/** A live room: its gapless entries, and its participants. */
export function useRoom({ roomId, isPaused, reader }: Options): LiveRoom {
  const view = useResource<RoomView>(roomUrl(roomId), { read: authorized, reader })
  const [entries, setEntries] = useState<Entries>(() => view.data?.room.messages ?? [])
  const known = useRef(entries)
  known.current = entries
  const { data, reload } = view
  const catchUp = useCatchUp(roomId, known, setEntries)
  useEffect(() => {
    if (!data) return
    const { messages } = data.room
    if (leavesGap(known.current, messages)) void catchUp()
    else setEntries((before) => append(before, messages))
  }, [data, catchUp])
  const look = useLook(reload)
  const onEvents = useCallback(
    (events: StreamEvent[]) => {
      const news = events.flatMap(({ data }) => (isEntry(data) ? [data] : []))
      if (leavesGap(known.current, news) || events.some(({ kind }) => kind === 'reset')) void catchUp()
      setEntries((before) => append(before, news))
      if (news.some(({ kind }) => kind === 'system') || events.some(({ kind }) => kind === 'end')) look()
      for (const { event } of news)
        if (event?.messageId) void refresh({ roomId, id: event.messageId }, known, setEntries)
    },
    [roomId, catchUp, look],
  )
  const state = useEvents({
    url: data ? eventsUrl(roomId) : undefined,
    isPaused,
    onEvents,
    reader,
    start: () => ({ after: String(lastSeq(known.current)), headers: sessionHeaders() }),
  })
  const older = useOlder(roomId, known, setEntries)
  const add = useCallback((entry: Entry) => setEntries((before) => append(before, [entry])), [])
  const put = useCallback((entry: Entry) => setEntries((before) => replace(before, entry)), [])
  return { view, entries, state, ...older, hasOlder: (entries[0]?.seq ?? 1) > 1, add, put }
}

type EntriesRef = { current: Entries }
type SetEntries = (change: (before: Entries) => Entries) => void

function isEntry(data: unknown): data is Entry {
  return typeof data === 'object' && data !== null && 'seq' in data && 'content' in data
}

/** Reads what came after the newest known entry, until nothing is missing. */
function useCatchUp(roomId: string, known: EntriesRef, setEntries: SetEntries): () => Promise<void> {
  const isRunning = useRef(false)
  return useCallback(async () => {
    if (isRunning.current) return
    isRunning.current = true
    let after = lastSeq(known.current)
    try {
      for (;;) {
        const page = await readEntries(roomId, { after, limit: PAGE })
        setEntries((before) => append(before, page.messages))
        after = page.messages.at(-1)?.seq ?? after
        if (page.messages.length === 0 || after >= page.lastSeq) return
      }
    } catch {
      // The stream is opened again by itself and brings what is missing.
    } finally {
      isRunning.current = false
    }
  }, [roomId, known, setEntries])
}

/** A redacted entry is read again for its new text and for who redacted it. */
type Which = { roomId: string; id: string }

async function refresh({ roomId, id }: Which, known: EntriesRef, setEntries: SetEntries): Promise<void> {
  const entry = known.current.find((one) => one.id === id)
  if (!entry) return
  const page = await readEntries(roomId, { after: entry.seq - 1, limit: 1 }).catch(() => undefined)
  const [changed] = page?.messages ?? []
  if (changed?.id === id) setEntries((before) => replace(before, changed))
}

function useOlder(roomId: string, known: EntriesRef, setEntries: SetEntries) {
  const [isReadingOlder, setReading] = useState(false)
  const isRunning = useRef(false)
  const readOlder = useCallback(() => {
    const before = known.current[0]?.seq ?? 1
    if (isRunning.current || before <= 1) return
    isRunning.current = true
    setReading(true)
    readEntries(roomId, { before, limit: PAGE })
      .then((page) => setEntries((now) => prepend(now, page.messages)))
      .catch(() => {})
      .finally(() => {
        setReading(false)
        setTimeout(() => {
          isRunning.current = false
        })
      })
  }, [roomId, known, setEntries])
  return { isReadingOlder, readOlder }
}

/** Reads the room again shortly after a request, once for many requests, and at an interval. */
function useLook(reload: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      reload()
    }, SOON_MS)
  }, [reload])
  useEffect(() => {
    const every = setInterval(() => {
      if (!document.hidden) reload()
    }, LOOK_MS)
    return () => {
      clearInterval(every)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [reload])
  return look
}
