import { RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import { ApiError } from '#core/ApiError.ts'

type Refusal = new (message?: string) => Error

/** Converts our errors to errors of the protocol; rethrows any other failure. */
export async function inProtocol<Result>(
  work: Promise<Result>,
  failed: Refusal = UnsupportedOperationError,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_found') throw new TaskNotFoundError(error.message)
    if (error.code === 'failed_precondition') throw new failed(error.message)
    if (error.code === 'invalid_argument') throw new RequestMalformedError(error.message)
    throw error
  }
}
