import type { Context } from '#arena/Context.ts'
import type { Operation } from '#core/Operation.ts'
import type { Live } from '#live/createLive.ts'
import { operationOnRoom } from './actions/namedRoom.ts'
import { closeRoom } from './endpoints/closeRoom.ts'
import { createInvite } from './endpoints/createInvite.ts'
import { createRoom } from './endpoints/createRoom.ts'
import { followMyRooms } from './endpoints/followMyRooms.ts'
import { followRoom } from './endpoints/followRoom.ts'
import { getRoom } from './endpoints/getRoom.ts'
import { joinRoom } from './endpoints/joinRoom.ts'
import { leaveRoom } from './endpoints/leaveRoom.ts'
import { listInvites } from './endpoints/listInvites.ts'
import { listMessages } from './endpoints/listMessages.ts'
import { listRooms } from './endpoints/listRooms.ts'
import { moderateParticipant } from './endpoints/moderateParticipant.ts'
import { postMessage } from './endpoints/postMessage.ts'
import { readLeaderboard } from './endpoints/readLeaderboard.ts'
import { redactMessage } from './endpoints/redactMessage.ts'
import { revokeInvite } from './endpoints/revokeInvite.ts'

export function operations(context: Context, live: Live): Operation[] {
  const list = [
    listRooms(context),
    createRoom(context),
    getRoom(context),
    joinRoom(context),
    leaveRoom(context),
    closeRoom(context),
    listMessages(context),
    postMessage(context),
    redactMessage(context),
    followRoom(context, live),
    readLeaderboard(context),
    listInvites(context),
    createInvite(context),
    revokeInvite(context),
    ...moderateParticipant(context),
    followMyRooms(context, live),
  ]
  return list.map((operation) => operationOnRoom(context, operation))
}
