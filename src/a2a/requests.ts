import { ServerCallContext } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
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

export function contextOf(call: Call): ServerCallContext {
  const context = new ServerCallContext({ requestedVersion: call.raw.headers.get('a2a-version') ?? '1.0' })
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

export function textOf({ bytes }: Call): string {
  return Buffer.from(bytes ?? []).toString()
}

export function jsonOf(call: Call): unknown {
  try {
    return JSON.parse(textOf(call) || '{}')
  } catch {
    throw new ApiError('invalid_argument', 'The body must be JSON.')
  }
}
