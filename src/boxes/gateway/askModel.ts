import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { ApiError } from '#core/ApiError.ts'
import { openOutbound } from '#core/sendOutbound.ts'
import { createMeter } from './createMeter.ts'
import type { ModelCall } from './judgeRequest.ts'
import * as ModelUsage from './ModelUsage.ts'
import { pick } from './pick.ts'
import { PROTOCOLS } from './protocols.ts'

/** The headers that pass in each direction. Credentials and hop-by-hop headers never do. */
const REQUEST_HEADERS = ['anthropic-version', 'anthropic-beta', 'openai-beta', 'user-agent']
const RESPONSE_HEADERS = ['content-type', 'retry-after', 'request-id', 'x-request-id', 'x-should-retry']
const RESPONSE_BYTES_MAX = 32 * 2 ** 20
const ERROR_BYTES_MAX = 2 ** 16
const TIMEOUT_MS = 600_000
/** Answers to a wrong key: they may quote it, and the box cannot change it. */
const KEY_REFUSED = new Set([401, 403, 407])
/** Of text, where the provider does not report tokens. */
const BYTES_PER_TOKEN = 4

export type Answer = { status: number; usage: ModelUsage.ModelUsage }

/** Asks the model, with the credential that the box never sees, and passes the answer on while it arrives. */
export async function askModel(
  call: ModelCall,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<Answer> {
  const incoming = await open(call, headers)
  const status = incoming.statusCode ?? 502
  if (status >= 300) return passError(call, stream, incoming)
  if (!stream.destroyed) stream.respond({ ':status': status, ...pick(incoming.headers, RESPONSE_HEADERS) })
  return { status, usage: await passAnswer(call, stream, incoming) }
}

async function open(call: ModelCall, headers: IncomingHttpHeaders): Promise<IncomingMessage> {
  const { endpoint, body, path } = call
  const { url, key, speaks } = endpoint
  const credential = key === undefined ? {} : PROTOCOLS[speaks].credential(key)
  try {
    // The operator has named the host, so it may be a private one.
    return await openOutbound(new URL(url.replace(/\/$/, '') + path), {
      method: 'POST',
      headers: {
        ...pick(headers, REQUEST_HEADERS),
        ...credential,
        // The provider must decode the body as it was checked, and answer in a form whose use is counted.
        'content-type': 'application/json',
        accept: call.isStream ? 'text/event-stream' : 'application/json',
        'accept-encoding': 'identity',
        'content-length': String(body.length),
      },
      body,
      isAllowed: () => true,
      isPlainAllowed: true,
      timeoutMs: TIMEOUT_MS,
    })
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'AbortError'
    if (isLate) throw new ApiError('deadline_exceeded', 'The model did not answer in time.', { cause })
    throw new ApiError('unavailable', 'The model could not be reached. Try again later.', { status: 502, cause })
  }
}

/** Reads to the end even if the box has left: the provider charges for the whole answer. */
async function passAnswer(
  call: ModelCall,
  stream: ServerHttp2Stream,
  incoming: IncomingMessage,
): Promise<ModelUsage.ModelUsage> {
  const isStream = incoming.headers['content-type']?.includes('event-stream') ?? false
  const meter = createMeter(call.endpoint.speaks, { isStream })
  const left = Promise.race([once(stream, 'close'), once(incoming, 'close')]).catch(() => {})
  let size = 0
  let isWhole = false
  try {
    for await (const part of incoming as AsyncIterable<Buffer>) {
      size += part.length
      if (size > RESPONSE_BYTES_MAX) break
      meter.read(part)
      if (!stream.destroyed && !stream.write(part)) await Promise.race([once(stream, 'drain'), left]).catch(() => {})
    }
    isWhole = incoming.complete
  } catch {
    // The provider broke off or took too long; what arrived is counted.
  }
  if (isWhole) stream.end()
  else stream.destroy()
  return countOf(call, { ...meter.end(), isWhole })
}

type Metered = { usage: ModelUsage.ModelUsage | undefined; bytes: number; isWhole: boolean }

/** The reported usage; of an answer that lacks the report, or its end, an estimate by size. */
function countOf({ bound, body }: ModelCall, { usage, bytes, isWhole }: Metered): ModelUsage.ModelUsage {
  if (bound.input === 0) return ModelUsage.NONE
  if (usage && isWhole) return usage
  const output = Math.min(bound.output, Math.ceil(bytes / BYTES_PER_TOKEN))
  return ModelUsage.largest(usage ?? { ...ModelUsage.NONE, input: Math.ceil(body.length / BYTES_PER_TOKEN) }, {
    ...ModelUsage.NONE,
    output,
  })
}

/** Passes an error on without the key, which some servers quote. */
async function passError(call: ModelCall, stream: ServerHttp2Stream, incoming: IncomingMessage): Promise<Answer> {
  const status = incoming.statusCode ?? 502
  if (KEY_REFUSED.has(status) || status < 400) {
    incoming.destroy()
    throw new ApiError('unavailable', 'The model provider refuses this service. Report it to the operator.', {
      status: 502,
      cause: new Error(`The model answered ${status}.`),
    })
  }
  const { key } = call.endpoint
  // A key that the cut would divide is replaced before it.
  const start = (await readStart(incoming, ERROR_BYTES_MAX + (key?.length ?? 0))).toString()
  const text = (key === undefined ? start : start.replaceAll(key, '…')).slice(0, ERROR_BYTES_MAX)
  if (!stream.destroyed) {
    stream.respond({ ':status': status, ...pick(incoming.headers, RESPONSE_HEADERS) })
    stream.end(text)
  }
  return { status, usage: ModelUsage.NONE }
}

async function readStart(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > bytesMax) break
  }
  return Buffer.concat(parts).subarray(0, bytesMax)
}
