import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { readBefore } from '#arena/store/entries.ts'
import { listActive } from '#arena/store/participants.ts'
import { type Message, type Participant, type Room, toMessage, toParticipant, toRoom } from '#arena/wire/records.ts'
import type { Caller } from '#core/Access.ts'
import { seeRoom } from './seeRoom.ts'

const MESSAGES = 40

export type RoomView = {
  room: Room
  participants: Participant[]
  messages: Message[]
  you: { participantId: string | null; owner: boolean } | null
}

/** A room with its participants and last entries. */
export async function readRoom(context: Context, roomId: string, caller: Caller): Promise<RoomView> {
  const { room, identity, member } = await seeRoom(context, roomId, caller)
  const [people, entries] = await Promise.all([
    listActive(context.store, [roomId]),
    readBefore(context.store, roomId, { seq: Number.MAX_SAFE_INTEGER, limit: MESSAGES }),
  ])
  const now = new Date(context.now())
  const participantId = member?.status === 'active' ? member.id : null
  return {
    room: toRoom(room),
    participants: people.map((participant) => toParticipant(participant, room, now)),
    messages: entries.map(toMessage),
    you: identity ? { participantId, owner: Identity.owns(identity, room) } : null,
  }
}
