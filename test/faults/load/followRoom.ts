import { setTimeout as delay } from 'node:timers/promises'
import type { Received } from '../checks/checkStream.ts'
import type { Client } from './Client.ts'

export type Follower = {
  received: Received[]
  /** How often the stream was opened. */
  opened(): number
  position(): number
  stop(): Promise<void>
}

type Options = { client: Client; roomId: string; mayReset: () => boolean }

const AGAIN_MS = 200
/** Longer than the interval of the heartbeat. */
const SILENCE_MS = 20_000

/** Follows a room as a browser would: each connection resumes after the last event of the one before it. */
export function followRoom({ client, roomId, mayReset }: Options): Follower {
  const received: Received[] = []
  const stopping = new AbortController()
  let lastId: string | undefined
  let opened = 0
  const take = (block: string) => {
    const { id, event } = fieldsOf(block)
    if (id === undefined || event === undefined) return
    lastId = id
    const seq = Number.parseInt(id, 10)
    const kind = event === 'ready' || event === 'reset' ? event : 'entry'
    received.push({ kind, seq, ...(kind === 'reset' && { mayReset: mayReset() }) })
  }
  const follow = async () => {
    while (!stopping.signal.aborted) {
      opened++
      await readOnce(client, { path: `/api/arena/rooms/${roomId}/events`, lastId, take, signal: stopping.signal })
      await delay(AGAIN_MS)
    }
  }
  const following = follow()
  return {
    received,
    opened: () => opened,
    position: () => received.at(-1)?.seq ?? 0,
    async stop() {
      stopping.abort()
      await following
    },
  }
}

type Connection = { path: string; lastId: string | undefined; take(block: string): void; signal: AbortSignal }

/** Reads until the connection ends for any reason. */
async function readOnce({ url }: Client, { path, lastId, take, signal }: Connection): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) }
    const response = await fetch(url + path, { headers, signal: AbortSignal.any([signal, silence.signal]) })
    if (!response.ok || !response.body) return
    let text = ''
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      timer.refresh()
      const blocks = (text + part).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  } catch {
    // Connections break in these tests; the next one resumes.
  } finally {
    clearTimeout(timer)
  }
}

function fieldsOf(block: string): Partial<Record<'id' | 'event', string>> {
  const fields = block.split('\n').map((line) => {
    const at = line.indexOf(': ')
    return [line.slice(0, at), line.slice(at + 2)] as const
  })
  return Object.fromEntries(fields)
}
