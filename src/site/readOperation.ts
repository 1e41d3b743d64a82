import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'

/** Asks an operation without the door: for data that a page brings along, as it would be answered to anybody. */
export async function readOperation(operation: Operation | undefined, query: Record<string, string>): Promise<unknown> {
  if (operation?.access.kind !== 'none') throw new ApiError('internal', 'A page may only bring what anybody may read.')
  const request = z.decode(operation.request as z.ZodType, query)
  const answer = await operation.handle?.(request as never, undefined as never)
  return z.encode(operation.response as z.ZodType, answer)
}
