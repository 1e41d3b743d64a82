import { authorize } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Call, Operation } from '#core/Operation.ts'
import { decode } from '#http/decode.ts'
import { framesOf } from './framesOf.ts'
import { inTools } from './inTools.ts'
import { isObject, type MessageId, type Params } from './Message.ts'
import { ProtocolError } from './ProtocolError.ts'
import { follow } from './resources.ts'

export const LISTEN = 'subscriptions/listen'
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
const URIS_MAX = 10
/** Every notification repeats the id. */
const ID_LENGTH_MAX = 200
/** Events that come within this time are one notification. */
const GATHER_MS = 100

type Listening = {
  id: MessageId
  params: Params
  call: Call
  operationOf: (name: string) => Operation | undefined
}

/** Notifies of changes of resources as one stream; each is followed by the operation that streams it, as the caller. */
export async function listen({ id, params, call, operationOf }: Listening): Promise<Response> {
  await call.take('read')
  if (typeof id === 'string' && id.length > ID_LENGTH_MAX)
    throw new ProtocolError('invalidRequest', `id must have at most ${ID_LENGTH_MAX} characters.`, { status: 400 })
  const uris = urisIn(params)
  const open = uris.map((uri) => openFeed(uri, call, operationOf))
  const feeds = await Promise.all(open).catch(async (error) => {
    for (const one of await Promise.allSettled(open)) if (one.status === 'fulfilled') await one.value.cancel()
    throw error
  })
  const _meta = { [SUBSCRIPTION]: id }
  const notify = (stream: Notified, method: string, more: object) =>
    send(stream, { method: `notifications/${method}`, params: { ...more, _meta } })
  /** Resources that changed while the reader was behind: one notification of each is enough. */
  const changed = new Set<string>()
  const notifyChanged = (stream: Notified) => {
    for (const uri of changed) {
      // First, because sending to a reader that waits calls this again.
      changed.delete(uri)
      notify(stream, 'resources/updated', { uri })
    }
  }
  const body = new ReadableStream<string>({
    async start(stream) {
      notify(stream, 'subscriptions/acknowledged', { notifications: { resourceSubscriptions: uris } })
      const updated = (uri: string) => {
        changed.add(uri)
        if (isRead(stream)) notifyChanged(stream)
      }
      void Promise.allSettled(feeds.map((feed, n) => relay(feed, stream, () => updated(uris[n] as string)))).then(
        () => {
          notifyChanged(stream)
          send(stream, { id, result: { resultType: 'complete', _meta } })
          attempt(() => stream.close())
        },
      )
    },
    pull: notifyChanged,
    cancel: () => Promise.all(feeds.map((feed) => feed.cancel().catch(() => {}))).then(() => {}),
  })
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  }
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers })
}

/** The resources of the filter. Lists of this server never change while a client is connected. */
function urisIn({ notifications = {} }: Params): string[] {
  const { resourceSubscriptions: uris = [] } = isObject(notifications) ? notifications : { resourceSubscriptions: null }
  const isValid = Array.isArray(uris) && uris.length <= URIS_MAX && uris.every((uri) => typeof uri === 'string')
  if (isValid) return [...new Set(uris as string[])]
  throw new ProtocolError(
    'invalidParams',
    `notifications.resourceSubscriptions must list at most ${URIS_MAX} URIs of resources.`,
  )
}

type Notified = ReadableStreamDefaultController<string>
type Feed = ReadableStreamDefaultReader<Uint8Array>

async function openFeed(uri: string, call: Call, operationOf: Listening['operationOf']): Promise<Feed> {
  const found = follow(uri)
  const operation = found && operationOf(found.operation)
  const data = { uri: uri.slice(0, 200) }
  if (!operation)
    throw new ProtocolError(
      'invalidParams',
      `${data.uri} cannot be followed. Call resources/templates/list for those that can.`,
      { data },
    )
  try {
    await call.take('stream')
    authorize(operation.access, call.caller)
    const response = await (operation.respond as (request: unknown, call: Call) => Promise<Response>)(
      decode(operation.request, found.request),
      call,
    )
    return (response.body as ReadableStream<Uint8Array>).getReader()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'unauthenticated') throw error
    throw new ProtocolError('invalidParams', inTools(error.message), { data })
  }
}

/** Passes on that something happened, and heartbeats, until the feed ends. */
async function relay(feed: Feed, stream: Notified, updated: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    timer = undefined
    updated()
  }
  for await (const { event, isHeartbeat } of framesOf(feed)) {
    if (isHeartbeat) beat(stream)
    else if (event !== 'ready' && event !== 'end') timer ??= setTimeout(report, GATHER_MS)
  }
  if (timer === undefined) return
  clearTimeout(timer)
  updated()
}

function beat(stream: Notified): void {
  if (isRead(stream)) attempt(() => stream.enqueue(':\n\n'))
}

/** Whether the reader has taken all that was sent. */
function isRead({ desiredSize }: Notified): boolean {
  return (desiredSize ?? 0) > 0
}

function send(stream: Notified, message: object): void {
  attempt(() => stream.enqueue(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`))
}

/** The reader may be gone at any moment. */
function attempt(work: () => void): void {
  try {
    work()
  } catch {}
}
