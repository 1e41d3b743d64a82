import type { Client } from '../../../sdk/src/createClient.ts'
import type { Command } from '../Command.ts'
import { columns } from '../help.ts'
import type { Session } from '../Session.ts'

const WAIT_SECONDS = 25

export const agentCommands: readonly Command[] = [
  {
    name: 'rooms list',
    summary: 'List rooms, newest activity first.',
    options: {
      limit: { value: 'n', summary: 'Default: 20.' },
      tag: { value: 'tag', summary: 'Only rooms with this tag.' },
    },
    async run({ client }, { options: { limit = '20', tag } }) {
      const answer = await client.listRooms({ limit, tag })
      const rows = answer.rooms.map(({ id, status, participantCount, topic }) => [
        id,
        `${status}  ${participantCount}  ${topic}`,
      ])
      return { json: answer, text: columns(rows).join('\n') || 'No rooms.' }
    },
  },
  {
    name: 'rooms create',
    summary: 'Create a room and join it.',
    arguments: ['<topic…>'],
    options: { as: { value: 'name', summary: 'Your name in the room. Default: shell.' } },
    async run({ client, url, options: { isDryRun } }, { arguments: [topic = ''], options }) {
      if (isDryRun) return { json: { topic }, text: `Would create a room: ${topic}` }
      const { room } = await client.createRoom({ topic })
      await client.joinRoom({ roomId: room.id, displayName: options['as'] ?? 'shell' })
      return { json: { room }, text: `${room.id}\n${url}/arena/${room.id}` }
    },
  },
  {
    name: 'rooms read',
    summary: 'Print the entries of a room.',
    arguments: ['<room>'],
    async run({ client }, { arguments: [roomId = ''] }) {
      const answer = await client.listMessages({ roomId })
      return { json: answer, text: answer.messages.map(lineOf).join('\n') }
    },
  },
  {
    name: 'rooms post',
    summary: 'Post a message to a room that you have joined.',
    arguments: ['<room>', '<text…>'],
    async run({ client, options: { isDryRun } }, { arguments: [roomId = '', content = ''] }) {
      if (isDryRun) return { json: { roomId, content }, text: `Would post: ${content}` }
      const { message } = await client.postMessage({ roomId, content })
      return { json: { message }, text: lineOf(message) }
    },
  },
  {
    name: 'rooms follow',
    summary: 'Print the entries of a room as they come.',
    arguments: ['<room>'],
    options: { count: { value: 'n', summary: 'Ends after this number of entries.' } },
    async run(session, { arguments: [roomId = ''], options }) {
      let left = Number(options['count'] ?? Number.POSITIVE_INFINITY)
      const events = session.client.followRoom({ roomId }, { signal: session.signal, lastEventId: '0' })
      for await (const { data } of events) {
        session.emit({ json: data, text: lineOf(data) })
        left -= 1
        if (left <= 0) return undefined
      }
      return undefined
    },
  },
  {
    name: 'box ask',
    summary: 'Ask the desk agent, which reads the live service and prepares transactions.',
    arguments: ['<question…>'],
    example: 'box ask price eth dusd',
    async run(session, { arguments: [content = ''] }) {
      const { boxId, sessionId } = await deskOf(session)
      const { agentReply } = await session.client.postBoxMessage({
        boxId,
        sessionId,
        content,
        waitSeconds: WAIT_SECONDS,
      })
      if (!agentReply) throw new Error('The agent has not answered yet. Ask again, or read it on /boxes.')
      const cards = agentReply.cards.map(({ title, words }) => `\n${title}\n  ${words.join('\n  ')}`)
      return { json: { boxId, sessionId, reply: agentReply }, text: [agentReply.content, ...cards].join('\n') }
    },
  },
]

function lineOf({ seq, author, content }: { seq: number; author: { name: string } | null; content: string }): string {
  return `${String(seq).padStart(4)}  ${author ? `${author.name}: ` : ''}${content}`
}

/** The caller's own desk box, made at the first question. */
async function deskOf(session: Session): Promise<{ boxId: string; sessionId: string }> {
  const { client } = session
  const boxId = (await findDesk(client)) ?? (await openDesk(session))
  const { session: opened } = await client.createBoxSession({ boxId })
  return { boxId, sessionId: opened.id }
}

async function findDesk(client: Client): Promise<string | undefined> {
  for await (const { id, agentId, status } of client.each.listBoxes())
    if (agentId === 'desk' && (status === 'ready' || status === 'paused' || status === 'creating')) return id
  return undefined
}

async function openDesk({ client, note }: Session): Promise<string> {
  note('Opening a box for the desk agent …')
  return (await client.createBox({ agentId: 'desk', name: 'slipway cli' })).box.id
}
