import { authorize } from '#core/Access.ts'
import type { Call, Operation } from '#core/Operation.ts'
import { decode } from '#http/decode.ts'
import { framesOf } from './framesOf.ts'
import { beat, type MessageStream } from './messageStream.ts'
import { ProtocolError } from './ProtocolError.ts'
import { refusal } from './refusal.ts'
import { follow } from './resources.ts'

/** Events that come within this time are one notification. */
const GATHER_MS = 100

export type Feed = ReadableStreamDefaultReader<Uint8Array>
export type FindOperation = (name: string) => Operation | undefined

/** The events of a resource, from the operation that streams it, as the caller. */
export async function openFeed(uri: string, call: Call, operationOf: FindOperation): Promise<Feed> {
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
    throw refusal(error, data)
  }
}

/** Passes on that something happened, and heartbeats, until the feed ends; returns the reason. */
export async function relay(feed: Feed, stream: MessageStream, updated: () => void): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  let reason = 'unavailable'
  const report = () => {
    timer = undefined
    updated()
  }
  for await (const { event, data } of framesOf(feed)) {
    if (data === undefined) beat(stream)
    else if (event === 'end') reason = (JSON.parse(data) as { reason: string }).reason
    else if (event !== 'ready') timer ??= setTimeout(report, GATHER_MS)
  }
  clearTimeout(timer)
  return reason
}
