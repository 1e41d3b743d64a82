import { ApiError } from '#core/ApiError.ts'

/** Also the answer for a room that the caller may not see. */
export function roomNotFound(): ApiError {
  return new ApiError('not_found', 'There is no room with this id that you can see. GET /api/arena/rooms lists rooms.')
}
