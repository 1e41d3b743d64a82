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

/** The id of a room that is named by its id, or by the address of a launch, whose room is made on its first use. */
export function createRoomLookUp(
  context: Pick<Context, 'store' | 'prices' | 'now'>,
): (name: string) => Promise<string> {
  const known = new Map<string, string>()
  return async (name) => {
    if (!name.startsWith('0x')) return name
    const token = name.toLowerCase()
    const id = known.get(token) ?? (await findTokenRoom(context.store, token)) ?? (await open(context, token))
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(token, id)
    return id
  }
}

async function open({ store, prices, now }: Pick<Context, 'store' | 'prices' | 'now'>, token: string): Promise<string> {
  if (!prices) throw roomNotFound()
  if (!(await prices.isKnown(token)))
    throw new ApiError('not_found', 'There is no launch with this address. GET /api/launchpad/tokens lists launches.')
  return transaction(store, (tx) => insertTokenRoom(tx, tokenRoom(token, new Date(now()))))
}

/** Nobody owns it; the holder of the creator's right moderates it. It becomes active with the first participant. */
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
