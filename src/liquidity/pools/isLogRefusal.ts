import { isRangeLimit, NodeError } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'

/** Whether a node refused logs over the whole chain, as many do; the chain itself is healthy then. */
export function isLogRefusal(error: unknown): boolean {
  if (error instanceof NodeError || isRangeLimit(error)) return true
  if (!(error instanceof ApiError) || !(error.cause instanceof AggregateError)) return false
  const { errors } = error.cause
  return errors.length > 0 && errors.every((cause) => cause instanceof NodeError)
}
