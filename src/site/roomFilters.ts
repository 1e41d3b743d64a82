/** Filters of the list of rooms; kept in the page's URL, so that a view can be shared. */
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

/** Reads the filters from a query; unknown values are ignored. */
export function readRoomFilters(query: URLSearchParams): RoomFilters {
  const status = query.get('status') ?? ''
  return {
    text: (query.get('text') ?? '').slice(0, TEXT_MAX),
    status: ROOM_STATES.some(({ value }) => value === status) ? status : '',
    tag: (query.get('tag') ?? '').slice(0, TAG_MAX),
    isMine: query.get('mine') === 'true',
  }
}

/** The query of a view, without default values. */
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

export function roomsQuery(filters: RoomFilters): Record<string, string> {
  return { ...writeRoomFilters(filters), limit: String(LIMIT) }
}

/** The API URL of a view, the same on the server and in the browser. */
export function roomsUrl(filters: RoomFilters): string {
  return `/api/arena/rooms?${new URLSearchParams(roomsQuery(filters))}`
}
