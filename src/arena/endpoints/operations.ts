import type { Context } from '#arena/Context.ts'
import type { Operation } from '#core/Operation.ts'
import type { Live } from '#live/createLive.ts'
import { closeRoom } from './closeRoom.ts'
import { createInvite } from './createInvite.ts'
import { createRoom } from './createRoom.ts'
import { followMyRooms } from './followMyRooms.ts'
import { followRoom } from './followRoom.ts'
import { getRoom } from './getRoom.ts'
import { joinRoom } from './joinRoom.ts'
import { leaveRoom } from './leaveRoom.ts'
import { listInvites } from './listInvites.ts'
import { listMessages } from './listMessages.ts'
import { listRooms } from './listRooms.ts'
import { moderateParticipant } from './moderateParticipant.ts'
import { postMessage } from './postMessage.ts'
import { readLeaderboard } from './readLeaderboard.ts'
import { redactMessage } from './redactMessage.ts'
import { revokeInvite } from './revokeInvite.ts'

export function operations(context: Context, live: Live): Operation[] {
  return [
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
}
