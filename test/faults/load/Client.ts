import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Tolerance } from '../checks/checkAnswers.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of many operations.
export type Reply = { status: number; body: any }
export type Request = { kind: string; method?: string; path: string; body?: object; headers?: Record<string, string> }

export type Client = {
  url: string
  answers: Answer[]
  /** The failures that are explained at this moment. */
  tolerated(): Tolerance
  send(request: Request): Promise<Reply>
  /** Sends again until the answer is neither a refusal nor lost; undefined when the load ends first. */
  insist(request: Request, isOver: () => boolean): Promise<Reply | undefined>
}

const ANSWER_MS = 45_000
const AGAIN_MS = 150

type Options = { url: string; headers: Record<string, string>; tolerated: () => Tolerance }

/** Sends requests through the proxy, and remembers each answer with what was tolerated meanwhile. */
export function createClient({ url, headers, tolerated }: Options): Client {
  const answers: Answer[] = []
  const send = async ({ kind, method = 'GET', path, body, headers: own }: Request): Promise<Reply> => {
    const began = tolerated()
    const answered = await exchange(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...own },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { status, hasRetryAfter, detail } = answered
    answers.push({ kind, status, hasRetryAfter, tolerated: [began, tolerated()], detail })
    return { status, body: answered.body }
  }
  return {
    url,
    answers,
    tolerated,
    send,
    async insist(request, isOver) {
      for (;;) {
        const reply = await send(request)
        if (reply.status > 0 && reply.status < 500 && reply.status !== 429) return reply
        if (isOver()) return undefined
        await delay(AGAIN_MS)
      }
    },
  }
}

type Exchanged = Reply & { hasRetryAfter: boolean; detail: string }

async function exchange(url: string, init: RequestInit): Promise<Exchanged> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await response.text()
    // An answer without the service's own header comes from the proxy, whose replica is gone.
    const isOfService = response.headers.has('x-request-id') || response.status !== 502
    const detail = response.status >= 500 ? `: ${text.slice(0, 200)}` : ''
    const status = isOfService ? response.status : 0
    return { status, body: parse(text), hasRetryAfter: response.headers.has('retry-after'), detail }
  } catch (error) {
    return { status: 0, body: undefined, hasRetryAfter: false, detail: ` (${(error as Error).name})` }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
