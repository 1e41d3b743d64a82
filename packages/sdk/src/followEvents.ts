import type { Caller, CallOptions } from './createCaller.ts'
import type { Operation, Streamed } from './Operation.ts'
import { pause } from './retry.ts'
import { type Code, SlipwayError } from './SlipwayError.ts'

/** `event` is the kind; `reset` says that events were missed and everything must be read again. */
export type Event<Data = unknown> = { id: string; event: string; data: Data }

export type FollowOptions = CallOptions & {
  /** Resumes after this event. Default: from now. */
  lastEventId?: string | undefined
}

const RETRY_MS = 1_000

/** Events as they are committed. A broken stream is opened again after the last event, so that none is missed. */
export async function* followEvents<Request extends object, Data>(
  call: Caller,
  operation: Streamed<Request, unknown, Code, Data>,
  { request, ...options }: FollowOptions & { request: Request },
): AsyncGenerator<Event<Data>> {
  const position = { last: options.lastEventId, hasConnected: false }
  for (;;) {
    try {
      yield* followOnce(call, operation, { ...options, request, position })
    } catch (error) {
      if (options.signal?.aborted || !position.hasConnected || isFinal(error)) throw error
    }
    await pause(RETRY_MS, options.signal)
  }
}

type Position = { last: string | undefined; hasConnected: boolean }

async function* followOnce<Data>(
  call: Caller,
  operation: Operation,
  { request, position, ...options }: CallOptions & { request: object; position: Position },
): AsyncGenerator<Event<Data>> {
  const resumed = position.last === undefined ? {} : { 'last-event-id': position.last }
  const headers = { accept: 'text/event-stream', ...options.headers, ...resumed }
  const response = await call.open(operation, request, { ...options, headers })
  position.hasConnected = true
  for await (const event of readEvents(response)) {
    position.last = event.id || position.last
    if (event.event !== 'ready' && event.event !== 'end') yield event as Event<Data>
  }
}

/** A refusal, such as of a revoked key. A service that restarts, or a broken connection, is tried again. */
function isFinal(error: unknown): boolean {
  return error instanceof SlipwayError && error.status >= 400 && error.status < 500 && error.status !== 429
}

/** The events of one response. */
async function* readEvents(response: Response): AsyncGenerator<Event> {
  if (!response.body) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield* parse(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** None for a comment, which keeps the connection open. */
function* parse(block: string): Generator<Event> {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const at = line.indexOf(':')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart())
  }
  const event = fields.get('event')
  if (event === undefined) return
  yield { id: fields.get('id') ?? '', event, data: JSON.parse(fields.get('data') ?? 'null') }
}
