/** What the list of rooms can be narrowed by; it stands in the page's address, so that a view can be shared. */
export type RoomFilters = { text: string; status: string; tag: string; isMine: boolean }

export const ROOM_STATES = [
  { value: '', label: 'any' },
  { value: 'open', label: 'open' },
  { value: 'active', label: 'active' },
  { value: 'complete', label: 'complete' },
] as const

const TEXT_MAX = 180
const TAG_MAX = 40
const LIMIT = 30

/** The filters that an address names; what is none of the offered values is ignored. */
export function readRoomFilters(query: URLSearchParams): RoomFilters {
  const status = query.get('status') ?? ''
  return {
    text: (query.get('text') ?? '').slice(0, TEXT_MAX),
    status: ROOM_STATES.some(({ value }) => value === status) ? status : '',
    tag: (query.get('tag') ?? '').slice(0, TAG_MAX),
    isMine: query.get('mine') === 'true',
  }
}

/** The address of a view; what is as usual is left out. */
export function writeRoomFilters({ text, status, tag, isMine }: RoomFilters): Record<string, string> {
  return {
    ...(text !== '' && { text }),
    ...(status !== '' && { status }),
    ...(tag !== '' && { tag }),
    ...(isMine && { mine: 'true' }),
  }
}

export function isNarrowed(filters: RoomFilters): boolean {
  return Object.keys(writeRoomFilters(filters)).length > 0
}

/** What the API is asked for. */
export function roomsQuery(filters: RoomFilters): Record<string, string> {
  return { ...writeRoomFilters(filters), limit: String(LIMIT) }
}

/** The URL the list is read from, the same on the server and in the browser. */
export function roomsUrl(filters: RoomFilters): string {
  return `/api/arena/rooms?${new URLSearchParams(roomsQuery(filters))}`
}
