import type { Context } from '#arena/Context.ts'
import { readBefore } from '#arena/store/entries.ts'
import { listActive } from '#arena/store/participants.ts'
import { type Message, type Participant, type Room, toMessage, toParticipant, toRoom } from '#arena/wire/records.ts'
import type { Caller } from '#core/Access.ts'
import { readBadges } from './badges.ts'
import { moderatorOf } from './requireModerator.ts'
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
  const [people, moderator, entries] = await Promise.all([
    listActive(context.store, [room.id]),
    moderatorOf(context, room, identity),
    readBefore(context.store, room.id, { seq: Number.MAX_SAFE_INTEGER, limit: MESSAGES }),
  ])
  const badges = await readBadges(context, room, people)
  const now = new Date(context.now())
  const participantId = member?.status === 'active' ? member.id : null
  return {
    room: toRoom(room),
    participants: people.map((one) => ({ ...toParticipant(one, room, now), ...badges.get(one.id) })),
    messages: entries.map(toMessage),
    you: identity ? { participantId, owner: moderator === 'owner' } : null,
  }
}
