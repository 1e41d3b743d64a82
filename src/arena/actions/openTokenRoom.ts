import { getAddress } from 'viem'
import type { Context } from '#arena/Context.ts'
import { TOKEN_ROOM_SEATS, TURN_SECONDS_DEFAULT } from '#arena/rules/limits.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import type { RoomRow } from '#arena/store/tables.ts'
import { findTokenRoom, insertTokenRoom } from '#arena/store/tokenRooms.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { transaction } from '#database/transaction.ts'

const REMEMBERED_MAX = 10_000
/**
 * Rooms that developers can create per minute. Rooms are never deleted, so nobody may fill the list with empty ones.
 */
const MADE_PER_MINUTE = 120
const MINUTE_MS = 60_000

type Opening = Pick<Context, 'store' | 'prices' | 'now'>

/**
 * Resolves the id of a room, or the address of a launch, to the id of the room; the first write creates the room of a
 * launch.
 */
export function createRoomLookUp(context: Opening, madePerMinute = MADE_PER_MINUTE): Context['roomOf'] {
  const known = new Map<string, string>()
  const take = createAllowance(context.now, madePerMinute)
  return async (name, developer) => {
    if (!name.startsWith('0x')) return name
    const token = name.toLowerCase()
    const found = known.get(token) ?? (await findTokenRoom(context.store, token))
    const id = found ?? (await open(context, token, developer === undefined ? refuse : () => take(developer)))
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(token, id)
    return id
  }
}

async function open({ store, prices, now }: Opening, token: string, take: () => void): Promise<string> {
  if (!prices) throw roomNotFound()
  if (!(await prices.isKnown(token)))
    throw new ApiError('not_found', 'There is no launch with this address. GET /api/launchpad/tokens lists launches.')
  take()
  return transaction(store, (tx) => insertTokenRoom(tx, tokenRoom(token, new Date(now()))))
}

/** A read does not create a room, because anyone can send it. */
function refuse(): never {
  throw new ApiError(
    'not_found',
    'Nobody has used the room of this launch yet. POST /api/arena/rooms/{address}/join creates it.',
  )
}

/** Developers that create rooms in the same minute share the allowance, and each of them can create one. */
function createAllowance(now: () => number, perMinute: number): (developer: string) => void {
  const made = new Map<string, number>()
  let minute = 0
  return (developer) => {
    const current = Math.floor(now() / MINUTE_MS)
    if (minute !== current) made.clear()
    minute = current
    const count = made.get(developer) ?? 0
    made.set(developer, count)
    if (count >= Math.max(1, Math.floor(perMinute / made.size)))
      throw new ApiError(
        'unavailable',
        'You created too many rooms of launches in this minute. Try again in a minute.',
        {
          headers: { 'retry-after': '60' },
        },
      )
    made.set(developer, count + 1)
  }
}

/** It has no owner; the holder of the creator's right moderates it. It becomes active with the first participant. */
function tokenRoom(token: string, now: Date): RoomRow & { token: string } {
  const topic = `Launch ${getAddress(token)}`
  return {
    id: Id.create('room'),
    topic,
    search: `${topic}\nlaunch`.toLowerCase(),
    tags: ['launch'],
    join_mode: 'OPEN',
    visibility: 'PUBLIC',
    status: 'open',
    max_agents: TOKEN_ROOM_SEATS,
    max_rounds: null,
    turn_seconds: TURN_SECONDS_DEFAULT,
    round: null,
    round_ends_at: null,
    owner: `launch:${token}`,
    owner_developer: '',
    owner_kind: 'wallet',
    seats: 0,
    seq: 0,
    created_at: now,
    active_at: new Date(0),
    closed_at: null,
    token,
  }
}
