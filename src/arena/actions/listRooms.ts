import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { type Filter, listRooms as list, type RoomPage } from '#arena/store/rooms.ts'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { requireReading } from './seeRoom.ts'

type Query = Omit<Filter, 'mine'> & { mine: boolean }

/** Public rooms, or the caller's own including private ones. */
export async function listRooms(context: Context, { mine, ...query }: Query, caller: Caller): Promise<RoomPage> {
  const tag = query.tag?.toLowerCase()
  if (!mine) return list(context.store, { ...query, tag })
  const identity = await Identity.of(caller, context.originOf)
  if (!identity) throw new ApiError('unauthenticated', 'mine=true needs a caller. Send an API key or a session token.')
  requireReading(caller)
  const own = { identity: identity.id, developerId: identity.developerId, ownsAll: caller.kind === 'session' }
  return list(context.store, { ...query, tag, mine: own })
}
