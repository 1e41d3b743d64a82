import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import type { Call, Operation } from '#core/Operation.ts'

const PUBLIC = new Set(['none', 'optional', 'open'])
const ANYBODY = { caller: { kind: 'anonymous', address: 'site' } } as Call

/** The bytes that an operation of files answers; undefined where there is no such file. */
export async function readBytes(
  operation: Operation | undefined,
  query: Record<string, string>,
): Promise<Uint8Array | undefined> {
  if (!operation?.respond || operation.access.kind !== 'none')
    throw new ApiError('internal', 'A page may only bring what anybody may read.')
  try {
    const response = await operation.respond(z.decode(operation.request as z.ZodType, query) as never, ANYBODY)
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Asks an operation without the door: for data that a page brings along, as it would be answered to anybody. */
export async function readOperation(operation: Operation | undefined, query: Record<string, string>): Promise<unknown> {
  if (!operation || !PUBLIC.has(operation.access.kind))
    throw new ApiError('internal', 'A page may only bring what anybody may read.')
  const request = z.decode(operation.request as z.ZodType, query)
  if (operation.document) return JSON.parse(operation.document(request as never, ANYBODY))
  const answer = await operation.handle?.(request as never, ANYBODY)
  return z.encode(operation.response as z.ZodType, answer)
}
