import { RequestMalformedError } from '@a2a-js/sdk/errors'
import { ServerCallContext } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { isObject } from '#core/isObject.ts'
import type { Call } from '#core/Operation.ts'
import { CALL_KEY } from './createRequestHandler.ts'

const BODY_BYTES_MAX = 256 * 1024

/** Fields that the JSON-RPC and REST operations share. */
export const shared = {
  tag: 'a2a',
  access: session('box:write'),
  limit: 'write',
  errors: ['not_found', 'failed_precondition', 'unavailable'],
  contentType: 'application/json',
  maxBodyBytes: BODY_BYTES_MAX,
  body: 'raw',
  ignoresUnknownQuery: true,
  response: z.unknown(),
} as const

export function contextOf(call: Call, requestedVersion: string): ServerCallContext {
  const context = new ServerCallContext({ requestedVersion })
  context.state.set(CALL_KEY, call)
  return context
}

/** Counts a stream for its caller; calls `end` with the reason when it must stop. */
export type Admit = (call: Call, end: (reason: string) => void) => Disposable

/** The call with a signal that also aborts on `stop`. */
export function stoppable(call: Call): { call: Call; stop(): void } {
  const ended = new AbortController()
  const signal = () => AbortSignal.any([call.signal(), ended.signal])
  return { call: { ...call, signal }, stop: () => ended.abort() }
}

/** The text of the body; refuses a media type that is not JSON. */
export function textOf({ bytes, raw }: Call): string {
  const type = raw.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== undefined && !/^application\/(a2a\+)?json$/.test(type))
    throw new ApiError('invalid_argument', 'Send the body with "Content-Type: application/json".', { status: 415 })
  return Buffer.from(bytes).toString()
}

/** The body as an object; `{}` if it is empty. */
function jsonOf(call: Call): object {
  const value = parsed(textOf(call) || '{}')
  if (isObject(value)) return value
  throw new ApiError('invalid_argument', 'The body must be a JSON object.')
}

export const WRONG_TYPE =
  'A field has the wrong type. Send it as A2A describes it; each part of a message is an object, such as {"text":"help"}.'

/** The body as a message of the protocol, whose decoder throws on some fields of a wrong type. */
export function decoded<Request>(decode: (json: object) => Request, call: Call): Request {
  const json = jsonOf(call)
  try {
    return decode(json)
  } catch {
    throw new RequestMalformedError(WRONG_TYPE)
  }
}

/** Undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
