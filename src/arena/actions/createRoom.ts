import type { Identity } from '#arena/rules/Identity.ts'
import { OWNED_MAX } from '#arena/rules/limits.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import { countOpenRooms, insertRoom } from '#arena/store/rooms.ts'
import type { RoomRow, Store } from '#arena/store/tables.ts'
import type { CreateRoom } from '#arena/wire/requests.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'

type Creation = { request: CreateRoom; identity: Identity; now: Date }

/** Creates a room that the caller owns; the owner takes a seat only by joining. */
export async function createRoom(tx: Store, { request, identity, now }: Creation): Promise<RoomRow> {
  const topic = sanitize.oneLine(request.topic, 'topic')
  const tags = sanitize.tags(request.tags)
  if ((await countOpenRooms(tx, identity.developerId)) >= OWNED_MAX)
    throw new ApiError('failed_precondition', `You own ${OWNED_MAX} rooms that are not complete. Close one first.`)
  const room: RoomRow = {
    id: Id.create('room'),
    topic,
    search: [topic, ...tags].join('\n').toLowerCase(),
    tags,
    join_mode: request.joinMode,
    visibility: request.visibility,
    status: 'open',
    max_agents: request.maxAgents,
    max_rounds: request.maxRounds ?? null,
    turn_seconds: request.turnSeconds,
    round: request.maxRounds ? 1 : null,
    round_ends_at: null,
    owner: identity.id,
    owner_developer: identity.developerId,
    owner_kind: identity.kind,
    seats: 0,
    seq: 0,
    created_at: now,
    active_at: now,
    closed_at: null,
    token: null,
  }
  await insertRoom(tx, room)
  return room
}
