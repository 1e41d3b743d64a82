import type { Context } from '#arena/Context.ts'
import { readNew } from '#arena/store/entries.ts'
import { type JoinedRoom, listJoined } from '#arena/store/participants.ts'
import type { Positions, Source } from '#live/Source.ts'
import * as RoomCursor from './RoomCursor.ts'
import { isDeparture, type RoomEvent, toEvent } from './RoomEvent.ts'

export type MyRooms = {
  source: Source<RoomCursor.RoomCursor, RoomEvent>
  positions: Positions<RoomCursor.RoomCursor, RoomEvent>
}

const ROOMS_MAX = 200
/** How often new rooms are looked for while somebody follows. */
const LOOK_EVERY_MS = 1_000
const PART = 500

type Listener = (events: readonly RoomEvent[]) => void
type Followed = Disposable & { joinedSeq: number }
type State = {
  context: Context
  identity: string
  rooms: Map<string, JoinedRoom>
  followed: Map<string, Followed>
  listeners: Set<Listener>
  timer: NodeJS.Timeout | undefined
}

/** All rooms an identity is in, as one source: rooms come and go as it joins and leaves. */
export async function openMyRooms(context: Context, identity: string): Promise<MyRooms> {
  const empty = { rooms: new Map(), followed: new Map(), listeners: new Set<Listener>(), timer: undefined }
  const state: State = { context, identity, ...empty }
  await lookForRooms(state)
  return { source: sourceOf(state), positions: positionsOf(state) }
}

function sourceOf(state: State): MyRooms['source'] {
  return {
    lastSeq: () => new Map([...state.rooms.values()].map(({ id, seq }) => [id, seq])),
    oldest: () => new Map(),
    readAfter: (place, limit) => readAfter(state, place, limit),
    subscribe(listener) {
      state.listeners.add(listener)
      // What came before is replayed by the reader; rooms that are found later are told from their beginning.
      for (const room of state.rooms.values()) follow(state, room, false)
      state.timer ??= setInterval(() => void lookForRooms(state).catch(() => {}), LOOK_EVERY_MS)
      return { [Symbol.dispose]: () => unsubscribe(state, listener) }
    },
    async refresh() {
      await lookForRooms(state)
      await state.context.feed.refresh()
    },
  }
}

/** Finds the rooms the identity is in now; one that was left is dropped. */
async function lookForRooms(state: State): Promise<void> {
  const { context, identity, rooms, followed } = state
  const joined = new Map((await listJoined(context.store, identity, ROOMS_MAX)).map((room) => [room.id, room]))
  for (const roomId of rooms.keys()) if (!joined.has(roomId)) drop(state, roomId)
  for (const [roomId, room] of joined) {
    rooms.set(roomId, room)
    if (state.listeners.size === 0) continue
    context.seen(room.participant)
    // Who came back since is told of it anew.
    if (followed.has(roomId) && followed.get(roomId)?.joinedSeq !== room.joined_seq) unfollow(state, roomId)
    if (!followed.has(roomId)) follow(state, room, true)
  }
}

function drop(state: State, roomId: string): void {
  state.rooms.delete(roomId)
  unfollow(state, roomId)
}

function unfollow({ followed }: State, roomId: string): void {
  followed.get(roomId)?.[Symbol.dispose]()
  followed.delete(roomId)
}

/** Passes on what is said in a room until the identity leaves it; with `fromJoining`, all since it came, in order. */
function follow(state: State, room: JoinedRoom, fromJoining: boolean): void {
  const source = state.context.feed.source(room.id)
  let waiting: RoomEvent[] | undefined = fromJoining ? [] : undefined
  let isOver = false
  function pass(events: readonly RoomEvent[]): void {
    if (isOver) return
    const end = events.findIndex((event) => event.seq > room.joined_seq && isDeparture(event, room.participant))
    isOver = end >= 0
    const told = isOver ? events.slice(0, end + 1) : events
    for (const listener of state.listeners) listener(told)
  }
  const subscription = source.subscribe((events) => (waiting ? waiting.push(...events) : pass(events)))
  state.followed.set(room.id, { joinedSeq: room.joined_seq, [Symbol.dispose]: () => subscription[Symbol.dispose]() })
  if (!fromJoining) return
  const catchUp = async () => {
    await source.refresh()
    for (let seq = room.joined_seq - 1, part: readonly RoomEvent[]; ; seq = part.at(-1)?.seq ?? seq) {
      part = await source.readAfter(seq, PART)
      pass(part)
      if (part.length < PART) break
    }
    const heard = waiting ?? []
    waiting = undefined
    pass(heard)
  }
  catchUp().catch(() => unfollow(state, room.id))
}

function unsubscribe(state: State, listener: Listener): void {
  state.listeners.delete(listener)
  if (state.listeners.size > 0) return
  clearInterval(state.timer)
  state.timer = undefined
  for (const roomId of state.followed.keys()) unfollow(state, roomId)
}

async function readAfter(state: State, place: RoomCursor.RoomCursor, limit: number): Promise<RoomEvent[]> {
  const rooms = [...state.rooms.values()].map((room) => ({ id: room.id, seq: place.get(room.id) ?? startOf(room) }))
  if (rooms.length === 0) return []
  const entries = await readNew(state.context.store, rooms, limit)
  return entries.slice(0, limit).map(toEvent)
}

/** Somebody who has read nothing of a room begins with the entry that tells of their coming. */
function startOf({ joined_seq }: JoinedRoom): number {
  return joined_seq - 1
}

function positionsOf({ rooms }: State): MyRooms['positions'] {
  const readIn = (place: RoomCursor.RoomCursor, roomId: string) => {
    const room = rooms.get(roomId)
    return place.get(roomId) ?? (room ? startOf(room) : 0)
  }
  return {
    parse: (text) => RoomCursor.parse(text, rooms.keys()),
    format: RoomCursor.format,
    compare: (one, other) => Number([...one].some(([roomId, seq]) => seq > readIn(other, roomId))),
    after: (place, { roomId, seq }) => (seq > readIn(place, roomId) ? new Map(place).set(roomId, seq) : place),
    frame: ({ tail }, place) => Buffer.concat([Buffer.from(`id: ${RoomCursor.format(place)}\n`), tail]),
    described: 'the position of an answer before',
  }
}
