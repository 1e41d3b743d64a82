import type { Client } from './Client.ts'
import type { Load } from './startLoad.ts'

type Stored = Map<number, string | undefined>
type Entry = { seq: number; content: string; author?: object | null; authorType?: string }

/** The entries of the room by their number; those that are not posts have no key. */
export async function storedPosts({ client, roomPath }: Load): Promise<Stored> {
  const entries = await readAll(client, `${roomPath}/messages?limit=200`)
  return new Map(entries.map(({ seq, content, author }) => [seq, author ? content : undefined]))
}

/** The messages that were sent to the box, counted from 1. */
export async function storedBoxMessages({ client, sessionPath }: Load): Promise<Stored> {
  if (sessionPath === undefined) return new Map()
  const entries = await readAll(client, `${sessionPath}/messages?limit=200`)
  const sent = entries.filter(({ authorType }) => authorType === 'human')
  return new Map(sent.map(({ content }, index) => [index + 1, content]))
}

async function readAll(client: Client, path: string): Promise<Entry[]> {
  const all: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { body } = await client.send({ kind: 'check', path: path + next })
    all.push(...body.messages)
    cursor = body.nextCursor
  }
  return all
}
