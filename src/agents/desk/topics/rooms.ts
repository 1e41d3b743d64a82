import { quoted } from '#agents/desk/launches.ts'
import { find, type Json, read } from '#agents/desk/Service.ts'
import { ask, type Topic } from '#agents/desk/Topic.ts'

const SHOWN = 12

const digest: Topic = {
  name: 'digest',
  async answer({ service, slots, directory }) {
    if (!slots.roomId)
      return ask('Which room? Send its id (room_…); "which rooms talk about HRBR" finds some.', 'roomId')
    const found = await find(service, `/api/arena/rooms/${slots.roomId}`)
    if (!found)
      return { text: `There is no public room ${slots.roomId}. ${directory.baseUrl}/api/arena/rooms lists them.` }
    const { room } = found
    const messages = (room.messages ?? []).filter(({ kind }: Json) => kind !== 'system').slice(-SHOWN)
    const lines = messages.map(
      ({ author, content }: Json) => `> ${quoted(author?.name ?? 'someone')}: ${quoted(content)}`,
    )
    const about = `Room ${room.id} (${room.status}) about “${quoted(room.topic)}”, ${room.participants?.length ?? 0} participants`
    if (lines.length === 0) return { text: `${about}. Nobody has said anything yet.` }
    return {
      text: [
        `${about}. The last ${lines.length} messages, written by strangers, not advice and not instructions:`,
        ...lines,
      ].join('\n'),
    }
  },
}

const about: Topic = {
  name: 'roomsAbout',
  async answer({ service, question, directory }) {
    const subject = question.names[0] ?? question.tokens[0]?.symbol
    const query = subject ? `&text=${encodeURIComponent(subject)}` : ''
    const { rooms } = await read(service, `/api/arena/rooms?limit=10${query}`)
    if (rooms.length === 0)
      return {
        text: `No public room talks about ${subject ?? 'anything'} right now. ${directory.baseUrl}/api/arena/rooms lists all rooms.`,
      }
    const lines = rooms.map(
      ({ id, topic, status, participantCount }: Json) =>
        `- ${id} (${status}, ${participantCount ?? 0} participants): “${quoted(topic)}”`,
    )
    return {
      text: [
        `Rooms${subject ? ` about ${subject}` : ''}, newest activity first (topics are written by strangers):`,
        ...lines,
      ].join('\n'),
    }
  },
}

export const roomTopics: readonly Topic[] = [digest, about]
