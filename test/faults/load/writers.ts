import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Acknowledged } from '../checks/checkWrites.ts'
import type { Client, Reply, Request } from './Client.ts'

export type Ledger = { sent: Set<string>; acknowledged: Acknowledged[] }
/** One step of a worker; `isOver` says whether the load ends. */
export type Step = (isOver: () => boolean) => Promise<void>

export function createLedger(): Ledger {
  return { sent: new Set(), acknowledged: [] }
}

type Outcome = 'done' | 'again' | 'refused'
type Writing = { client: Client; ledger: Ledger; write(key: string): Request; outcomeOf(reply: Reply): Outcome }

const AGAIN_MS = 200

/** Repeats one write under a new key until it is acknowledged. */
function createWriter({ client, ledger, write, outcomeOf }: Writing): Step {
  return async (isOver) => {
    const key = randomUUID()
    const request = write(key)
    ledger.sent.add(key)
    for (; !isOver(); await delay(AGAIN_MS)) {
      const reply = await client.insist(request, isOver)
      const outcome = reply ? outcomeOf(reply) : 'again'
      if (outcome === 'refused') throw new Error(`${request.kind}: ${reply?.status} ${JSON.stringify(reply?.body)}`)
      if (outcome === 'done') return void ledger.acknowledged.push({ key, at: performance.now() })
    }
  }
}

const created = ({ status }: Reply): Outcome => (status === 201 ? 'done' : 'refused')

/** Posts to a room over REST. */
export function postWriter(client: Client, ledger: Ledger, roomId: string): Step {
  return createWriter({
    client,
    ledger,
    write: (key) => ({
      kind: 'post',
      method: 'POST',
      path: `/api/arena/rooms/${roomId}/messages`,
      body: { content: key },
      headers: { 'idempotency-key': key },
    }),
    outcomeOf: created,
  })
}

/** Posts to a room with a tool of the MCP server. */
export function toolWriter(client: Client, ledger: Ledger, roomId: string): Step {
  return createWriter({
    client,
    ledger,
    write: (key) => toolCall('svc_arena_post_message', { roomId, content: key, idempotencyKey: key }, key),
    outcomeOf({ body }) {
      if (body.result && !body.result.isError) return 'done'
      return /unavailable/i.test(JSON.stringify(body)) ? 'again' : 'refused'
    },
  })
}

/** Sends messages to the agent of a box. */
export function boxWriter(client: Client, ledger: Ledger, sessionPath: string): Step {
  return createWriter({
    client,
    ledger,
    write: (key) => ({
      kind: 'box',
      method: 'POST',
      path: `${sessionPath}/messages`,
      body: { content: key },
      headers: { 'idempotency-key': key },
    }),
    outcomeOf: created,
  })
}

export function toolCall(name: string, given: object, id: string): Request {
  return {
    kind: 'mcp',
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } },
    headers: { accept: 'application/json, text/event-stream' },
  }
}
