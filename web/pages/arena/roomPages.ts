import type { Room, RoomList } from '../../api/arena.ts'
import { shownBeyond } from '../../api/longLists.ts'

const idOf = ({ id }: Room) => id

/** Rooms with the page that follows them; one that moved between two pages is shown once. */
export function withNext({ rooms }: RoomList, next: RoomList): RoomList {
  const known = new Set(rooms.map(idOf))
  return { rooms: [...rooms, ...next.rooms.filter(({ id }) => !known.has(id))], nextCursor: next.nextCursor }
}

/** Fresh rooms for all that are shown; where that is more than one read returns, the old ones follow. */
export function readAnew(read: RoomList, before: RoomList | undefined): RoomList {
  const rest = before && read.nextCursor !== null ? shownBeyond(read.rooms, before.rooms, idOf) : []
  return before && rest.length > 0 ? { rooms: [...read.rooms, ...rest], nextCursor: before.nextCursor } : read
}
