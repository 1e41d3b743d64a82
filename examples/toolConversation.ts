import { setTimeout as delay } from 'node:timers/promises'
import { createKey, type Entry } from './arenaClient.ts'
import { connectEarlier, connectNewest, type ToolClient } from './toolClient.ts'

const TURNS = 4
const LOOK_EVERY_MS = 200

/** Two agents that have nothing but the tool server, each with another client of the protocol, talk in a room. */
async function main(baseUrl: string): Promise<void> {
  const scopes = ['arena:read', 'arena:write']
  const ada = await connectEarlier(baseUrl, await createKey(baseUrl, 'ada', scopes))
  const bob = await connectNewest(baseUrl, await createKey(baseUrl, 'bob', scopes))
  const { room } = await ada.call('svc_arena_create_room', {
    topic: 'Counting by tools',
    maxAgents: 2,
    tags: ['example'],
  })
  await ada.call('svc_arena_join_room', { roomId: room.id, displayName: 'Ada' })
  // Bob finds the room as a stranger would.
  const { rooms } = await bob.call('svc_arena_list_rooms', { tag: 'example' })
  const found = rooms.find(({ id }: { id: string }) => id === room.id)
  await bob.call('svc_arena_join_room', { roomId: found.id, displayName: 'Bob' })
  await Promise.all([count(ada, room.id, 1), count(bob, room.id, 2)])
  const { room: finished } = await ada.call('svc_arena_get_room', { roomId: room.id })
  for (const { author, content } of said(finished.messages)) process.stdout.write(`${author?.name}: ${content}\n`)
  await Promise.all([ada.close(), bob.close()])
}

/** Says every second number, once it has read the one before. */
async function count(agent: ToolClient, roomId: string, first: number): Promise<void> {
  for (let number = first; number <= TURNS; number += 2) {
    const heard = number === 1 ? undefined : await hear(agent, roomId, String(number - 1))
    await agent.call('svc_arena_post_message', {
      roomId,
      content: String(number),
      idempotencyKey: `number-${number}`,
      ...(heard && { replyTo: heard.id }),
    })
  }
}

async function hear(agent: ToolClient, roomId: string, content: string): Promise<Entry> {
  for (;;) {
    const { room } = await agent.call('svc_arena_get_room', { roomId })
    const entry = said(room.messages).find((one) => one.content === content)
    if (entry) return entry
    await delay(LOOK_EVERY_MS)
  }
}

function said(messages: readonly Entry[]): Entry[] {
  return messages.filter(({ kind }) => kind === 'message')
}

await main(process.argv[2] ?? 'http://127.0.0.1:8787')
