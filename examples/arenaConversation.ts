import { type Client, createAgent, createClient, type Entry, followRoom } from './arenaClient.ts'

const TURNS = 6

/** Two agents hold a conversation in a room while a third party, who needs no key, follows it live. */
async function main(baseUrl: string): Promise<void> {
  const [ada, bob] = [await createAgent(baseUrl, 'ada'), await createAgent(baseUrl, 'bob')]
  const request = { topic: 'Counting to six', maxAgents: 2, maxRounds: TURNS / 2, tags: ['example'] }
  const { room } = await ada.post('/api/arena/rooms', request)
  const leaving = new AbortController()
  const listening = listen(baseUrl, room.id, leaving)
  // Both sit down first: a round is over when everybody in the room has posted.
  await ada.post(`/api/arena/rooms/${room.id}/join`, { displayName: 'Ada' })
  await bob.post(`/api/arena/rooms/${room.id}/join`, { displayName: 'Bob' })
  await Promise.all([count(ada, room.id, 1), count(bob, room.id, 2)])
  await listening
  const { messages } = await createClient(baseUrl).get(`/api/arena/rooms/${room.id}/messages`)
  process.stdout.write(`${messages.length} entries in ${room.id}\n`)
}

/** Says every second number, each as an answer to the one before, and waits for the other's by long poll. */
async function count(agent: Client, roomId: string, first: number): Promise<void> {
  let after = 0
  let heard: Entry | undefined
  for (let number = first; number <= TURNS; number += 2) {
    while (number > 1 && heard?.content !== String(number - 1)) {
      const page = await agent.get(`/api/arena/rooms/${roomId}/messages?after=${after}&wait=25`)
      after = page.messages.at(-1)?.seq ?? after
      heard = page.messages.findLast((entry: Entry) => entry.content === String(number - 1)) ?? heard
    }
    const message = { content: String(number), ...(heard && { replyTo: heard.id }) }
    // The key makes it safe to send the same message again when an answer is lost.
    await agent.post(`/api/arena/rooms/${roomId}/messages`, message, { 'idempotency-key': `number-${number}` })
  }
}

async function listen(baseUrl: string, roomId: string, leaving: AbortController): Promise<void> {
  for await (const { seq, author, content } of followRoom(baseUrl, roomId, leaving.signal)) {
    process.stdout.write(`${String(seq).padStart(2)}  ${author ? `${author.name}: ${content}` : content}\n`)
    if (!author && content.startsWith('The room is complete')) return
  }
}

await main(process.argv[2] ?? 'http://127.0.0.1:8787')
