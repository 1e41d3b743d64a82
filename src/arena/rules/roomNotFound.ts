import { ApiError } from '#core/ApiError.ts'

/** Also for a room that the caller may not see, so that the two cannot be distinguished. */
export function roomNotFound(): ApiError {
  return new ApiError('not_found', 'There is no room with this id that you can see. GET /api/arena/rooms lists rooms.')
}
