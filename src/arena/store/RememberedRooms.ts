import * as RoomState from '#arena/rules/RoomState.ts'

/**
 * Rooms as this process last wrote them. Every change of a room adds an entry, so `seq` is the version of the
 * remembered state, and a write from memory lets the database compare it.
 */
export type RememberedRooms = {
  /** The state of each room; undefined unless all are remembered. */
  recall(roomIds: readonly string[]): Map<string, RoomState.RoomState> | undefined
  /** Remembers committed states; `isRead` if they were read under the lock. */
  remember(states: readonly RoomState.RoomState[], isRead: boolean): void
}

const ROOMS_MAX = 1_000
/** A remembered room is read again after this long. */
const READ_EVERY_MS = 5_000

type Remembered = {
  seq: number
  readAt: number
  /** Absent until this process wrote twice in a row: a room that other processes write to has usually changed. */
  state: Pick<RoomState.RoomState, 'room' | 'participants'> | undefined
}

export function createRememberedRooms(now = () => performance.now()): RememberedRooms {
  const rooms = new Map<string, Remembered>()

  function remember({ room, participants, entries }: RoomState.RoomState, isRead: boolean): void {
    const known = rooms.get(room.id)
    const isOurs = known?.seq === room.seq - entries.length
    const readAt = isRead || !known ? now() : known.readAt
    rooms.delete(room.id)
    rooms.set(room.id, { seq: room.seq, readAt, state: isOurs ? { room, participants } : undefined })
    const [oldest] = rooms.keys()
    if (rooms.size > ROOMS_MAX && oldest !== undefined) rooms.delete(oldest)
  }
  return {
    recall(roomIds) {
      const states = new Map<string, RoomState.RoomState>()
      for (const roomId of roomIds) {
        if (states.has(roomId)) continue
        const { state, readAt = 0 } = rooms.get(roomId) ?? {}
        if (!state || now() - readAt > READ_EVERY_MS) return undefined
        states.set(roomId, RoomState.create(state.room, [...state.participants.values()]))
      }
      return states
    },
    remember(states, isRead) {
      for (const state of states) remember(state, isRead)
    },
  }
}
