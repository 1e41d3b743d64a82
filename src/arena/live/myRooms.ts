import type { Context } from '#arena/Context.ts'
import { readNew } from '#arena/store/entries.ts'
import { type JoinedRoom, listJoined } from '#arena/store/participants.ts'
import { every } from '#core/every.ts'
import type { Positions, Source } from '#live/Source.ts'
import * as RoomCursor from './RoomCursor.ts'
import { isDeparture, type RoomEvent, toEvent } from './RoomEvent.ts'

export type MyRooms = {
  source: Source<RoomCursor.RoomCursor, RoomEvent>
  positions: Positions<RoomCursor.RoomCursor, RoomEvent>
}

const ROOMS_MAX = 200
const POLL_MS = 1_000
const PART = 500

type Listener = (events: readonly RoomEvent[]) => void
type Followed = Disposable & { joinedSeq: number }
type State = {
  context: Context
  identity: string
  rooms: Map<string, JoinedRoom>
  followed: Map<string, Followed>
  listeners: Set<Listener>
  timer: Disposable | undefined
}

/** All rooms of an identity as one source; rooms that it joins or leaves are added and removed. */
export async function openMyRooms(context: Context, identity: string): Promise<MyRooms> {
  const empty = { rooms: new Map(), followed: new Map(), listeners: new Set<Listener>(), timer: undefined }
  const state: State = { context, identity, ...empty }
  await readRooms(state)
  return { source: sourceOf(state), positions: positionsOf(state) }
}

function sourceOf(state: State): MyRooms['source'] {
  return {
    lastSeq: () => new Map([...state.rooms.values()].map(({ id, seq }) => [id, seq])),
    oldest: () => new Map(),
    readAfter: (place, limit) => readAfter(state, place, limit),
    subscribe(listener) {
      state.listeners.add(listener)
      // The reader replays the rooms known by now; rooms found later are replayed from the join on.
      for (const room of state.rooms.values()) follow(state, room, false)
      state.timer ??= every(POLL_MS, () => readRooms(state))
      return { [Symbol.dispose]: () => unsubscribe(state, listener) }
    },
    async refresh() {
      await readRooms(state)
      await state.context.feed.refresh()
    },
  }
}

/** Reads the rooms that the identity is in now, and drops the ones it left. */
async function readRooms(state: State): Promise<void> {
  const { context, identity, rooms, followed } = state
  const joined = new Map((await listJoined(context.store, identity, ROOMS_MAX)).map((room) => [room.id, room]))
  for (const roomId of rooms.keys()) if (!joined.has(roomId)) drop(state, roomId)
  for (const [roomId, room] of joined) {
    rooms.set(roomId, room)
    if (state.listeners.size === 0) continue
    context.seen(room.participant)
    // The identity left and joined again: follow from the new join on.
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

/** Passes on the entries of a room until the identity leaves; with `fromJoining`, all entries since the join. */
function follow(state: State, room: JoinedRoom, fromJoining: boolean): void {
  const source = state.context.feed.source(room.id)
  let waiting: RoomEvent[] | undefined = fromJoining ? [] : undefined
  let isOver = false
  function pass(events: readonly RoomEvent[]): void {
    if (isOver) return
    const end = events.findIndex((event) => event.seq > room.joined_seq && isDeparture(event, room.participant))
    isOver = end >= 0
    const passed = isOver ? events.slice(0, end + 1) : events
    for (const listener of state.listeners) listener(passed)
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
  state.timer?.[Symbol.dispose]()
  state.timer = undefined
  for (const roomId of state.followed.keys()) unfollow(state, roomId)
}

async function readAfter(state: State, place: RoomCursor.RoomCursor, limit: number): Promise<RoomEvent[]> {
  const rooms = [...state.rooms.values()].map((room) => ({ id: room.id, seq: place.get(room.id) ?? startOf(room) }))
  if (rooms.length === 0) return []
  const entries = await readNew(state.context.store, rooms, limit)
  return entries.slice(0, limit).map(toEvent)
}

/** The position before the entry of the join, for a reader without a position in the room. */
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
    described: 'a position of a previous response',
  }
}
