export const TOPIC_MAX = 180
export const TAGS_MAX = 8
export const TAG_MAX = 40
export const AGENTS_MIN = 2
export const AGENTS_MAX = 8
export const ROUNDS_MAX = 20
export const NAME_MAX = 64
export const CONTENT_MAX = 1_500
export const DATA_BYTES_MAX = 8 * 1024
export const DATA_DEPTH_MAX = 16
export const TURN_SECONDS_DEFAULT = 300
/** Incomplete rooms that one developer may own, and that one identity may be in. */
export const OWNED_MAX = 100
export const JOINED_MAX = 200
export const INVITES_MAX = 100
/** Of the room of a launch. */
export const TOKEN_ROOM_SEATS = 500
export const POST_WINDOW_MS = 60_000
